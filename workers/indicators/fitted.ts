import { fail, type Outcome, succeed } from "../contract";
import { modelOf, REGIME_SEED, jobs as regimes } from "../regimes";
import { inChunks, type JobContext } from "../runtime/job";
import { DEFAULT_FIT_OPTIONS, type ModelAsk, jobs as volatility } from "../volatility";
import type { Lines } from "./lines";
import type { FittedKind, IndicatorSettings } from "./schema";

const CHUNK = 1 << 17;
const MODEL: ModelAsk = { variance: "garch", mean: "constant", p: 1, q: 1, distribution: "t", preSample: "sample" };
/** Log returns are in percent. */
const PERCENT = 0.01;

/** Aligns a column with the closes, which begin before the first return. */
function aligned(values: Float64Array, length: number, context: JobContext): Float64Array {
  const column = context.column(length);
  column.fill(Number.NaN, 0, length - values.length);
  column.set(values, length - values.length);
  return column;
}

/** Annualized conditional volatility in percent, from a GARCH(1,1) with Student's t errors. */
async function garch(closes: Float64Array, { periodsPerYear }: IndicatorSettings, context: JobContext): Promise<Outcome<Lines>> {
  const fitted = await volatility["fit-garch"]({ values: closes, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS }, context);
  if (!fitted.ok) return fitted;
  const { fit } = fitted.value;
  if (fit.status === "not-converged") return fail("not-converged", "indicators/notConverged");
  const { addScaled } = await context.load("indicators");
  const { arena } = context;
  const n = fit.volatility.length;
  return arena.scope(() => {
    const [steps, years] = [arena.put(fit.volatility), arena.take(n)];
    inChunks(context, n, CHUNK, (from, to) => addScaled(steps, steps, from, to, Math.sqrt(periodsPerYear) - 1, years));
    return succeed({ volatility: aligned(arena.view(years, n), closes.length, context) });
  });
}

/** The more probable of two regimes at each bar, by filtered probabilities: 1 for bull, -1 for bear. */
async function shades(closes: Float64Array, _: IndicatorSettings, context: JobContext): Promise<Outcome<Lines>> {
  const asked = { values: closes, kind: "prices", times: null, states: 2, seed: REGIME_SEED, compare: false, columns: false } as const;
  const fitted = await regimes["fit-regimes"](asked, context);
  if (!fitted.ok) return fitted;
  const asking = { values: closes, kind: fitted.value.kind, model: modelOf(fitted.value), view: "filtered", scale: PERCENT } as const;
  const shaded = await regimes["shade-regimes"](asking, context);
  if (!shaded.ok) return shaded;
  return succeed({ bull: aligned(shaded.value.sides[0], closes.length, context) });
}

/** The lines of fitted indicators, each as long as the closes; NaN before the first return. */
export const fittedLines: Record<
  FittedKind,
  (closes: Float64Array, settings: IndicatorSettings, context: JobContext) => Promise<Outcome<Lines>>
> = { garch, regimes: shades };
