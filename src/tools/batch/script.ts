import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import { plural } from "../../lib/format.ts";
import { type BatchRun, textsOf } from "./batch-run";

type Cells = Record<string, unknown>;

const FIGURES = {
  metrics: ["totalReturn", "annualReturn", "volatility", "sharpe", "sortino", "maxDrawdown", "omega", "ulcer", "skewness", "kurtosis"],
  losses: ["historicalVar", "historicalShortfall", "parametricVar", "parametricShortfall"],
} as const;
/** Maximum number of series in a script: more make it unreadable, and embed too much data. */
const MAX_SERIES = 100;

const numberOf = (cell: unknown): number | null => (typeof cell === "number" ? cell : null);
const textOf = (cell: unknown): string => (typeof cell === "string" ? cell : "");

type Scripted = Pick<BatchRun, "plan" | "data" | "sources" | "parts">;

/** Whether a batch can be expressed in other programs: risk figures of columns of an available dataset. */
export const hasScript = ({ plan, data, sources }: Pick<BatchRun, "plan" | "data" | "sources">): boolean =>
  plan.question === "risk" && data.series !== null && sources.length <= MAX_SERIES;

/** Values of a series, without missing ones, as far as they are used. */
function valuesOf({ data: { series } }: Scripted, name: string, used: number): Float64Array {
  const column = series?.columns.find((one) => one.name === name) ?? series?.columns[series.primary];
  const values = column?.values.filter(Number.isFinite) ?? new Float64Array();
  return values.subarray(values.length - used);
}

const padded = (values: Float64Array, rows: number): Float64Array => {
  const column = new Float64Array(rows).fill(Number.NaN);
  column.set(values);
  return column;
};

/** The figures of every series with a result, for another program. */
export function batchQuestion(run: Scripted): ScriptQuestion {
  const { plan, data } = run;
  const rows = textsOf(run)
    .flatMap((text) => JSON.parse(text) as Cells[])
    .filter((cells) => !cells.failure);
  const columns = rows.map((cells) => {
    const returns = numberOf(cells.returns) ?? 0;
    return valuesOf(run, textOf(cells.series), cells.kind === "values" ? returns + 1 : returns);
  });
  const longest = Math.max(0, ...columns.map(({ length }) => length));
  const figures = rows.flatMap((cells, place) =>
    Object.entries(FIGURES).flatMap(([part, names]) =>
      names.map((name): [string, number | null] => [`${place + 1}: ${name}`, numberOf(cells[`${part}.${name}.value`])]),
    ),
  );
  const { confidenceLevel, perYear, riskFree } = plan.settings;
  return {
    kind: "batch-risk",
    title: `Risk of ${plural(rows.length, "series", "series")} of ${data.name}`,
    source: { name: data.name, sha256: data.series?.hash ?? null },
    settings: {
      series: rows.map((cells) => textOf(cells.series)),
      kind: rows.map((cells) => textOf(cells.givenAs ?? cells.kind)),
      unit: rows.map((cells) => textOf(cells.unit)),
      lookback: rows.map((cells) => numberOf(cells.lookback) ?? 0),
      confidence: numberOf(confidenceLevel),
      perYear: numberOf(perYear),
      riskFree: numberOf(riskFree),
    },
    columns: columns.map((values, place) => ({ name: `series ${place + 1}`, values: padded(values, longest) })),
    figures: comparedFigures(1e-9, Object.fromEntries(figures)),
  };
}
