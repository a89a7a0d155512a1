import { useCallback, useMemo } from "react";
import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../ui/toast-queue.ts";
import { resultDocument } from "./export-results";
import type { ForecastValue, GarchControl } from "./use-garch";

export interface Exports {
  /** Returns, volatility and residuals, a row per observation, as CSV. */
  columns(): void;
  /** Estimates with all three standard errors, as CSV. */
  parameters(): void;
  /** A row per step ahead with every band, as CSV. */
  forecast(forecast: ForecastValue): void;
  /** Everything but the columns, as JSON. */
  results(): void;
  /** A link to this screen with the settings of the run, on the clipboard. */
  link(): void;
}

const stem = (name: string) => name.replace(/\.[a-z0-9]+$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");

type TableColumns = JobInput<Jobs, "export-table">["columns"];

/** The columns behind their dates, where there are any. */
const dated = (times: Float64Array | null, columns: TableColumns): TableColumns =>
  times ? [{ name: "Date", kind: "time", values: times }, ...columns] : columns;

/** What can be saved of the shown run. Long tables are written in a worker. */
export function useExports(garch: GarchControl): Exports {
  const { run: writeTable } = useJob("export-table");
  const { shown } = garch;
  const diagnosis = garch.diagnosis.value;
  const forecast = garch.forecast.value;

  const saveTable = useCallback(
    async (input: Parameters<typeof writeTable>[0], name: string) => {
      const outcome = await writeTable(input, { cache: false });
      if (outcome.ok) saveFile(outcome.value, name);
      else if (outcome.failure.code !== "cancelled") toast.error(outcome.failure.message);
    },
    [writeTable],
  );
  return useMemo<Exports>(
    () => ({
      columns: () => {
        if (!shown) return;
        const { fit, returns } = shown.fitted;
        const columns = [
          { name: "Return", values: returns },
          { name: "Volatility", values: fit.volatility },
          { name: "Standardised residual", values: fit.residuals },
        ];
        void saveTable({ columns: dated(shown.times, columns) }, `${stem(shown.series.name)}-volatility.csv`);
      },
      parameters: () => {
        if (!shown) return;
        const { estimates } = shown.fitted.fit;
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
        void saveTable({ columns }, `${stem(shown.series.name)}-parameters.csv`);
      },
      forecast: (value) => {
        if (!shown) return;
        const bands = value.volatilityBands.flatMap(({ level, lower, upper }) => [
          { name: `Lower ${100 * level} %`, values: lower },
          { name: `Upper ${100 * level} %`, values: upper },
        ]);
        const columns = [
          { name: "Step", values: Float64Array.from(value.volatility, (_, step) => step + 1) },
          { name: "Volatility", values: value.volatility },
          { name: "Annualised volatility", values: value.annualisedVolatility },
          ...bands,
        ];
        void saveTable({ columns: dated(value.times, columns) }, `${stem(shown.series.name)}-forecast.csv`);
      },
      results: () => {
        if (!shown) return;
        const document = resultDocument(shown, diagnosis, forecast);
        saveFile(document, `${stem(shown.series.name)}-garch.json`, "application/json");
      },
      link: () => {
        if (shown) void import("./record").then(({ copyLink }) => copyLink(shown));
      },
    }),
    [shown, diagnosis, forecast, saveTable],
  );
}
