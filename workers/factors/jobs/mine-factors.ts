import { because, type Cause, type Count, fail, type Millis, type Outcome, type Place, succeed } from "../../contract";
import { type DatedNews, newsSteps } from "../../news";
import { describeAt } from "../../numerics/describe";
import { firstInChunks, type JobContext } from "../../runtime/job";
import { type CanceledAfter, cutAt, inRoundsSoFar } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { failureText } from "../../texts";
import { type FactorCorrelations, factorCorrelations } from "../correlations";
import { columnsOf } from "../formula/check";
import { type FormulaAsset, missingColumns } from "../formula/data";
import { readFormula } from "../formula/read";
import * as messages from "../messages";
import { adjustedPValues } from "../multiple-testing";
import type { testFactor } from "../parts/test-factor";
import type { FactorAnswer, FactorDecay, FactorQuestion, FactorResult, FactorUnavailable, MinedFactor } from "../report";
import { FACTORS, type FactorId, type FactorSettings, factorsSchema } from "../schema";
import { builtInTask, type FactorTask } from "../tasks";

/** Prices of an asset, and further columns that formulas may read; all assets have the same dates. */
export interface FactorAsset extends FormulaAsset {
  name: string;
}

export interface FactorFormula {
  name: string;
  text: string;
}

export interface MineFactorsInput {
  /** One series, or several with the same dates, which factors compare date by date. */
  assets: readonly FactorAsset[];
  /** Dates, in milliseconds; null if there are none. */
  times: Float64Array | null;
  /** Dated news of a single series; null if there are none. */
  news: readonly DatedNews[] | null;
  /** Factors to compute; all by default. */
  selected?: readonly FactorId[];
  /** Formulas to be tested as factors too; they get the ids 6, 7, … */
  formulas?: readonly FactorFormula[];
  settings?: Partial<FactorSettings>;
}

/** A point of the performance chart: cumulative return of each factor since the point before the first, as `factor1`, `factor2`, .... */
export type PerformancePoint = { timestamp: Millis | Count } & Partial<Record<`factor${number}`, number>>;

export interface MineFactorsOutput {
  mode: "series" | "cross-section";
  factors: FactorResult[];
  /** The last 30 steps, oldest first; without dates `timestamp` counts rows. */
  performance: PerformancePoint[];
  unavailable: FactorUnavailable[];
  correlations: FactorCorrelations;
  metadata: { timestamp: Millis | Count; dataPoints: Count; factorCount: Count };
  /** News that do not fall into any step. */
  newsLeftOut: Count;
  /** Present if the user canceled: factors with unfinished tests are omitted here and in all corrections. */
  canceledAfter?: CanceledAfter;
}

const refuse = (cause: Cause, place: Place = {}) => fail("bad-input", "factors/failed", { cause }, place);

function invalidAssets(
  assets: readonly FactorAsset[],
  times: Float64Array | null,
  fewest: Count,
  context: JobContext,
): Outcome<never> | null {
  const n = assets[0].values.length;
  if (n < fewest) return refuse(because("factors/tooFew", { given: n, needed: fewest }));
  const lengths = assets.flatMap(({ values, volume, open, high, low }) =>
    [values, volume, open, high, low].flatMap((column) => column?.length ?? []),
  );
  if (lengths.some((length) => length !== n) || (times && times.length !== n)) return refuse(because("factors/uneven"));
  const { arena, kernels } = context;
  for (const { name, values } of assets) {
    const trouble = arena.scope(() => {
      const address = arena.put(values);
      const odd = firstInChunks(context, n, (from, to) => kernels.firstNotFinite(address, from, to));
      if (odd >= 0) return { row: odd + 1, cause: because("series/notFinite", { row: odd + 1 }) };
      const low = firstInChunks(context, n, (from, to) => kernels.firstNonPositive(address, from, to));
      if (low >= 0) return { row: low + 1, cause: because("series/nonPositivePrice", { row: low + 1, value: values[low] }) };
      const { minimum, maximum } = describeAt(context, address, 0, n);
      // The returns between two prices must be finite.
      return Number.isFinite((maximum ?? 1) / (minimum ?? 1)) ? null : { row: 1, cause: because("series/tooLargeValues") };
    });
    if (trouble)
      return refuse(assets.length > 1 ? because("factors/ofAsset", { name, cause: trouble.cause }) : trouble.cause, {
        row: trouble.row,
        value: String(values[trouble.row - 1]),
      });
  }
  return null;
}

