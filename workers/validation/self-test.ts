import { stationaryVarianceBlock } from "../../assembly/build/validation-layouts.js";
import { deflatedSharpe, expectedMaximum, minimumBacktestLength, minimumTrackRecord, probabilisticSharpe } from "../performance";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { overfittingOf } from "./overfitting";
import { combinatorialSplits } from "./splits";
import { layOutStrategies } from "./strategies";

/** Pseudo-random returns, three strategies of 40 rows. */
const column = (k: number) => Float64Array.from({ length: 40 }, (_, t) => (((t * 7919 + k * 104_729) % 1009) - 504) / 40_000);
const STRATEGIES = [column(1), column(2), column(3)];

/** Probability of overfitting and the six sorted logits. */
const EXPECTED = [1.0, -1.0986122886681098, -1.0986122886681098, -1.0986122886681098, -1.0986122886681098, -1.0986122886681098, 0.0];

/** n times the stationary-bootstrap variance of a mean, computed lag by lag. */
function varianceByLags(values: Float64Array, q: number): number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const covariance = (k: number) => values.subarray(k).reduce((sum, value, t) => sum + (value - mean) * (values[t] - mean), 0) / n;
  const powers = Array.from({ length: n }, () => 1);
  for (let k = 1; k < n; k++) powers[k] = q * powers[k - 1];
  let total = covariance(0);
  for (let k = 1; k < n; k++) total += 2 * ((1 - k / n) * powers[k] + (k / n) * powers[n - k]) * covariance(k);
  return total;
}

async function varianceError(context: JobContext): Promise<number> {
  const validation = await context.load("validation");
  const { arena } = context;
  return arena.scope(() => {
    const [values, state] = [arena.put(STRATEGIES[0]), arena.take(3)];
    const mean = STRATEGIES[0].reduce((sum, value) => sum + value, 0) / 40;
    validation.stationaryVarianceStart(values, mean, 40, 0.8, state);
    validation.stationaryVariance(arena.block(stationaryVarianceBlock, { values, mean, n: 40, q: 0.8, state }), 0, 40);
    const expected = varianceByLags(STRATEGIES[0], 0.8);
    return largestError([arena.view(state, 3)[2] / 40 / expected], [1]);
  });
}

async function overfittingError(context: JobContext): Promise<number> {
  const [risk, validation] = await Promise.all([context.load("risk"), context.load("validation")]);
  return context.arena.scope(() => {
    const found = overfittingOf(context, validation, layOutStrategies(context, risk, ["1", "2", "3"], STRATEGIES, 0));
    const sorted = Array.from(found?.logits ?? []).sort((a, b) => a - b);
    return largestError([found?.probability ?? Number.NaN, ...sorted], EXPECTED);
  });
}

/** First and last row of every training window. */
const trained = (purge: number, embargo: number) =>
  combinatorialSplits(12, 3, 2, { purge, embargo }).flatMap(({ train }) => train.flatMap(({ from, to }) => [from, to - 1]));

export const checks: SelfCheck[] = [
  {
    kernel: "probabilisticSharpe",
    source: "pypbo's published examples",
    tolerance: 1e-12,
    errorOf: ({ kernels }) => {
      const shown = { sharpe: 1.585 / Math.sqrt(12), n: 24, skewness: -2.448, kurtosis: 10.164 };
      const tried = { sharpe: 2.5 / Math.sqrt(250), n: 1250, skewness: -3, kurtosis: 10 };
      const monthly = { sharpe: 3 / Math.sqrt(12), n: 0, skewness: -0.72, kurtosis: 5.78 };
      return largestError(
        [
          expectedMaximum(kernels, 100),
          probabilisticSharpe(kernels, shown, 0) ?? Number.NaN,
          deflatedSharpe(kernels, tried, 0.5 / 250, 100) ?? Number.NaN,
          (minimumTrackRecord(kernels, monthly, 2.5 / Math.sqrt(12), 0.95) ?? Number.NaN) / 12,
          minimumBacktestLength(kernels, 45, 1) ?? Number.NaN,
        ],
        [2.5306028932016846, 0.91323430688486018, 0.90039683444939034, 27.352920196040301, 4.9980870044434038],
      );
    },
  },
  {
    kernel: "combinatorialSplits",
    source: "skfolio's index tables",
    tolerance: 0,
    errorOf: () => largestError([...trained(1, 0), ...trained(0, 1)], [9, 11, 5, 6, 0, 2, 9, 11, 5, 7, 0, 3]),
  },
  { kernel: "stationaryVariance", source: "the sum over lags", tolerance: 1e-12, errorOf: varianceError },
  { kernel: "cscvSplits", source: "numpy 2.4.6 on the rows of each half", tolerance: 1e-10, errorOf: overfittingError },
];
