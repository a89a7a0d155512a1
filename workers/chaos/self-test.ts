import { lorenzSystemBlock } from "../../assembly/build/chaos-layouts.js";
import { rhythmOf, transform } from "../numerics/spectrum";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { scaledColumn } from "./analyze";
import { divergenceOf } from "./divergence";
import { kantzOf } from "./kantz";
import { type ChaosKernels, findNeighbors, pointsOf, type ScaledColumn } from "./neighbors";
import { seedStream, surrogateInPlace } from "./surrogates";

/** Pseudo-random values; the expected numbers are computed from them by NumPy. */
const VALUES = Float64Array.from({ length: 120 }, (_, i) => ((i * i * 7919) % 1009) / 1009);
const NUMPY = "numpy 2.4.6, all pairs and plain sums";
const EMBEDDING = { dimension: 3, lag: 2, theiler: 4 };
const STEPS = 8;
const CURVE = [
  -2.628831158050162, -1.3946447303407998, -2.3400487748061454, -1.2405099541737112, -1.8973267798655522, -1.0476816317932065,
  -1.513933709655562, -0.9187103227298017,
];
const KANTZ = [
  -2.1782375489437538, -0.9094791752857702, -1.7432881273120493, -0.7891647379477582, -1.2090218462139786, -0.6432414104360784,
  -0.8148079552776523, -0.5727104315523042,
];
/** The first neighbors. */
const NEAREST = [38, 72, 91, 92, 93, 94, 95, 96, 97, 98];
/** Frequencies of the first 12 (radix 4 and 3) and 13 (convolution) values. */
const SPECTRUM_12 = [
  6.272547076313181, 0, 0.2640896867741042, 0.3069972418515526, -0.7215064420218036, 0.14247791578614172, -0.9018830525272546,
  0.08225966303270571, -0.2953419226957384, -1.1072078997838708, -0.9855961287959081, 0.022041410279269702, -0.9920713577799805, 0,
];
const SPECTRUM_13 = [
  6.437066402378592, 0, -0.24601246756393835, 0.2932298141235109, -1.1464367823667572, -0.4670307014430828, -0.8165805536265843,
  -0.7818342304641815, 0.45834257146232416, -0.8060646514751086, -0.997212871644279, -0.5922716965321658, -0.4706330974500607,
  -0.21663177544970225,
];

type Measured = (context: JobContext, chaos: ChaosKernels, column: ScaledColumn) => ArrayLike<number>;

function check(kernel: string, source: string, tolerance: number, expected: ArrayLike<number>, measured: Measured): SelfCheck {
  return {
    kernel,
    source,
    tolerance,
    async errorOf(context) {
      const chaos = await context.load("chaos");
      return context.arena.scope(() => {
        const column = scaledColumn(context, context.arena.put(VALUES), VALUES.length);
        return column === null ? Number.POSITIVE_INFINITY : largestError(measured(context, chaos, column), expected);
      });
    },
  };
}

const spectrumOf =
  (n: number): Measured =>
  (context, chaos, { address }) => {
    const { arena } = context;
    const plan = arena.takeBytes(chaos.fftBytes(n, 1));
    const out = arena.take(n + 2);
    chaos.fftPlan(plan, n, 1);
    transform(context, chaos, plan, address, out, 0);
    return arena.view(out, 2 * ((n >> 1) + 1)).slice();
  };

const nearestBy =
  (method: "tree" | "diagonal"): Measured =>
  (context, chaos, column) => {
    const { nearest } = findNeighbors(context, chaos, column, EMBEDDING, pointsOf(column.n, EMBEDDING, STEPS - 1), method);
    return new Int32Array(context.kernels.memory.buffer, nearest, NEAREST.length).slice();
  };

const zeroOne: Measured = ({ arena }, chaos, { address, n }) => {
  const path = arena.take(2 * n);
  const displacement = arena.take(n / 10);
  chaos.zeroOnePath(address, n, 1, chaos.zeroOneMean(address, n, 1), 1.3, path);
  chaos.zeroOneDisplacement(path, n, n / 10, 1, n / 10, displacement);
  return [chaos.zeroOneCorrelation(displacement, n / 10)];
};

