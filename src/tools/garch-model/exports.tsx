import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { reportOn } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import { compute } from "../../client/compute";
import { headIn } from "../../lib/format.ts";
import { toastFailure } from "../../ui/toast-queue.ts";
import { shared } from "./record";
import { resultDocument } from "./result-document";
import { garchQuestion } from "./script";
import type { DiagnosisValue, ForecastValue, GarchRun } from "./use-garch";

const stemOf = ({ series }: GarchRun) => fileStem(series.name);

/** Returns, volatility and residuals, one row per observation, as CSV. */
export async function saveColumns(run: GarchRun): Promise<void> {
  const { fit, returns } = run.value;
  const { volatility } = fit;
  const residuals = await compute.run("standardize-returns", { fit, returns }, { cache: false });
  if (!residuals.ok) {
    if (residuals.failure.code !== "canceled") toastFailure(residuals.failure);
    return;
  }
  const columns = [
    { name: headIn("Return", run.unit), values: returns },
    { name: headIn("Volatility", run.unit), values: volatility },
    { name: "Standardized residual", values: residuals.value },
  ];
  await saveTable(dated(run.times, columns), `${stemOf(run)}-volatility`);
}

/** Estimates with all three standard errors, as CSV. */
function saveParameters(run: GarchRun): void {
  const { estimates } = run.value.fit;
  const figures = (pick: (row: (typeof estimates)[number]) => number | null) =>
    Float64Array.from(estimates, (row) => pick(row) ?? Number.NaN);
  const columns = [
    { name: "Parameter", values: estimates.map(({ key }) => key) },
    { name: "Estimate", values: figures(({ value }) => value) },
    { name: "Robust error", values: figures(({ robust }) => robust) },
    { name: "Classic error", values: figures(({ classic }) => classic) },
    { name: "OPG error", values: figures(({ outerProduct }) => outerProduct) },
    { name: "t", values: figures(({ t }) => t) },
    { name: "p", values: figures(({ p }) => p) },
  ];
  void saveTable(columns, `${stemOf(run)}-parameters`);
}

/** One row per step ahead with all bands, as CSV. */
export function saveForecast(run: GarchRun, forecast: ForecastValue): void {
  const bands = forecast.volatilityBands.flatMap(({ level, lower, upper }) => [
    { name: headIn(`Lower ${100 * level}%`, run.unit), values: lower },
    { name: headIn(`Upper ${100 * level}%`, run.unit), values: upper },
  ]);
  const columns = [
    { name: "Step", values: Float64Array.from(forecast.volatility, (_, step) => step + 1) },
    { name: headIn("Volatility", run.unit), values: forecast.volatility },
    { name: headIn("Annualized volatility", run.unit), values: forecast.annualizedVolatility },
    ...bands,
  ];
  void saveTable(dated(forecast.times, columns), `${stemOf(run)}-forecast`);
}

interface GarchExportsProps {
  run: GarchRun;
  diagnosis: DiagnosisValue | null;
  forecast: ForecastValue | null;
}

export function GarchExports({ run, diagnosis, forecast }: GarchExportsProps) {
  const fileName = `${stemOf(run)}-garch`;
  const result = () => resultDocument(run, diagnosis, forecast);
  return (
    <ExportMenu
      report={() => reportOn(run, { title: `GARCH model of ${run.series.name}`, fileName, result: result() })}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "model, tests, interpretation, forecast",
          save: () => saveJson(result(), `${fileName}.json`),
        },
        { id: "parameters", label: "Parameters", table: true, save: () => saveParameters(run) },
        { id: "columns", label: "Volatility and residuals", table: true, save: () => saveColumns(run) },
        { id: "forecast", label: "Forecast", table: true, save: () => forecast && saveForecast(run, forecast), disabled: !forecast },
        ...scriptFiles(fileName, garchQuestion(run)),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run.settings)}
    />
  );
}
