import type { Count } from "../contract";
import { rhythmOf } from "../numerics/spectrum";
import type { JobContext } from "../runtime/job";
import { chooseDimension, chooseLagByInformation, type FalseNeighbors } from "./choose-embedding";
import type { FitRegion } from "./fit-region";
import { type ChaosKernels, type Embedding, pointsOf, type ScaledColumn } from "./neighbors";
import type { LyapunovAsk } from "./schema";

/** The user's settings; null (or omitted) is automatic. */
export type LyapunovSettings = NonNullable<LyapunovAsk["settings"]>;

/** The settings used, and the source of each. */
export interface ChosenEmbedding extends Embedding {
  steps: Count;
  /** Steps of a local slope: a third of the curve or a mean period, whichever is shorter, where the series oscillates slowly. */
  span: Count;
  /** Last step of the default region: four steps per dimension, or all if the series oscillates slowly. */
  otherwise: Count;
  meanPeriod: number;
  origin: {
    lag: "given" | "autocorrelation" | "information" | "default";
    dimension: "given" | "false neighbors" | "default";
    theiler: "given" | "mean period";
  };
  falseNeighbors: FalseNeighbors | null;
}

/** Used if no dimension has few false neighbors, as for noise. */
const DEFAULT_DIMENSION = 3;
const MIN_THEILER = 10;
const MIN_STEPS = 20;
const MAX_STEPS = 200;
const PERIODS_FOLLOWED = 2.5;
/** Slower oscillations than this distort the curve, so local slopes are taken over whole periods. */
const SLOW_PERIOD = 12;
const SHORT_SPAN = 2;
const DEFAULT_STEPS = 4;
const MAX_LAGS = 200;

/** Chooses the settings left to automatic. */
export function chooseSettings(
  context: JobContext,
  chaos: ChaosKernels,
  column: ScaledColumn,
  settings: LyapunovSettings,
): ChosenEmbedding {
  const { n } = column;
  const { meanPeriod, decay } = rhythmOf(context, chaos, column);
  const period = Math.ceil(meanPeriod);
  const theiler = settings.theiler ?? Math.min(Math.max(MIN_THEILER, period), Math.floor(n / 10));
  const lags = Math.min(MAX_LAGS, Math.floor(n / 20));
  const rule = settings.lagRule ?? "autocorrelation";
  const found = settings.lag ?? (rule === "information" ? chooseLagByInformation(context, chaos, column, lags) : decay);
  const lag = found === null ? 1 : settings.lag ? found : Math.min(found, lags);
  const counted = settings.dimension ? null : chooseDimension(context, chaos, column, lag, theiler);
  const dimension = settings.dimension ?? counted?.dimension ?? DEFAULT_DIMENSION;
  const wanted = Math.min(Math.max(MIN_STEPS, Math.ceil(PERIODS_FOLLOWED * period)), MAX_STEPS, Math.floor(n / 5));
  const steps = settings.steps ?? wanted;
  const slow = period > SLOW_PERIOD;
  return {
    lag,
    dimension,
    theiler,
    steps,
    span: slow ? Math.max(SHORT_SPAN, Math.min(period, Math.floor(steps / 3))) : Math.min(SHORT_SPAN, steps),
    otherwise: slow ? steps : Math.min(DEFAULT_STEPS * dimension, steps),
    meanPeriod,
    origin: {
      lag: settings.lag ? "given" : found === null ? "default" : rule,
      dimension: settings.dimension ? "given" : counted?.dimension ? "false neighbors" : "default",
      theiler: settings.theiler === undefined || settings.theiler === null ? "mean period" : "given",
    },
    falseNeighbors: counted,
  };
}

/** The fit region set by the user; null for automatic. */
export function givenRegion({ region }: LyapunovSettings): FitRegion | null {
  return region ? { ...region, origin: "given" } : null;
}

/** Minimum number of points for a neighbor search. */
const MIN_POINTS = 50;

/** Number of points of an embedding, and whether they are enough for a neighbor search. */
export function roomFor(n: Count, embedding: Embedding, steps: Count): { points: Count; enough: boolean } {
  const points = pointsOf(n, embedding, steps);
  return { points, enough: points >= Math.max(MIN_POINTS, 2 * embedding.theiler + 2) };
}
