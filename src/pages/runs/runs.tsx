import { Link, useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import { offerFile } from "../../state/offered-file";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { runsAtom } from "../../state/run-list";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { matching, NO_FILTER, type RunFilter, RunFilterBar } from "./run-filter.tsx";
import { suggestedPair } from "./run-picker.tsx";
import { RunTable } from "./run-table.tsx";
import { SideBySideForm } from "./side-by-side.tsx";
import { useReruns } from "./use-reruns.ts";

const Comparison = deferred(async () => (await import("./comparison.tsx")).Comparison);

/** All results on this device: to name, pin, find, compare, reproduce, and reopen. */
export default function Runs() {
  const { ready, records, warning } = useAtomValue(runsAtom);
  const [filter, setFilter] = useState<RunFilter>(NO_FILTER);
  const [picked, setChosen] = useState<readonly string[] | null>(null);
  // A link may request a comparison of a tool's runs, until others are chosen.
  const asked = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get("compare") });
  const [answered, setAnswered] = useState(asked);
  if (answered !== asked) {
    setAnswered(asked);
    setChosen(null);
  }
  const chosen = picked ?? (asked === null ? null : suggestedPair(records, asked)) ?? [];
  const reruns = useReruns();
  const shown = matching(records, filter);
  // The last two chosen; deleted ones are not compared.
  const compared = chosen.flatMap((id) => records.find((record) => record.id === id) ?? []);
  const choose = (id: string, on: boolean) => setChosen([...chosen.filter((other) => other !== id), ...(on ? [id] : [])].slice(-2));
  return (
    <>
      <PageHeader
        title="Runs"
        description="Computations on this device, with data, settings, seed and versions. Each can be rerun and must reproduce the result bit for bit."
        actions={
          <>
            <FileButton size="normal" accept={[".json", ".sealed"]} onFile={(file) => offerFile(file)}>
              Open shared settings
            </FileButton>
            <FileButton size="normal" accept={[".zip", ".html"]} onFile={(file) => offerFile(file, "result")}>
              Open a result
            </FileButton>
          </>
        }
      />
      <div className="mt-4 flex flex-col gap-4">
        {warning ? <Caution>{warning}</Caution> : null}
        {ready ? null : <Skeleton rows={8} />}
        {ready && records.length === 0 ? <NoRuns /> : null}
        <SideBySideForm onDone={(...ids) => setChosen(ids)} />
        {records.length > 0 ? (
          <>
            <RunFilterBar filter={filter} onChange={setFilter} records={records} shown={shown.length} />
            {compared.length === 2 ? (
              <Suspense fallback={<Skeleton rows={8} />}>
                <Comparison
                  one={compared[0] as Kept<RunBody>}
                  other={compared[1] as Kept<RunBody>}
                  records={records}
                  onPick={(...ids) => setChosen(ids)}
                  onClose={() => setChosen([])}
                  key={compared.map(({ id }) => id).join()}
                />
              </Suspense>
            ) : null}
            <Panel title="Stored runs" note={compared.length === 1 ? "Choose one more to compare" : undefined} flush>
              <RunTable runs={shown} chosen={chosen} onChoose={choose} reruns={reruns} />
            </Panel>
          </>
        ) : null}
      </div>
    </>
  );
}

function NoRuns() {
  const link = "inline-flex h-[30px] items-center rounded-[6px] border border-line-strong bg-surface px-3 font-[550] hover:bg-raised";
  return (
    <EmptyState
      actions={
        <>
          <Link to="/garch-model" className={link}>
            Fit a GARCH model
          </Link>
          <Link to="/market-analysis" className={link}>
            Get a trading decision
          </Link>
        </>
      }
    >
      No runs yet. Results of all tools are recorded here automatically, on this device only.
    </EmptyState>
  );
}
