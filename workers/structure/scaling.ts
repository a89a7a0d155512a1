import { type Count, VALUE_BYTES } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { fitLine } from "./line";
import type { Steps, StructureKernels } from "./steps";

/** Growth of a path's roughness with the length of the window: the exponent, and the points of the fit. */
export interface Scaling {
  /** 0.5 for a random walk, above for persistent and below for mean-reverting steps. */
  hurst: number;
  rSquared: number;
  windows: Count[];
  /** ln of the statistic for each window, to which the line is fitted. */
  logs: number[];
}

const SHORTEST = 10;
/** Longest window, reached by series above a million steps: a block of this length still takes less than a millisecond. */
const MAX_VALUES = 262_144;
const MIN_WINDOWS = 4;
const VALUES_PER_CALL = 262_144;

/** Window lengths from 10 to a quarter of the series (at most 262,144), each a fifth longer than the previous one. */
export function windowLengths(n: Count): Count[] {
  const lengths: Count[] = [];
  for (let length = SHORTEST; length <= Math.min(n >> 2, MAX_VALUES); length = Math.max(length + 1, Math.floor((length * 6) / 5)))
    lengths.push(length);
  return lengths;
}

/** Blocks of one window length, a few at a time. */
function overBlocks(context: JobContext, blocks: Count, size: Count, step: (from: number, to: number) => void): void {
  inChunks(context, blocks, Math.max(1, Math.floor(VALUES_PER_CALL / size)), step);
}

function scalingOf(context: JobContext, windows: Count[], statistic: number[], shift: number): Scaling | null {
  const known = windows.map((_, i) => i).filter((i) => statistic[i] > 0);
  const log = context.kernels.naturalLog;
  const logs = known.map((i) => log(statistic[i]));
  const line = fitLine(
    known.map((i) => log(windows[i])),
    logs,
  );
  if (line === null || known.length < MIN_WINDOWS) return null;
  return { hurst: line.slope + shift, rSquared: line.rSquared, windows: known.map((i) => windows[i]), logs };
}

/**
 * Hurst exponent from rescaled ranges, each divided by its expectation under independence.
 * @term Hurst exponent (rescaled range)
 * @formula H = 1/2 + slope of ln(R/S(n) / E(R/S(n))) on ln n
 * @source Hurst (1951); Anis and Lloyd (1976), Biometrika 63, 111-116
 * @tolerance 1e-9 against plain sums; 0.5 within 0.03 on 20,000 independent normal steps
 * @returns null for fewer than about 70 steps, and for steps that do not vary
 */
export function rescaledRangeHurst(context: JobContext, structure: StructureKernels, { path, n, varies }: Steps): Scaling | null {
  if (!varies) return null;
  const { arena, kernels } = context;
  const windows = windowLengths(n);
  const ratios = windows.map((size) =>
    arena.scope(() => {
      const out = arena.put(new Float64Array(2));
      overBlocks(context, Math.floor(n / size), size, (from, to) => structure.rescaledRange(path, from, to, size, out));
      const [sum, count] = arena.view(out, 2);
      const expected = structure.expectedRescaledRange(size, kernels.logGamma((size - 1) / 2) - kernels.logGamma(size / 2));
      return count > 0 ? sum / count / expected : 0;
    }),
  );
  return scalingOf(context, windows, ratios, 0.5);
}

/**
 * Detrended fluctuation analysis of order 1; blocks are taken from both ends, so no value is dropped.
 * @term Detrended fluctuation analysis (DFA)
 * @formula alpha = slope of ln F(s) on ln s, F(s)^2 = mean squared residual of the cumulative steps from a linear fit in each window of s
 * values
 * @source Peng and others (1994), Physical Review E 49, 1685-1689
 * @tolerance 1e-9 against plain regressions; 0.5 within 0.03 on 20,000 independent normal steps
 * @returns null for fewer than about 70 steps, and for steps that do not vary
 */
export function detrendedFluctuation(context: JobContext, structure: StructureKernels, { path, n, varies }: Steps): Scaling | null {
  if (!varies) return null;
  const windows = windowLengths(n);
  const fluctuations = windows.map((size) => {
    const blocks = Math.floor(n / size);
    const offsets = n % size === 0 ? [0] : [0, n % size];
    let sum = 0;
    for (const offset of offsets) {
      // The path begins with the level before the first step.
      const start = path + (1 + offset) * VALUE_BYTES;
      overBlocks(context, blocks, size, (from, to) => {
        sum += structure.detrendedSquares(start, from, to, size);
      });
    }
    return Math.sqrt(sum / (offsets.length * blocks * size));
  });
  return scalingOf(context, windows, fluctuations, 0);
}

/**
 * Fractal dimension of the path, from its length measured with rulers of one and two steps.
 * @term Fractal dimension
 * @formula D = 2 - log2(A(2) / A(1)), A(l) = l times the sum of |x[i l] - x[(i - 1) l]|, each over the same sample
 * @source Hall and Wood (1993), Biometrika 80, 246-252
 * @tolerance 1e-12 against plain sums; 1.5 within 0.02 on a simulated Brownian path
 */
export function fractalDimension(context: JobContext, structure: StructureKernels, { path, n, varies }: Steps): number | null {
  if (!varies) return null;
  const even = n - (n % 2);
  const lengthBy = (lag: Count) => {
    let sum = 0;
    inChunks(context, even / lag, VALUES_PER_CALL, (from, to) => {
      sum += structure.rulerLength(path, from + 1, to + 1, lag);
    });
    return lag * sum;
  };
  const [short, long] = [lengthBy(1), lengthBy(2)];
  return short > 0 && long > 0 ? 2 - context.kernels.naturalLog(long / short) / Math.LN2 : null;
}

/**
 * Kristoufek and Vosvrda's efficiency index: distance from a random walk in memory, roughness and first autocorrelation; 0 for efficient.
 * @term Efficiency index
 * @formula sqrt((H - 0.5)^2 + (D - 1.5)^2 + (rho[1] / 2)^2)
 * @source Kristoufek and Vosvrda (2013), Physica A 392, 184-193
 * @tolerance exact
 */
export const efficiencyIndex = (hurst: number, dimension: number, firstAutocorrelation: number): number =>
  Math.sqrt((hurst - 0.5) ** 2 + (dimension - 1.5) ** 2 + (firstAutocorrelation / 2) ** 2);
