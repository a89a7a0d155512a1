import { profileCandidatesBlock } from "../../assembly/build/structure-layouts.js";
import type { JobContext } from "../runtime/job";
import { columnAt, largestError, type SelfCheck } from "../runtime/self-check";
import { volatilityClustering } from "./clustering";
import { errorBound, KEPT, piecesOf } from "./gpu/profile-shader";
import { permutationEntropy } from "./ordinal";
import { diagonalsOf, exclusionOf } from "./profile-order";
import { profilePart, takeProfile } from "./profile-part";
import { fractalDimension } from "./scaling";
import { type Steps, type StructureKernels, takeSteps } from "./steps";
import { varianceRatios } from "./variance-ratio";

/** Pseudo-random values; the expected numbers are computed from them with 40 digits. */
const VALUES = Float64Array.from({ length: 48 }, (_, i) => ((i * i * 7919 + i * 31) % 1009) / 504.5 - 1);
const ARITHMETIC = "40-digit arithmetic";
const WIDTH = 8;

/** Highest correlation of each window of 8 values with one more than 2 steps away. */
// biome-ignore format: a table
const CORRELATIONS = [
  0.9623438075997844, 0.9943690696746192, 0.9961626001318561, 0.5766771326103112, 0.5570498390598109, 0.5722224314255792,
  0.4954792246124127, 0.4994468192869019, 0.5766771326103112, 0.5570498390598109, 0.9623438075997844, 0.9590258894286213,
  0.9492951427770429, 0.968746839879143, 0.977568010373039, 0.9736700465297861, 0.9637318516363977, 0.9696471297185011,
  0.4899574054395532, 0.4847217602682725, 0.5164047326916897, 0.5315192528401805, 0.49997816282775, 0.4765881748623579,
  0.481881413997158, 0.5158068511657373, 0.4994468192869019, 0.532719189138638, 0.5164047326916897, 0.9383078236212219,
  0.9349745972170346, 0.4124100393049242, 0.6985230623684474, 0.7122208905730006, 0.9943690696746192, 0.9961626001318561,
  0.968746839879143, 0.977568010373039, 0.9736700465297861, 0.9637318516363977, 0.9696471297185011,
];

type Work = (structure: StructureKernels, context: JobContext, steps: Steps) => ArrayLike<number>;

/** A check on the values in the arena, prepared as in the jobs. */
const check = (kernel: string, source: string, tolerance: number, expected: ArrayLike<number>, work: Work): SelfCheck => ({
  kernel,
  source,
  tolerance,
  async errorOf(context) {
    const structure = await context.load("structure");
    const { arena } = context;
    return arena.scope(() =>
      largestError(work(structure, context, takeSteps(context, structure, arena.put(VALUES), VALUES.length)), expected),
    );
  },
});

/** The output of a kernel of a few values in the arena. */
const left = ({ arena }: JobContext, length: number, run: (out: number) => void): number[] => {
  const out = arena.put(new Float64Array(length));
  run(out);
  return [...arena.view(out, length)];
};

