import { lagFilterBlock } from "../../assembly/build/volatility-layouts.js";
import { VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { completeModel } from "./garch-model";
import { figarchWeights } from "./lag-weights";
import { EgarchLikelihood } from "./likelihoods/egarch-likelihood";
import { prepareSeries } from "./volatility-series";

/** z = -3, -1, 0, 0.5, 2.5. */
const POINTS = [-3, -1, 0, 0.5, 2.5];
const ARCH = "Python arch 8.0.0";

async function densities(context: JobContext, density: number, nu: number, lambda: number): Promise<number[]> {
  const kernels = await context.load("volatility");
  const { arena } = context;
  return arena.scope(() => {
    const block = arena.take(kernels.densitySize());
    const out = arena.take(4);
    kernels.densityPrepare(block, density, nu, lambda);
    return POINTS.map((z) => {
      kernels.densityLog(block, z, out);
      return arena.read(out);
    });
  });
}

const density = (name: string, code: number, nu: number, lambda: number, expected: number[]): SelfCheck => ({
  kernel: `densityLog, ${name}`,
  source: ARCH,
  tolerance: 1e-13,
  errorOf: async (context) => largestError(await densities(context, code, nu, lambda), expected),
});

export const checks: SelfCheck[] = [
  density("t", 1, 6, 0, [-4.882978188893278, -1.5386881312972505, -0.7576857016975164, -0.9698718780550383, -4.051127407323359]),
  density("skewed t", 2, 8, -0.1, [-4.70111081255733, -1.5637467480800717, -0.8175010226256847, -0.9140988978270582, -4.229253177375419]),
  density("GED", 3, 1.5, 0, [-4.881827672428445, -1.5390392716400205, -0.7424074851730661, -1.0240593543328347, -3.8913711123286623]),
  {
    kernel: "egarchForward",
    source: "closed form: without weights of shocks the variance is constant",
    tolerance: 1e-13,
    async errorOf(context) {
      const kernels = await context.load("volatility");
      const values = Float64Array.from({ length: 50 }, (_, t) => ((t * 7919) % 101) / 50.5 - 1);
      const model = completeModel({ variance: "egarch", mean: "zero", p: 1, q: 1, distribution: "normal", preSample: "ewma75" });
      return context.arena.scope(() => {
        const series = prepareSeries(context, values, model);
        if (!series) return Number.POSITIVE_INFINITY;
        const likelihood = new EgarchLikelihood(context, kernels, model, series);
        const value = likelihood.value(Float64Array.of(0.25, 0, 0, 0));
        const squares = values.reduce((sum, x) => sum + x * x, 0) / series.scale ** 2;
        const logScale = context.kernels.naturalLog(series.scale);
        const logTwoPi = context.kernels.naturalLog(2 * Math.PI);
        const variance = kernels.exponential(0.25);
        return largestError([value], [-0.5 * (50 * (logTwoPi + 0.25 + 2 * logScale) + squares / variance)]);
      });
    },
  },
  {
    kernel: "lagFilter",
    source: "closed form: weights of fractional differencing with d = 1/2 on a single shock",
    tolerance: 1e-15,
    async errorOf(context) {
      const kernels = await context.load("volatility");
      const { arena } = context;
      return arena.scope(() => {
        const { weights } = figarchWeights(0, 0.5, 0);
        const x = arena.put(Float64Array.from({ length: 16 }, (_, i) => (i === 8 ? 1 : 0))) + 8 * VALUE_BYTES;
        const out = arena.take(8);
        const reversed = arena.put(weights.slice(0, 8).reverse());
        kernels.lagFilter(arena.block(lagFilterBlock, { reversed, lags: 8, x, constant: 0, out }), 0, 8);
        return largestError(arena.view(out, 5), [0, 1 / 2, 1 / 8, 1 / 16, 5 / 128]);
      });
    },
  },
];
