import { memo, useState } from "react";
import { clockTime } from "../../lib/format.ts";
import type { KeptDecision } from "../../state/decisions";
import { Caution } from "../../ui/failure-box.tsx";
import { BatchList } from "./batch-list.tsx";
import { PROVIDER_LABELS } from "./provider-words.ts";
import { SignalResults } from "./signal-results.tsx";
import { TrendChart } from "./trend-chart.tsx";
import type { SignalRun } from "./use-signal.ts";

interface NewsTabProps {
  last: SignalRun | null;
  stale: boolean;
  decisions: readonly KeptDecision[];
}

/** The signal of the last text, or of each of several, below the trend of the last five. */
export const NewsTab = memo(function NewsTab({ last, stale, decisions }: NewsTabProps) {
  const [chosen, setChosen] = useState<{ run: SignalRun; index: number } | null>(null);
  const first = last ? last.items.findIndex(({ analysis }) => analysis !== null) : -1;
  const index = chosen?.run === last ? (chosen?.index ?? first) : first;
  const item = last?.items[index];
  return (
    <>
      {last && stale ? <Caution>The text or settings have changed since this signal of {clockTime(last.at)}.</Caution> : null}
      {last && last.items.length > 1 ? (
        <BatchList items={last.items} shown={index} onShow={(next) => setChosen({ run: last, index: next })} />
      ) : null}
      {last && item?.analysis ? (
        <>
          <SignalResults text={item.text} analysis={item.analysis} threshold={last.settings.confidenceThreshold} />
          <p className="text-faint text-small">
            Model: {PROVIDER_LABELS[last.settings.provider]}
            {last.settings.model ? `, ${last.settings.model}` : ""}. A rule-based signal, not investment advice.
          </p>
        </>
      ) : null}
      {/* These are other texts than the one a report is about. */}
      <div data-report="none">
        <TrendChart decisions={decisions} />
      </div>
    </>
  );
});
