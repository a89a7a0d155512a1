import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { reportOn } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import { compute } from "../../client/compute";
import { headIn } from "../../lib/format.ts";
import { toastFailure } from "../../ui/toast-queue.ts";
import { shared } from "./record";
import { regimesQuestion } from "./script";
import { columnsOf, type MarkovRun, type TimingValue } from "./use-markov";

const stemOf = ({ series }: MarkovRun) => `${fileStem(series.name)}-regimes`;

/** Everything except columns. Field names follow the specification where it defines them. */
function resultDocument({ value, series, column, settings, perYear, riskFree }: MarkovRun, timing: TimingValue | null) {
  const { returns: _, filtered: __, smoothed: ___, path: ____, ...fitted } = value;
  return {
    format: "prospect-regimes-result",
    version: 1,
    data: { name: series.name, sha256: series.hash, rows: series.length, column: column.name },
    settings,
    annualization: perYear,
    riskFree,
    ...fitted,
    timing: timing && {
      performance: timing.performance,
      holding: timing.holding,
      changes: timing.changes,
      invested: timing.invested,
      lookAhead: timing.lookAhead,
      firstTimed: timing.first,
      test: timing.test && { ...timing.test, middles: [...timing.test.middles], counts: [...timing.test.counts] },
    },
  };
}

/** The columns of a fit, recomputed for saving; null after showing a failure. */
async function columnsRead(run: MarkovRun) {
  const read = await compute.run("evaluate-regimes", columnsOf(run), { cache: false });
  if (read.ok) return read.value;
  if (read.failure.code !== "canceled") toastFailure(read.failure);
  return null;
}

/** The fit for another program, with its data and settings. */
async function questionOf(run: MarkovRun) {
  const read = await columnsRead(run);
  return read && regimesQuestion({ ...run, value: { ...run.value, returns: read.returns } });
}

/** Returns and regime probabilities, one row per return, as CSV. */
export async function saveColumns(run: MarkovRun): Promise<void> {
  const read = await columnsRead(run);
  if (!read) return;
  const { regimes } = run.value;
  const { returns, filtered, smoothed, path } = read;
  const columns = [
    { name: headIn("Return", run.scale === 0.01 ? "%" : ""), values: returns },
    ...regimes.map(({ label }, i) => ({ name: `Filtered ${label}`, values: filtered[i] })),
    ...regimes.map(({ label }, i) => ({ name: `Smoothed ${label}`, values: smoothed[i] })),
    { name: "Viterbi path (0 = first regime)", values: path },
  ];
  await saveTable(dated(run.times, columns), `${stemOf(run)}`);
}

export function MarkovExports({ run, timing }: { run: MarkovRun; timing: TimingValue | null }) {
  const { series, settings, perYear, riskFree, at } = run;
  const reported = { series, settings: { ...settings, annualization: perYear, riskFree }, at };
  const result = () => resultDocument(run, timing);
  return (
    <ExportMenu
      report={() => reportOn(reported, { title: `Market regimes of ${series.name}`, fileName: stemOf(run), result: result() })}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "model, figures, forecast, timing",
          save: () => saveJson(result(), `${stemOf(run)}.json`),
        },
        {
          id: "columns",
          label: "Regime probabilities",
          table: true,
          note: "filtered and smoothed, one row per return",
          save: () => saveColumns(run),
        },
        ...scriptFiles(stemOf(run), () => questionOf(run)),
      ]}
      startedAt={run.startedAt}
      share={() => shared(settings)}
    />
  );
}