export const checks: SelfCheck[] = [
  {
    kernel: "ordinalCodes, ordinalEntropy",
    source: "Bandt and Pompe (2002), worked example, in bits",
    tolerance: 1e-13,
    async errorOf(context) {
      const structure = await context.load("structure");
      const bits = context.arena.scope(() => {
        const address = context.arena.put(Float64Array.of(4, 7, 9, 10, 6, 11, 3));
        return [2, 3].map((order) => permutationEntropy(context, structure, address, 7, order)?.bits ?? Number.NaN);
      });
      return largestError(bits, [0.9182958340544896, 1.5219280948873624]);
    },
  },
  check(
    "ordinalEntropy of orders 3 to 5",
    ARITHMETIC,
    1e-13,
    [0.99566885041333, 0.8149329749089704, 0.6817810757351259],
    (structure, context, { address, n }) =>
      [3, 4, 5].map((order) => permutationEntropy(context, structure, address, n, order)?.normalized ?? Number.NaN),
  ),
  check(
    "varianceRatios",
    ARITHMETIC,
    1e-12,
    [0.7276413508522477, -1.8580369741145397, 0.5653781588248348, -1.6467653922296253, 0.4407329342634783, -1.4032218114207837],
    (structure, context, steps) => varianceRatios(context, structure, steps, [2, 4, 8]).flatMap(({ ratio, z }) => [ratio, z]),
  ),
  check("rescaledRange", ARITHMETIC, 1e-12, [12.577987166220774, 4], (structure, context, { path }) =>
    left(context, 2, (out) => structure.rescaledRange(path, 0, 4, 12, out)),
  ),
  check("expectedRescaledRange", ARITHMETIC, 1e-12, [1, 3.0233310865659377, 38.4968767994513], (structure, { kernels }) =>
    [2, 10, 1000].map((n) => structure.expectedRescaledRange(n, kernels.logGamma((n - 1) / 2) - kernels.logGamma(n / 2))),
  ),
  check("detrendedSquares", ARITHMETIC, 1e-12, [6.849280788102945, 8.047154359174622], (structure, _, { path }) => [
    structure.detrendedSquares(path + 8, 0, 4, 12),
    structure.detrendedSquares(path + 8, 0, 3, 15),
  ]),
  check("rulerLength, fractal dimension", ARITHMETIC, 1e-12, [1.7644287473155953], (structure, context, steps) => [
    fractalDimension(context, structure, steps) ?? Number.NaN,
  ]),
  check("lineThrough", ARITHMETIC, 1e-13, [-0.0020828608524151074, -0.05731176490965853], (structure, context, { address, n }) =>
    left(context, 2, (out) => structure.lineThrough(address, n, out)),
  ),
  check(
    "efficiencyRatio",
    ARITHMETIC,
    1e-13,
    [Number.NaN, 0.036755386565272496, 0.2597730138713745, 0.026388341866876722],
    (structure, context) => columnAt(context, VALUES, [9, 10, 20, 47], (x, n, out) => structure.efficiencyRatio(x, 0, n, 10, out)),
  ),
  check(
    "autocorrelation of |r|",
    ARITHMETIC,
    1e-12,
    [0.07125958778359026, -0.14911797946345925, -0.15174414705218314, -0.20282942491805975, -0.07625876321594366],
    (_, context, { address, n }) => volatilityClustering(context, address, n, 5)?.autocorrelations ?? [],
  ),
  check("profileDiagonals", `${ARITHMETIC}, all pairs of windows`, 1e-12, CORRELATIONS, (structure, context) => {
    const groups = diagonalsOf(VALUES.length, WIDTH)?.groups ?? 0;
    return profilePart(context, structure, { values: VALUES, width: WIDTH, from: 0, to: groups }).best;
  }),
  check("profileScan, profileShapes, profileRecheck", `${ARITHMETIC}, all pairs of windows`, 1e-12, CORRELATIONS, (structure, context) => {
    const { arena, kernels } = context;
    const series = { values: VALUES, width: WIDTH };
    const windows = CORRELATIONS.length;
    const first = exclusionOf(WIDTH) + 1;
    const scanned = takeProfile(context, structure, series);
    for (let window = 0; window < windows; window++) structure.profileScan(scanned.block, window, first, 0, windows);
    const partner = new Int32Array(kernels.memory.buffer, scanned.partner, windows).slice();
    const values = 4 * piecesOf(WIDTH);
    const address = arena.takeBytes(4 * values * windows);
    structure.profileShapes(scanned.block, 0, windows, address);
    const shapes = new Float32Array(kernels.memory.buffer, address, values * windows).slice();
    // Each window's nearest neighbor is its only candidate, with the correlation rounded to 32 bits.
    const { block: profile, best } = takeProfile(context, structure, series);
    const [correlations, rows] = [arena.takeBytes(4 * KEPT * windows), arena.takeBytes(4 * KEPT * windows)];
    const [undecided, largest] = [arena.takeBytes(4 * windows), arena.put(Float64Array.of(0))];
    const candidates = new Float32Array(kernels.memory.buffer, correlations, KEPT * windows).fill(-2);
    partner.forEach((row, i) => {
      candidates[KEPT * i] = 0;
      for (let k = 0; k < WIDTH; k++) candidates[KEPT * i] += shapes[values * i + k] * shapes[values * row + k];
      new Int32Array(kernels.memory.buffer, rows, KEPT * windows)[KEPT * i] = row;
    });
    const block = { profile, candidates: KEPT, correlations, rows, first, bound: errorBound(WIDTH), largest, undecided };
    structure.profileRecheck(arena.block(profileCandidatesBlock, block), 0, windows);
    // A difference larger than the 32-bit error bound counts as an error here, too.
    return arena.read(largest) <= errorBound(WIDTH) ? arena.view(best, windows).slice() : [];
  }),
  check("studentSurprise", ARITHMETIC, 1e-13, [0.7576857016975165, 3.3579802267634142, 7.083865575776813], (structure, context) =>
    columnAt(context, [0, -2.5, 4], [0, 1, 2], (z, n, out) =>
      structure.studentSurprise(z, context.arena.put(Float64Array.of(1, 0.5, 2)), 0, n, 6, out),
    ),
  ),
];
