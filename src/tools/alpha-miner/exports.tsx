import type { CanceledAfter } from "../../../workers/runtime/parallel";
import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { reportOn } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import { canceledAfter, stemOfPart } from "../../lib/canceled-after";
import { directed } from "./formula-text";
import { informationRows } from "./information-rows";
import { shared } from "./record";
import { factorsQuestion } from "./script";
import type { AlphaRun } from "./use-alpha";
import type { SearchRun } from "./use-search";

const known = (value: number | null) => value ?? Number.NaN;
/** File name stem, which also marks a partial result. */
const nameOf = ({ series, value }: AlphaRun, what: string) => stemOfPart(`${fileStem(series.name)}-${what}`, value.canceledAfter);
/** A column marking each row as belonging to a partial result. */
const noteOf = (part: CanceledAfter | undefined, lines: number, things: string) =>
  part ? [{ name: "Note", values: new Array<string>(lines).fill(canceledAfter(part, things)) }] : [];

/** One row per factor, as CSV. */
export function saveStatistics(run: AlphaRun): void {
  const { factors } = run.value;
  const figure = (name: string, pick: (factor: (typeof factors)[number]) => number | null) => ({
    name,
    values: Float64Array.from(factors, (factor) => known(pick(factor))),
  });
  void saveTable(
    [
      { name: "Factor", values: factors.map(({ name }) => name) },
      { name: "Formula", values: factors.map(({ formula }) => formula ?? "") },
      figure("Performance", ({ performance }) => performance),
      figure("IR", ({ informationRatio }) => informationRatio),
      figure("Mean", ({ mean }) => mean),
      figure("Volatility", ({ volatility }) => volatility),
      figure("Sharpe", ({ sharpe }) => sharpe),
      figure("Hit rate", ({ strategy }) => strategy.hitRate),
      figure("p", ({ p }) => p),
      figure("Bonferroni", ({ bonferroni }) => bonferroni),
      figure("Benjamini-Hochberg", ({ benjaminiHochberg }) => benjaminiHochberg),
      figure("Turnover", ({ turnover }) => turnover),
      figure("Rank autocorrelation", ({ rankAutocorrelation }) => rankAutocorrelation),
      figure("Dropped", ({ dropped }) => dropped.count),
      ...noteOf(run.value.canceledAfter, factors.length, "factors"),
    ],
    nameOf(run, "factor-statistics"),
  );
}

/** One row per factor and horizon, as CSV. */
export function saveInformation(run: AlphaRun): void {
  const rows = informationRows(run);
  const figure = (name: string, pick: (row: (typeof rows)[number]) => number | null) => ({
    name,
    values: Float64Array.from(rows, (row) => known(pick(row))),
  });
  void saveTable(
    [
      { name: "Factor", values: rows.map(({ factor }) => factor) },
      figure("Horizon", ({ horizon }) => horizon),
      figure("Mean IC", ({ mean }) => mean),
      figure("IR", ({ ratio }) => ratio),
      figure("t Newey-West", ({ neweyWestT }) => neweyWestT),
      figure("p Newey-West", ({ neweyWestP }) => neweyWestP),
      figure("ICs", ({ count }) => count),
      ...noteOf(run.value.canceledAfter, rows.length, "factors"),
    ],
    nameOf(run, "information-coefficients"),
  );
}

/** The factor values, one row per step; across assets, the information coefficient of each date. */
function saveFactors(run: AlphaRun): void {
  const { factors, mode } = run.value;
  const columns = factors.map(({ name, values }) => ({ name: mode === "series" ? name : `IC of ${name}`, values }));
  void saveTable(dated(run.input.times, columns), nameOf(run, "factors"));
}

/** Every figure with settings and data hash, as JSON; columns are in the CSV files. */
function resultDocument({ value, input, series }: AlphaRun) {
  return {
    format: "prospect-alpha-factors",
    version: 1,
    data: { name: series.name, sha256: series.hash, rows: series.length, assets: input.assets.map(({ name }) => name) },
    settings: input.settings,
    ...value,
    factors: value.factors.map(({ values: _, informationPath: __, ...figures }) => figures),
  };
}

/** One row per formula found, as CSV. */
export function saveSearch({ value, series }: SearchRun): void {
  const { found, statistics } = value;
  const { canceledAfter: part } = statistics;
  const figure = (name: string, pick: (row: (typeof found)[number]) => number | null) => ({
    name,
    values: Float64Array.from(found, (row) => known(pick(row))),
  });
  void saveTable(
    [
      { name: "Formula", values: found.map(directed) },
      figure("Train IC", ({ train }) => train.ic),
      figure("Train p", ({ train }) => train.p),
      figure("Bonferroni p", ({ bonferroni }) => bonferroni),
      figure("Benjamini-Hochberg p", ({ benjaminiHochberg }) => benjaminiHochberg),
      figure("Holdout IC", ({ holdout }) => holdout.ic),
      figure("Holdout p", ({ holdout }) => holdout.p),
      figure("Expected max IC", ({ luck }) => luck),
      figure("Deflated IC", ({ deflatedInformation }) => deflatedInformation),
      figure("Sharpe per step", ({ sharpe }) => sharpe),
      figure("Holdout Sharpe per step", ({ holdoutSharpe }) => holdoutSharpe),
      figure("Deflated Sharpe", (row) => row.deflatedSharpe),
      ...noteOf(part, found.length, "formulas"),
    ],
    stemOfPart(`${fileStem(series.name)}-formulas-found`, part),
  );
}

export function AlphaExports({ run }: { run: AlphaRun }) {
  const fileName = nameOf(run, "alpha-factors");
  return (
    <ExportMenu
      report={() => reportOn(run, { title: `Alpha factors of ${run.series.name}`, fileName, result: resultDocument(run) })}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "all results, settings and data hash",
          save: () => saveJson(resultDocument(run), `${fileName}.json`),
        },
        { id: "factors", label: "Factors", table: true, note: "one row per step", save: () => saveFactors(run) },
        { id: "statistics", label: "Statistics", table: true, save: () => saveStatistics(run) },
        { id: "information", label: "Information coefficients", table: true, save: () => saveInformation(run) },
        ...scriptFiles(fileName, factorsQuestion(run)),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run.settings)}
    />
  );
}
