import type { Count, Fraction } from "../contract";
import type { KernelsOf } from "../wasm/kernels";
import { distributionCode, type Past } from "./garch-forecast";
import type { GarchFit } from "./garch-model";
import { inChunks, type JobContext } from "./job";
import { quantilesInPlace } from "./quantiles";

/** A central interval with the given coverage at each step. */
export interface Band {
  level: Fraction;
  lower: Float64Array;
  upper: Float64Array;
}

export interface Simulation {
  fit: Pick<GarchFit, "model" | "parameters">;
  past: Past;
  seed: number;
  steps: Count;
  paths: Count;
  levels: Fraction[];
}

export interface SimulatedPaths {
  simulatedVariance: Float64Array;
  simulationError: Float64Array;
  /** Bands of sigma, of the return, and of the sum of returns so far, with the median of the latter. */
  volatilityBands: Band[];
  returnBands: Band[];
  cumulativeBands: Band[];
  cumulativeMedian: Float64Array;
}

const PATHS_PER_CALL = 50_000;

const band = (context: JobContext, level: Fraction, length: Count): Band => ({
  level,
  lower: context.column(length),
  upper: context.column(length),
});

/** Seeded paths of a fitted model: mean variance of each step with its Monte-Carlo error, and central bands. */
export function simulatePaths(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { fit, past, seed, steps, paths, levels }: Simulation,
): SimulatedPaths {
  const { arena } = context;
  const { model, parameters } = fit;
  const slots = past.squares.length;
  const column = () => context.column(steps);
  const result: SimulatedPaths = {
    simulatedVariance: column(),
    simulationError: column(),
    volatilityBands: levels.map((level) => band(context, level, steps)),
    returnBands: levels.map((level) => band(context, level, steps)),
    cumulativeBands: levels.map((level) => band(context, level, steps)),
    cumulativeMedian: column(),
  };
  const probabilities = [...new Set([0.5, ...levels.flatMap((level) => [(1 - level) / 2, (1 + level) / 2])])].sort((a, b) => a - b);
  const place = (p: Fraction) => probabilities.indexOf(p);
  const spread = (bands: Band[], step: number, address: number): Float64Array => {
    const quantiles = quantilesInPlace(context, address, paths, probabilities);
    for (const { level, lower, upper } of bands) {
      lower[step] = quantiles[place((1 - level) / 2)];
      upper[step] = quantiles[place((1 + level) / 2)];
    }
    return quantiles;
  };

  arena.scope(() => {
    const stream = arena.takeBytes(32);
    kernels.rngSeed(stream, seed);
    const weights = arena.put(Float64Array.of(parameters.mu, parameters.omega, ...parameters.alpha, ...parameters.beta));
    const rings = arena.take(2 * slots * paths);
    kernels.simulateStart(rings, paths, slots, arena.put(past.squares), arena.put(past.variances));
    const [noise, sigmas, draws, totals, copy] = Array.from({ length: 5 }, () => arena.take(paths));
    const sums = arena.take(2);
    arena.view(totals, paths).fill(0);
    for (let step = 0; step < steps; step++) {
      context.progress(step / steps, "Simulating paths");
      arena.view(sums, 2).fill(0);
      inChunks(context, paths, PATHS_PER_CALL, (from, to) => {
        kernels.drawInnovations(stream, noise, from, to, distributionCode[model.distribution], parameters.nu ?? 0, parameters.lambda ?? 0);
        kernels.simulateStep(rings, paths, slots, step, from, to, weights, model.p, model.q, noise, sigmas, draws, totals, sums);
      });
      const [sum, sumSquared] = arena.view(sums, 2);
      result.simulatedVariance[step] = sum / paths;
      result.simulationError[step] = Math.sqrt(Math.max(sumSquared / paths - (sum / paths) ** 2, 0) / (paths - 1));
      spread(result.volatilityBands, step, sigmas);
      spread(result.returnBands, step, draws);
      arena.view(copy, paths).set(arena.view(totals, paths));
      result.cumulativeMedian[step] = spread(result.cumulativeBands, step, copy)[place(0.5)];
    }
  });
  return result;
}