/** Computes the specification's factors of one or several price series and tests how they predict forward returns. */
export async function mineFactors(input: MineFactorsInput, context: JobContext): Promise<Outcome<MineFactorsOutput>> {
  const { assets, times, news } = input;
  const selected = FACTORS.map(({ id }) => id).filter((id) => input.selected?.includes(id) ?? true);
  if (assets.length === 0 || assets[0].values.length === 0) return refuse(because("ingest/enterMarketData"));
  const formulas = input.formulas ?? [];
  if (selected.length + formulas.length === 0) return refuse(because("factors/noneSelected"));
  const asked = readSettings(factorsSchema, input.settings ?? {});
  if (asked.refusal !== null) return refuse(asked.refusal);
  const { settings } = asked;
  const uneven = invalidAssets(assets, times, settings.fewestPoints, context);
  if (uneven) return uneven;
  const n = assets[0].values.length;
  const dated = news && times ? newsSteps(news, times) : null;
  const several = assets.length > 1;
  const tasks = [...selected.map(builtInTask), ...formulas.map((formula, i) => formulaTask(formula, FACTORS.length + 1 + i, assets))];
  const parts = tasks.flatMap((task) => ("reason" in task ? [] : partsOf(task, settings, n * assets.length)));
  const newsColumns = dated && dated.used > 0 && !several ? { tone: dated.tone, count: dated.count } : null;
  const inputs = parts.map(({ task, question }) => {
    return { assets, news: task.needs === "news" ? newsColumns : null, settings, task, question };
  });
  // A part holds some twenty columns in memory.
  const long = n * assets.length > LONG;
  const answered = await inRoundsSoFar<typeof testFactor>(context, "test-factor", inputs, "Testing factors", long);
  if (!answered.ok) return answered;
  const testable = tasks.filter((task) => !("reason" in task));
  const tested = testable.filter((task) => answered.value.every((answer, k) => answer !== null || parts[k].task !== task));
  if (tested.length === 0 && testable.length > 0) return fail("canceled", "runtime/canceled");
  const said = tasks.filter((task) => "reason" in task || tested.includes(task));
  const mined = said.map((task): DecayingFactor => {
    if ("reason" in task) return { id: task.id, name: task.name, factor: null, reason: task.reason, decay: [] };
    const own = answered.value.flatMap((answer, k) => (answer !== null && parts[k].task === task ? [answer] : []));
    return joined(task, own, settings);
  });
  const made = mined.flatMap((one) => (one.factor ? [one] : []));
  const { bonferroni, benjaminiHochberg } = adjustedPValues(made.map(({ factor }) => factor.p));
  const factors = made.map(({ factor, decay }, i): FactorResult => {
    return { ...factor, decay, bonferroni: bonferroni[i], benjaminiHochberg: benjaminiHochberg[i] };
  });
  const kernels = await context.load("factors");
  const correlations = context.arena.scope(() => {
    const strengths = factors.map(({ id, values, information }) => {
      return { id, column: context.arena.put(values), strength: Math.abs(information.mean ?? 0) };
    });
    return factorCorrelations(context, kernels, strengths, n, settings.correlationThreshold);
  });
  return succeed<MineFactorsOutput>({
    mode: several ? "cross-section" : "series",
    factors,
    performance: chartOf(made, times, n),
    unavailable: mined.flatMap((one) => (one.factor ? [] : [{ id: one.id, name: one.name, reason: one.reason }])),
    correlations,
    metadata: { timestamp: times?.at(-1) ?? n, dataPoints: n, factorCount: factors.length },
    newsLeftOut: news ? news.length - (dated?.used ?? 0) : 0,
    ...cutAt(tested.length, testable.length),
  });
}

type DecayingFactor = MinedFactor & { id: Count; name: string; decay: FactorDecay[] };

/** A factor from the answers of its parts, with its information at every horizon. */
function joined({ id, name }: FactorTask, own: readonly FactorAnswer[], settings: FactorSettings): DecayingFactor {
  const found = own[0].mined ?? { factor: null, reason: messages.factorNeverKnown };
  const elsewhere = own.flatMap(({ information }) => information);
  const others = settings.horizons.filter((horizon) => horizon !== settings.horizon);
  const decay = settings.horizons.flatMap((horizon): FactorDecay[] => {
    const information = horizon === settings.horizon ? found.factor?.information : elsewhere[others.indexOf(horizon)];
    return information ? [{ horizon, information }] : [];
  });
  return { id, name, ...found, decay };
}

/** From this number of values on, one worker tests all factors. */
const LONG = 2_000_000;

/** Splits a factor into parts that can be tested in parallel: everything at the main horizon, and each other horizon. */
function partsOf(task: FactorTask, { horizon, horizons }: FactorSettings, values: Count): { task: FactorTask; question: FactorQuestion }[] {
  const others = horizons.filter((one) => one !== horizon);
  if (values > LONG) return [{ task, question: { whole: true, horizons: others } }];
  return [
    { task, question: { whole: true, horizons: [] } },
    ...others.map((other) => ({ task, question: { whole: false, horizons: [other] } })),
  ];
}

/** A formula as a factor task, or why it cannot be one. */
function formulaTask(
  { name, text }: FactorFormula,
  id: Count,
  assets: readonly FactorAsset[],
): FactorTask | { id: Count; name: string; reason: string } {
  const read = readFormula(text);
  if (!read.ok) return { id, name, reason: failureText(read.failure) };
  const missing = missingColumns(assets, columnsOf(read.value));
  if (missing.length > 0) return { id, name, reason: messages.formulaNeeds({ columns: missing.join(", ") }) };
  return { id, name, category: "Formula", needs: null, formula: { expression: read.value, text } };
}

/** The factors' charts as one list of points; a factor with fewer steps starts later. */
function chartOf(made: readonly { id: Count; chart: number[] }[], times: Float64Array | null, n: Count): PerformancePoint[] {
  const length = Math.max(0, ...made.map(({ chart }) => chart.length));
  return Array.from({ length }, (_, k) => {
    const row = n - length + k;
    const point: PerformancePoint = { timestamp: times?.[row] ?? row + 1 };
    for (const { id, chart } of made) {
      const value = chart[k - length + chart.length];
      if (value !== undefined && Number.isFinite(value)) point[`factor${id}`] = value;
    }
    return point;
  });
}
