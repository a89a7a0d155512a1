import { useMemo } from "react";
import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import { compute } from "../../client/compute";
import { toast } from "../../ui/toast-queue.ts";
import { resultDocument } from "./export-results";
import type { ForecastValue, GarchControl } from "./use-garch";

export interface Exports {
  /** Returns, volatility and residuals, a row per observation, as CSV. */
  columns(): Promise<void>;
  /** Estimates with all three standard errors, as CSV. */
  parameters(): void;
  /** A row per step ahead with every band, as CSV. */
  forecast(forecast: ForecastValue): void;
  /** Everything but the columns, as JSON. */
  results(): void;
  /** What a report of the screen says besides what stands on it. */
  report(): ReportAbout | null;
  /** A link to this screen with the settings of the run, on the clipboard. */
  link(): void;
}

/** What can be saved of the shown run. Long tables are written in a worker. */
export function useExports(garch: GarchControl): Exports {
  const { shown } = garch;
  const diagnosis = garch.diagnosis.value;
  const forecast = garch.forecast.value;

  return useMemo<Exports>(
    () => ({
      columns: async () => {
        if (!shown) return;
        const { fit, returns } = shown.fitted;
        const times = dated(shown.times, []);
        const residuals = await compute.run("standardize-returns", { fit, returns }, { cache: false });
        if (!residuals.ok) {
          if (residuals.failure.code !== "canceled") toast.error(residuals.failure.message);
          return;
        }
        const columns = [
          ...times,
          { name: "Return", values: returns },
          { name: "Volatility", values: fit.volatility },
          { name: "Standardized residual", values: residuals.value },
        ];
        await saveTable(columns, `${fileStem(shown.series.name)}-volatility.csv`);
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
        void saveTable(columns, `${fileStem(shown.series.name)}-parameters.csv`);
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
          { name: "Annualized volatility", values: value.annualizedVolatility },
          ...bands,
        ];
        void saveTable(dated(value.times, columns), `${fileStem(shown.series.name)}-forecast.csv`);
      },
      results: () => {
        if (!shown) return;
        saveJson(resultDocument(shown, diagnosis, forecast), `${fileStem(shown.series.name)}-garch.json`);
      },
      report: () =>
        shown && {
          title: `GARCH model of ${shown.series.name}`,
          fileName: `${fileStem(shown.series.name)}-garch`,
          sources: [sourceOf(shown.series)],
          settings: shown.settings,
          at: shown.at,
          result: resultDocument(shown, diagnosis, forecast),
        },
      link: () => {
        if (shown) void import("./record").then(({ copyLink }) => copyLink(shown));
      },
    }),
    [shown, diagnosis, forecast],
  );
}
