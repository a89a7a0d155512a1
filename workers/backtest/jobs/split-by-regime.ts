import { type Count, type Fraction, type Outcome, succeed } from "../../contract";
import { performanceOfReturns, type RiskKernels } from "../../performance";
import { fitRegimesJob, modelOf, shadeRegimes } from "../../regimes";
import { CHUNK, inChunks, type JobContext } from "../../runtime/job";

export interface RegimeResult {
  label: string;
  rows: Count;
  /** Of all rows with a known regime. */
  share: Fraction;
  /** Annualized mean of the simple returns on its rows; null, like all figures below, without any. */
  annualReturn: Fraction | null;
  volatility: Fraction | null;
  sharpeRatio: number | null;
  /** Of its rows concatenated, at most 0. */
  maxDrawdown: Fraction | null;
  /** Annual return of the benchmark on the same rows. */
  benchmarkReturn: Fraction | null;
}

/** An account, its benchmark, and the prices whose regimes are used. */
export interface RegimeQuestion {
  /**
   * Prices of the whole series, to which the regimes are fitted. Null for several assets: the benchmark, by default holding all of them, is used
   * instead.
   */
  close: Float64Array | null;
  /** Row of the account's first value in the prices. */
  firstRow: Count;
  equity: Float64Array;
  benchmark: Float64Array;
  states?: Count;
  seed?: number;
  perYear: number;
  riskFree: Fraction;
}

export interface RegimeSplit {
  regimes: RegimeResult[];
  /** Basis of the regimes' names. */
  caption: string;
  /** A column for every two regimes, one value per row of the account: 1 if the first was known, -1 if the second was, 0 otherwise. */
  sides: Float64Array[];
}

/**
 * Performance by regime. The regime of a step is the most probable one at the previous close, by filtered probabilities: known at that time,
 * except for the parameters, which are fitted to the whole series.
 * @term Performance by regime
 * @formula regime of the return from t to t+1: argmax of P(regime at t given the returns up to t); figures of the returns of each
 * @source Hamilton 1989 for the filter
 * @tolerance same figures as of the returns a plain loop picks
 */
export async function splitByRegime(question: RegimeQuestion, context: JobContext): Promise<Outcome<RegimeSplit>> {
  const { close, benchmark, equity, states, seed, perYear } = question;
  const [values, firstRow] = close ? [close, question.firstRow] : [benchmark, 0];
  const asked = { values, kind: "prices", times: null, states, seed, annualization: perYear } as const;
  const fitted = await fitRegimesJob({ ...asked, horizon: 0, compare: false, columns: false }, context);
  if (!fitted.ok) return fitted;
  const { regimes, caption } = fitted.value;
  const shaded = await shadeRegimes({ values, kind: "prices", model: modelOf(fitted.value), view: "filtered", scale: 0.01 }, context);
  if (!shaded.ok) return shaded;
  const known = shaded.value.sides;
  const sides = known.map(() => context.column(equity.length));
  const path = new Float64Array(equity.length - 1).fill(-1);
  // The return that ends at a row belongs to the regime known at the row before, from the return that ended there.
  for (let row = 1; row < equity.length; row++) {
    const at = firstRow + row - 2;
    if (at < 0) continue;
    for (const [pair, column] of known.entries()) {
      sides[pair][row] = column[at];
      if (column[at] !== 0) path[row - 1] = 2 * pair + (column[at] > 0 ? 0 : 1);
    }
  }
  const risk = await context.load("risk");
  const labels = regimes.map(({ label }) => label);
  return succeed({ regimes: byRegime(context, risk, question, path, labels), caption, sides });
}

/** Figures of the returns in each regime, for the account and the benchmark. */
function byRegime(
  context: JobContext,
  risk: RiskKernels,
  { equity, benchmark, perYear, riskFree }: RegimeQuestion,
  path: Float64Array,
  labels: readonly string[],
): RegimeResult[] {
  const { arena, kernels } = context;
  const n = path.length;
  const known = path.reduce((count, regime) => count + (regime < 0 ? 0 : 1), 0);
  return arena.scope(() => {
    const returnsAt = (values: Float64Array) => {
      const [from, out] = [arena.put(values), arena.take(values.length)];
      inChunks(context, values.length, CHUNK, (a, b) => kernels.simpleReturns(from, a, b, out));
      return out;
    };
    const [own, other] = [returnsAt(equity), returnsAt(benchmark)];
    const kept = arena.take(Math.max(1, n));
    return labels.map((label, regime) => {
      const figures = [own, other].map((address) => {
        const [all, some] = [arena.view(address, n + 1), arena.view(kept, n)];
        let count = 0;
        // path[t] is the regime of the return from row t to row t + 1.
        for (let t = 0; t < n; t++) if (path[t] === regime) some[count++] = all[t + 1];
        context.checkpoint();
        if (count === 0) return null;
        return { count, performance: performanceOfReturns(context, risk, kept, count, { perYear, riskFree }) };
      });
      const [mine, its] = figures;
      return {
        label,
        rows: mine?.count ?? 0,
        share: (mine?.count ?? 0) / Math.max(1, known),
        annualReturn: mine?.performance.annualReturn ?? null,
        volatility: mine?.performance.volatility ?? null,
        sharpeRatio: mine?.performance.sharpe ?? null,
        maxDrawdown: mine?.performance.maxDrawdown ?? null,
        benchmarkReturn: its?.performance.annualReturn ?? null,
      };
    });
  });
}
