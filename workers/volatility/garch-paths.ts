import { pathsBlock } from "../../assembly/build/volatility-layouts.js";
import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { Past } from "./garch-forecast";
import { type GarchParameters, type KeptFit, meanLags } from "./garch-model";
import { isLagModel } from "./lag-weights";
import { distributionCode } from "./likelihoods/garch-state";
import { drawParameters } from "./parameter-draws";
import { type PathModel, pathModel, pathPast, setKnown } from "./path-model";

/** A central interval with the given coverage at each step. */
export interface Band {
  level: Fraction;
  lower: Float64Array;
  upper: Float64Array;
}

export interface Simulation {
  fit: KeptFit;
  past: Past;
  /** Source of z: the fitted density, or the standardized residuals (filtered historical simulation). */
  noise: "density" | "residuals";
  /** Whether parameters are drawn too, to reflect estimation uncertainty. */
  parameterUncertainty: boolean;
  seed: number;
  steps: Count;
  paths: Count;
  levels: Fraction[];
}

interface SimulatedPaths {
  simulatedVariance: Float64Array;
  simulationError: Float64Array;
  /** Bands of sigma, of the return, and of the cumulative return, with the median of the latter. */
  volatilityBands: Band[];
  returnBands: Band[];
  cumulativeBands: Band[];
  cumulativeMedian: Float64Array;
}

const PATHS_PER_CALL = 50_000;
/** Innovations per call: those of a skewed t or GED take a fraction of a microsecond each. */
const DRAWS_PER_CALL = 4096;
/** Sets of parameters among which the paths are divided. */
const PARAMETER_DRAWS = 500;

const band = (context: JobContext, level: Fraction, length: Count): Band => ({
  level,
  lower: context.column(length),
  upper: context.column(length),
});

/** A group of paths with the same parameters. */
interface Group {
  from: Count;
  to: Count;
  parameters: GarchParameters;
  model: PathModel;
}

/**
 * Seeded paths of a fitted model: mean variance of each step with its Monte-Carlo error, and central bands.
 * @term Simulated paths
 * @formula quantiles over the paths; with parameter uncertainty each of 500 groups of paths has its own parameter draw
 * @source filtered historical simulation: Barone-Adesi, Giannopoulos and Vosper 1999
 * @tolerance mean variance within 4.5 Monte-Carlo errors of the exact recursion
 */
export function simulatePaths(context: JobContext, kernels: KernelsOf<"volatility">, ask: Simulation): SimulatedPaths {
  const { fit, past, seed, steps, paths, levels } = ask;
  const { arena } = context;
  const { model } = fit;
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
    const groups = groupsOf(context, kernels, ask, stream);
    const before = pathPast(context, model, past, steps);
    const ring = (values: Float64Array) => {
      const address = arena.take(before.slots * paths);
      kernels.pathsStart(address, paths, before.slots, arena.put(values));
      return address;
    };
    const shocks = ring(before.shocks);
    const variances = isLagModel(model) ? 0 : ring(before.levels);
    const history = meanLags(model) > 0 ? ring(before.returns) : 0;
    const residuals = ask.noise === "residuals" && fit.residuals ? arena.put(fit.residuals) : 0;
    const code = distributionCode[model.distribution];
    const { slots } = before;
    const [noise, sigmas, draws, totals, copy] = Array.from({ length: 5 }, () => arena.take(paths));
    const sums = arena.take(2);
    const columns = { shocks, levels: variances, history, paths, slots, noise, sigmas, returns: draws, totals, sums };
    const laidOut = groups.map((group) => {
      const { address, weights } = group.model;
      return { ...group, block: arena.block(pathsBlock, { model: address, weights, ...columns }) };
    });
    arena.view(totals, paths).fill(0);
    for (let step = 0; step < steps; step++) {
      context.progress(step / steps, "Simulating paths");
      arena.view(sums, 2).fill(0);
      for (const { from, to, parameters, model: own, block } of laidOut) {
        context.checkpoint();
        setKnown(context, own, step);
        if (residuals) kernels.drawResiduals(stream, noise, from, to, residuals, fit.n);
        else {
          for (let at = from; at < to; at += DRAWS_PER_CALL) {
            context.checkpoint();
            const count = Math.min(to - at, DRAWS_PER_CALL);
            kernels.drawInnovations(stream, noise + at * VALUE_BYTES, count, code, parameters.nu ?? 0, parameters.lambda ?? 0);
          }
        }
        kernels.pathsStep(block, step, from, to);
      }
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

/** Paths divided into groups: by parameter draw, if parameters are drawn, and limited to what one kernel call may process. */
function groupsOf(context: JobContext, kernels: KernelsOf<"volatility">, ask: Simulation, stream: number): Group[] {
  const { fit, past, steps, paths } = ask;
  const cut = (count: Count) =>
    Array.from({ length: count }, (_, i) => [Math.floor((i * paths) / count), Math.floor(((i + 1) * paths) / count)]);
  const own = (parameters: GarchParameters, first?: number) => pathModel(context, kernels, fit.model, parameters, past, steps, first);
  if (!ask.parameterUncertainty) {
    const model = own(fit.parameters);
    const pieces = Array.from({ length: Math.ceil(paths / PATHS_PER_CALL) }, (_, i) => i * PATHS_PER_CALL);
    return pieces.map((from) => ({ from, to: Math.min(from + PATHS_PER_CALL, paths), parameters: fit.parameters, model }));
  }
  const draws = drawParameters(context, kernels, fit, Math.min(paths, PARAMETER_DRAWS), stream);
  return cut(draws.length).map(([from, to], i) => {
    const { parameters, logVarianceChange } = draws[i];
    return { from, to, parameters, model: own(parameters, fit.nextVariance * kernels.exponential(logVarianceChange)) };
  });
}