const information: Measured = ({ arena }, chaos, { address, n }) => {
  const [order, classes, table] = [arena.takeBytes(4 * n), arena.takeBytes(n), arena.takeBytes(4 * 35)];
  chaos.sortOrder(address, n, order, arena.takeBytes(chaos.sortOrderBytes(n)));
  chaos.rankClasses(order, n, 5, classes);
  return [chaos.mutualInformation(classes, n, 1, 5, table)];
};

const falseShare: Measured = (context, chaos, column) => {
  const { search, points } = findNeighbors(context, chaos, column, { dimension: 2, lag: 2, theiler: 4 }, column.n - 4);
  return [chaos.falseNeighbors(search, 0, points, 4, 15, 2)];
};

const surrogateValues: Measured = (context, chaos, { address, n }) => {
  surrogateInPlace(context, chaos, address, n, "iaaft", seedStream(context, 1, 1));
  return context.arena.view(address, n).slice().sort();
};

const asymmetry: Measured = ({ arena }, chaos, { address, n }) => {
  const sums = arena.put(new Float64Array(6));
  arena.view(address, n).set(VALUES.map((value) => value - 0.5));
  chaos.rangeAsymmetry(address, 0, 0, 0, n - 1, sums);
  const [losses, lossSum, , gains, gainSum] = arena.view(sums, 6);
  return [lossSum / losses / (gainSum / gains)];
};

const kantz: Measured = (context, chaos, column) =>
  kantzOf(context, chaos, column, EMBEDDING, STEPS, { radius: 0.35, most: 3, fewest: 2, references: 200, spread: false }).curve;

/** Enough values for the neighbor search to choose its method by a probe. */
const LONG = 6000;

/** Both search methods find the same neighbors on a long orbit. */
const bothWays: SelfCheck = {
  kernel: "treeVisited",
  source: "the neighbors that all pairs give",
  tolerance: 0,
  errorOf: async (context) => {
    const chaos = await context.load("chaos");
    const { arena, kernels } = context;
    return arena.scope(() => {
      const address = arena.take(LONG);
      chaos.lorenzFlow(arena.block(lorenzSystemBlock, { sigma: 10, rho: 28, beta: 8 / 3, step: 0.02 }), 500, LONG, address);
      const column = scaledColumn(context, address, LONG);
      if (!column) return Number.POSITIVE_INFINITY;
      const nearest = (method: "auto" | "diagonal") =>
        arena.scope(() => {
          const points = LONG - 40;
          const found = findNeighbors(context, chaos, column, { dimension: 3, lag: 5, theiler: 20 }, points, method);
          return new Int32Array(kernels.memory.buffer, found.nearest, points).slice();
        });
      return largestError(nearest("auto"), nearest("diagonal"));
    });
  },
};

export const checks: SelfCheck[] = [
  bothWays,
  check("fft (12 values)", NUMPY, 1e-14, SPECTRUM_12, spectrumOf(12)),
  check("fft (13 values)", NUMPY, 1e-14, SPECTRUM_13, spectrumOf(13)),
  check("neighborsDiagonal", NUMPY, 0, NEAREST, nearestBy("diagonal")),
  check("neighborsTree", NUMPY, 0, NEAREST, nearestBy("tree")),
  check("divergenceCurve", NUMPY, 1e-13, CURVE, (context, chaos, column) => divergenceOf(context, chaos, column, EMBEDDING, STEPS).curve),
  check("kantzAdd", NUMPY, 1e-13, KANTZ, kantz),
  check("spectrumPower", NUMPY, 1e-12, [3.7092957124672283], (context, chaos, column) => [rhythmOf(context, chaos, column).meanPeriod]),
  check("mutualInformation", NUMPY, 1e-14, [0.09917136322306538], information),
  check("falseNeighbors", NUMPY, 0, [3], falseShare),
  check("zeroOneCorrelation", NUMPY, 1e-12, [0.9988592536285912], zeroOne),
  check("matchAmplitudes", "closed form: a surrogate holds the very values", 0, VALUES.slice().sort(), surrogateValues),
  check("rangeAsymmetry", NUMPY, 1e-13, [0.8560400062509768], asymmetry),
];
