import { appVersion, kernelDigest } from "virtual:build-facts";
import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files.ts";
import { compute } from "../../client/compute";
import { csvStyle } from "../../lib/csv-style.ts";
import { plural } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { tableFormat } from "../../lib/table-file.ts";
import { toastFailure } from "../../ui/toast-queue.ts";
import { type BatchRun, startOf, textsOf } from "./batch-run";
import { batchQuestion, hasScript } from "./script.ts";
import { QUESTIONS } from "./settings";

async function saveRows(run: BatchRun, stem: string): Promise<void> {
  const format = tableFormat.read();
  const { plan, sources, failed, digest } = run;
  const record = { ...plan, versions: { prospect: appVersion, kernels: kernelDigest }, series: sources.length, failed, digest };
  const outcome = await compute.run("write-rows", { texts: textsOf(run), format, csv: csvStyle.read(), record }, { cache: false });
  if (outcome.ok) saveFile(outcome.value, `${stem}.${format}`);
  else if (outcome.failure.code !== "canceled") toastFailure(outcome.failure);
}

/** Everything shown for each series, and what is needed to repeat the run. */
const resultDocument = ({ plan, sources, rows, failed, digest }: BatchRun) => ({
  format: "prospect-batch-result",
  version: 1,
  plan,
  series: sources.length,
  failed,
  digest,
  rows: rows.map(({ row }) => row),
});

const reportOf = (run: BatchRun, fileName: string): ReportAbout => ({
  title: `${QUESTIONS[run.plan.question].label} of ${plural(run.sources.length, "series", "series")} of ${run.data.name}`,
  fileName,
  sources: run.data.series ? [sourceOf(run.data.series)] : [],
  settings: { question: run.plan.question, column: run.plan.column, data: run.plan.data, ...run.plan.settings },
  at: run.at,
  result: resultDocument(run),
});

export function BatchExports({ run }: { run: BatchRun }) {
  const stem = `${fileStem(run.data.name)}-${run.plan.question}`;
  return (
    <ExportMenu
      report={() => reportOf(run, stem)}
      files={[
        { id: "rows", label: "Rows", table: true, note: "every figure of every series", save: () => void saveRows(run, stem) },
        {
          id: "plan",
          label: "Plan as JSON",
          note: "prospect run plan.json repeats it",
          save: () => saveJson(run.plan, `${stem}-plan.json`),
        },
        ...scriptFiles(stem, hasScript(run) ? () => batchQuestion(run) : null),
      ]}
      startedAt={startOf(run)}
      share={() => ({ screen: "/batch", settings: run.inputs })}
    />
  );
}
