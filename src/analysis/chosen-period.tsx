import { useAtomValue } from "jotai";
import { memo, startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { Series } from "../../workers/contract";
import { significant } from "../lib/format.ts";
import { figureText } from "../state/figure-text.ts";
import { type PageRun, pageRuns } from "../state/page-runs";
import { isTransient } from "../state/passing-period";
import type { Figure } from "../state/run-body";
import { runsAtom } from "../state/run-list";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Panel } from "../ui/panel.tsx";
import { useStable } from "../ui/use-latest.ts";
import { holdOutOfSight } from "./hold-out-of-sight";
import { type Followed, type PeriodSource, usePeriodFollowing } from "./use-period-following";

const DIFFERENCE_DIGITS = 3;

interface Row {
  label: string;
  period: Figure;
  whole: Figure | undefined;
}

const differenceOf = ({ period, whole }: Row): string => {
  const [now, before] = [period.value, whole?.value];
  if (typeof now !== "number" || typeof before !== "number") return "—";
  return `${now > before ? "+" : ""}${significant(now - before, DIFFERENCE_DIGITS)}`;
};

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: "label", header: "Figure", cell: ({ label }) => label },
  { id: "period", header: "Period", cell: ({ period }) => figureText(period) },
  { id: "whole", header: "Whole series", cell: ({ whole }) => (whole ? figureText(whole) : "—") },
  { id: "difference", header: "Difference", cell: differenceOf },
];

/** The reported runs, rendered together with their results: separately they would cause another layout of the page. */
function usePageRuns(): readonly PageRun[] {
  const [runs, setRuns] = useState(pageRuns.read);
  useEffect(() => {
    const take = () => startTransition(() => setRuns(pageRuns.read()));
    take();
    return pageRuns.subscribe(take);
  }, []);
  return runs;
}

/** The latest figures of a period and those of the whole series with the same settings: from this page, or from the list of runs. */
function useBoth({ hash, period }: Series): { of: PageRun; whole: readonly Figure[] | null } | null {
  const runs = usePageRuns();
  const { records } = useAtomValue(runsAtom);
  return useMemo(() => {
    if (!period) return null;
    // While the period is being dragged, the latest result may be for rows it has already left.
    const of = runs.find(({ data }) => data.some((one) => one === hash || isTransient({ hash: one }, period.of)));
    if (!of) return null;
    const alike = ({ screen, job, settings }: Pick<PageRun, "screen" | "job" | "settings">) =>
      screen === of.screen && job === of.job && settings === of.settings;
    const here = runs.find((run) => alike(run) && run.data.includes(period.of));
    const kept = records.find(({ body }) => alike(body) && body.datasets.some((dataset) => dataset.hash === period.of));
    return { of, whole: here?.figures ?? kept?.body.figures ?? null };
  }, [runs, records, hash, period]);
}

interface ChosenPeriodProps {
  analysis: Followed;
  source: PeriodSource;
  onFollowing: (following: boolean) => void;
}

/** Recomputes the shown result while a period is being chosen, and compares its figures with those of the whole series. */
export function ChosenPeriod({ analysis, source, onFollowing }: ChosenPeriodProps) {
  const release = useRef<(() => void) | null>(null);
  const hear = useStable((following: boolean) => {
    if (following) {
      release.current ??= holdOutOfSight();
      return onFollowing(true);
    }
    release.current?.();
    release.current = null;
    // In the same transition as the last result, so that it is not marked as stale in between.
    startTransition(() => onFollowing(false));
  });
  useEffect(() => () => release.current?.(), []);
  usePeriodFollowing(analysis, source, hear);
  return source.series?.period ? <PeriodComparison series={source.series} /> : null;
}

/** Figures for a period beside those for the whole series. */
const PeriodComparison = memo(function PeriodComparison({ series }: { series: Series }) {
  const both = useBoth(series);
  const [asTable, setAsTable] = useState(false);
  const rows = useMemo(
    () =>
      both?.of.figures.map((period) => ({
        label: period.label,
        period,
        whole: both.whole?.find(({ label }) => label === period.label),
      })),
    [both],
  );
  if (!both || !rows) return null;
  return (
    <Panel
      title="Period and whole series"
      note={both.of.title}
      flush={asTable}
      actions={
        <Button size="small" aria-pressed={asTable} onPress={() => setAsTable(!asTable)}>
          {asTable ? "List" : "Table"}
        </Button>
      }
      footer={both.whole ? undefined : "With these settings the whole series has no result yet: run it once to compare."}
    >
      {asTable ? (
        <DataTable label="Period and whole series" columns={COLUMNS} rows={rows} rowKey={({ label }) => label} copyable />
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-1.5 text-small">
          {rows.map(({ label, period, whole }) => (
            <div key={label} className="min-w-0">
              <dt className="truncate text-muted">{label}</dt>
              <dd className="num">
                {figureText(period)}
                {whole ? <span className="block text-muted">{figureText(whole)} whole</span> : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
});
