import { bucketSumsBlock, positionReturnsBlock } from "../../assembly/build/factors-layouts.js";
import { carryForwardBlock, orderUniqueBlock, placeValuesBlock, rankTimesBlock } from "../../assembly/build/ingest-layouts.js";
import { columnTableBlock, commonTimesBlock } from "../../assembly/build/portfolio-layouts.js";
import { lossLimitsBlock, rollingQuantileBlock } from "../../assembly/build/risk-layouts.js";
import { fitColumnsBlock, nelsonProductBlock, nelsonSumBlock, standardizationBlock } from "../../assembly/build/volatility-layouts.js";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import type { Arena } from "../runtime/wasm/arena";
import type { Kernels, KernelsOf, ModuleName } from "../runtime/wasm/kernels";

/** Columns and rows a kernel goes over once, with answers that are worked out by hand. */
const BY_HAND = "worked out by hand";
/** Where the kernel takes a logarithm or adds tenths. */
const ROUNDED = 1e-15;
const NONE = Number.NaN;

type Work<K> = (
  kernels: K,
  put: (...values: number[]) => number,
  read: (address: number, length: number) => number[],
  arena: Arena,
) => number[];

function errorOf<K>(context: JobContext, kernels: K, expected: number[], work: Work<K>): number {
  const { arena } = context;
  return arena.scope(() =>
    largestError(
      work(
        kernels,
        (...values) => arena.put(Float64Array.from(values)),
        (address, length) => Array.from(arena.view(address, length)),
        arena,
      ),
      expected,
    ),
  );
}

const core = (kernel: string, tolerance: number, expected: number[], work: Work<Kernels>): SelfCheck => ({
  kernel,
  source: BY_HAND,
  tolerance,
  errorOf: (context) => errorOf(context, context.kernels, expected, work),
});

const of = <Name extends ModuleName>(
  module: Name,
  kernel: string,
  tolerance: number,
  expected: number[],
  work: Work<KernelsOf<Name>>,
): SelfCheck => ({
  kernel,
  source: BY_HAND,
  tolerance,
  errorOf: async (context) => errorOf(context, await context.load(module), expected, work),
});

/** Room for results. */
const zeros = (length: number) => new Array<number>(length).fill(0);

export const checks: SelfCheck[] = [
  core("orderUnique", 0, [3, 0, 2, 3, 1], (k, put, _read, arena) => {
    const rows = (address: number, length: number) => new Uint32Array(k.memory.buffer, address, length);
    const [times, order, left] = [put(1, 2, 2, 3), arena.takeBytes(16), arena.takeBytes(4)];
    rows(order, 4).set([0, 1, 2, 3]);
    const kept = k.orderUnique(arena.block(orderUniqueBlock, { times, order, n: 4, rows: left, most: 1 }), 0, 4, 0);
    return [kept, ...rows(order, 3), ...rows(left, 1)];
  }),
  core("squareColumn, centerColumn, magnitudes", 0, [1, 4, 9, 0.5, -2.5, 2.5, 1, 2, 3], (k, put, read) => {
    const [x, out] = [put(1, -2, 3), put(...zeros(9))];
    k.squareColumn(x, out, 0, 3);
    k.centerColumn(x, out + 24, 0, 3, 0.5);
    k.magnitudes(x, 0, 3, out + 48);
    return read(out, 9);
  }),
  core("laggedProducts", 0, [14, -8], (k, put, read) => {
    const sums = put(0, 0);
    k.laggedProducts(put(1, -2, 3), 0, 3, 1, sums);
    return read(sums, 2);
  }),
  core("simpleReturns", ROUNDED, [NONE, 0.1, -0.1], (k, put, read) => {
    const out = put(0, 0, 0);
    k.simpleReturns(put(100, 110, 99), 0, 3, out);
    return read(out, 3);
  }),
  core("naturalLog", ROUNDED, [3 * Math.LN2], (k) => [k.naturalLog(8)]),
  core("countMissing, firstNotFinite, firstNonPositive", 0, [2, 1, 2], (k, put) => [
    k.countMissing(put(NONE, 1, NONE), 0, 3),
    k.firstNotFinite(put(1, Number.POSITIVE_INFINITY, NONE), 0, 3),
    k.firstNonPositive(put(1, 2, 0), 0, 3),
  ]),
  core("archMoments", 0, [2, 3, 5, 0, 5, 8, 0, 0, 13], (k, put, read) => {
    const matrix = put(...zeros(9));
    k.archMoments(put(1, 2, 3), 0, 3, 1, matrix);
    return read(matrix, 9);
  }),
  of("volatility", "signBiasMoments", 0, [2, 1, -2, 1, 5, 1, -2, 0, 4, 4, 0, -8, 1, 1, 17], (k, put, read) => {
    const matrix = put(...zeros(25));
    k.signBiasMoments(put(1, -1, 2), put(1, 2, 1), 0, 3, matrix);
    // The upper triangle.
    return read(matrix, 25).filter((_, cell) => cell % 5 >= Math.floor(cell / 5));
  }),
  core("standardizeReturns, garchColumns", 0, [1, 1, 20, 40, 1, 1], (k, put, read, arena) => {
    const out = put(...zeros(6));
    k.standardizeReturns(put(3, 5), put(2, 4), 0, 2, 1, out);
    const columns = { y: put(3, 5), spread: put(4, 16), mu: 1, scale: 10, volatility: out + 16, residuals: out + 32 };
    k.garchColumns(arena.block(fitColumnsBlock, columns), 0, 2);
    return read(out, 6);
  }),
  core("garchMoments, garchStandardize", ROUNDED, [3, 5, 5, 1, 0, 1, 1, 1, 1], (k, put, read, arena) => {
    const [sums, y] = [put(0, 0, 0, 9), put(0, 0, 0, 0, 0)];
    k.garchMoments(put(1, 3, 2), 1, 0, 3, sums);
    k.garchStandardize(arena.block(standardizationBlock, { x: put(1, 3), y, mean: 1, scale: 2, out: y + 16 }), 0, 2);
    return [...read(sums, 4), ...read(y, 5)];
  }),
  of(
    "volatility",
    "nelsonSum, nelsonProduct",
    ROUNDED,
    [-0.2876820724517809, 0.08276097481015171, -0.2876820724517809],
    (k, put, read, arena) => {
      // Growth by 0.5 + 0.25, then by 0.75 + 0.25.
      const [z, sums] = [put(1, -1), put(0, 0)];
      k.nelsonSum(arena.block(nelsonSumBlock, { residuals: z, alpha: 0.5, gamma: 0.25, beta: 0.25, sums }), 0, 2);
      const terms = { residuals: z, weights: put(0.5, 0.25, 0.25), p: 1, q: 1, vector: put(1) };
      return [...read(sums, 2), k.nelsonProduct(arena.block(nelsonProductBlock, terms), 0, 2)];
    },
  ),
  core("drawUniforms", 0, [0.08386297105988216, 0.3789802506626686, 0.6800434110281394, 0.9246929453253876], (k, put, read) => {
    const [stream, out] = [put(0, 0, 0, 0), put(0, 0, 0, 0)];
    k.rngSeed(stream, 42);
    k.drawUniforms(stream, out, 0, 4);
    return read(out, 4);
  }),
  core(
    "normalCdf, normalTwoSided, studentCdf, studentQuantile, digamma",
    1e-14,
    [0.8413447460685429, 1, 0.75, 1, -0.5772156649015329],
    (k) => [k.normalCdf(1), k.normalTwoSided(0), k.studentCdf(1, 1), k.studentQuantile(0.75, 1), k.digamma(1)],
  ),
  of("factors", "lagDifference, logarithms, quotient", ROUNDED, [NONE, 2, NONE, Math.LN2, 50, NONE], (k, put, read) => {
    const out = put(...zeros(6));
    k.lagDifference(put(1, 3), 0, 2, 1, out);
    k.logarithms(put(-1, 2), 0, 2, out + 16);
    k.quotient(put(1, 1), put(2, 0), 0, 2, 100, out + 32);
    return read(out, 6);
  }),
  of("factors", "signed, fade, addKnown", 0, [-6, 0, NONE, 2, 1.5, 4, 0, 1, 0], (k, put, read) => {
    const out = put(...zeros(9));
    k.signed(put(3, 4), put(-1, 0), 0, 2, 2, out);
    k.fade(put(0, 2, 0.5), 0, 3, 0.5, out + 16, put(NONE));
    k.addKnown(put(4, NONE), 0, 2, out + 40, out + 56);
    return read(out, 9);
  }),
  of("factors", "bucketSums, positionReturns", 0, [1, 5, 25, 1, 7, 49, 0, -2, 3, 0, -4, 0, 2, 1, 1, 2], (k, put, read, arena) => {
    const [sums, gains, counts] = [put(...zeros(6)), put(...zeros(6)), put(...zeros(4))];
    k.bucketSums(arena.block(bucketSumsBlock, { x: put(0, 1), y: put(5, 7), edges: put(0.5), buckets: 2, out: sums }), 0, 2);
    k.positionReturns(
      arena.block(positionReturnsBlock, { factor: put(-1, 1, 0), returns: put(9, 2, 3), out: gains, active: gains + 24, counts }),
      0,
      3,
    );
    return [...read(sums, 6), ...read(gains, 6), ...read(counts, 4)];
  }),
  of("factors", "rollingSlope, rankCorrelation, rankProducts", ROUNDED, [NONE, NONE, 2, -1, -8], (k, put, read) => {
    const [out, x, y] = [put(0, 0, 0), put(-2, 0, 2), put(2, 0, -2)];
    k.rollingSlope(put(1, 3, 5), 0, 3, 3, out);
    return [...read(out, 3), k.rankCorrelation(x, y, 3), k.rankProducts(x, y, 3)];
  }),
  of("factors", "chooseCells, combineCells, transformCells, shiftCells, fillCells", ROUNDED, [7, 4, 8, -3, NONE, 1, 6], (k, put, read) => {
    const out = put(...zeros(7));
    k.chooseCells(put(1, 0), put(7, 7), put(4, 4), 0, 2, out);
    k.combineCells(put(2), put(3), 0, 1, 4, out + 16);
    k.transformCells(put(3), 0, 1, 0, out + 24);
    k.shiftCells(put(1, 2), 2, 0, 2, 1, out + 32);
    k.fillCells(out + 48, 0, 1, 6);
    return read(out, 7);
  }),
  of("factors", "compound, sumMagnitudes, scaleAcross", ROUNDED, [1, 1.5, 0.75, 3, 0.25, -0.75], (k, put, read) => {
    const [wealth, row] = [put(0, 0, 0), put(0, 0)];
    k.compound(put(50, -50), 0, 2, 0.01, wealth);
    k.scaleAcross(put(1, -3), 1, 2, 0, 1, row);
    return [...read(wealth, 3), k.sumMagnitudes(put(-1, NONE, 2), 0, 3), ...read(row, 2)];
  }),
  of("risk", "addWeighted, scaleColumn, negate, markedValues", 0, [2, 6, -3, 3, NONE], (k, put, read) => {
    const [sum, x, out] = [put(1, 0), put(1, 3), put(0, 0)];
    k.addWeighted(x, 1, 0, 1, sum);
    k.scaleColumn(x, 2, 1, 2);
    k.markedValues(put(3, 3), put(1, 0), 0, 2, out);
    const [, six] = read(x, 2);
    const turned = put(3);
    k.negate(turned, 0, 1);
    return [read(sum, 1)[0], six, ...read(turned, 1), ...read(out, 2)];
  }),
  of("risk", "crossSum, sumWhereLow, tailSum", 0, [-2, 1, 2, -3], (k, put, read) => {
    const [x, tail] = [put(1, -1, -2), put(0, 0)];
    k.tailSum(x, 0, 3, -1, tail);
    return [k.crossSum(put(1, 3), put(2, 0), 2, 1, 0, 2), k.sumWhereLow(put(1, 5), put(0, 9), 1, 0, 2), ...read(tail, 2)];
  }),
  of(
    "risk",
    "rollingQuantile, lossLimits, countExceptions",
    ROUNDED,
    [NONE, NONE, 1.5, -1, 2, 1, 0, 1, 0, 0, 1, 1],
    (k, put, read, arena) => {
      const [quantile, limit, state, marks] = [put(0, 0, 0), put(0), put(...zeros(8)), put(0, 0)];
      k.rollingQuantile(
        arena.block(rollingQuantileBlock, { values: put(1, 2, 9), window: 2, p: 0.5, sorted: put(0, 0, 0), out: quantile }),
        0,
        3,
      );
      // Mean 1, deviation 1, at two deviations below.
      k.lossLimits(arena.block(lossLimitsBlock, { moments: put(1, 1, 0, 0), stride: 1, z: -2, shaped: 0, out: limit }), 0, 1);
      k.countExceptions(put(0, -5), put(-1, -1), 0, 2, state, marks);
      return [...read(quantile, 3), ...read(limit, 1), ...read(state, 8)];
    },
  ),
  of("risk", "exponential, exponentialLess1, cubeRoot", ROUNDED, [Math.E, 0, -2], (k) => [
    k.exponential(1),
    k.exponentialLess1(0),
    k.cubeRoot(-8),
  ]),
  of("portfolio", "commonTimes, dropIncomplete", 0, [2, 5, 0, 1, 4, 8], (k, put, read, arena) => {
    const [out, columns, times] = [put(0, 0, 0), put(1, 4, NONE, 8), put(6, 7)];
    k.commonTimes(arena.block(commonTimesBlock, { a: put(1, 2, 5), b: put(2, 3, 5), lengthB: 3, state: put(0), out }), 0, 3);
    const kept = k.dropIncomplete(arena.block(columnTableBlock, { columns, stride: 2, count: 2 }), 0, 2, 0, times);
    return [...read(out, 3), kept, read(columns, 2)[0], read(columns + 16, 1)[0]];
  }),
  of("portfolio", "rankTimes, placeValues, carryForward", 0, [2, 5, 7, 4, 6, 6, 1, 1], (k, put, read, arena) => {
    const ranks = arena.takeBytes(12);
    const words = (...values: number[]) => {
      const address = arena.takeBytes(values.length * 4);
      arena.bytes(address, values.length * 4).set(new Uint8Array(Uint32Array.from(values).buffer));
      return address;
    };
    const [dates, table] = [put(0, 0), put(NONE, NONE)];
    const found = k.rankTimes(arena.block(rankTimesBlock, { times: put(7, 5, 7), order: words(1, 0, 2), dates, ranks }), 0, 3, 0);
    const block = arena.block(placeValuesBlock, {
      values: put(3, 4, 9),
      ranks,
      codes: 0,
      code: 0,
      stride: 2,
      table,
      seen: words(0, 0),
      rule: 2,
      counts: words(0),
      rows: words(0),
      most: 1,
    });
    const placed = k.placeValues(block, 0, 3, 0);
    const column = put(6, NONE, NONE);
    const filled = k.carryForward(arena.block(carryForwardBlock, { column, limit: 1, state: put(NONE, 0) }), 0, 3);
    return [found, ...read(dates, 2), ...read(table, 2), read(column, 2)[1], placed, filled];
  }),
  of("portfolio", "decayWeights, weighColumns, weightedSum, centerColumns", ROUNDED, [1 / 3, 2 / 3, 2, 6, 14, -1, 1, 4], (k, put, read) => {
    const [weights, column, centered, means] = [put(0, 0), put(1, 2), put(3, 5), put(0)];
    k.decayWeights(weights, 2, 0.5, 0, 2);
    k.weighColumns(column, 2, 2, put(4, 9), 0, 1);
    const sum = k.weightedSum(put(2, 4), put(1, 3), 2);
    k.centerColumns(centered, 2, 2, 0, 1, means);
    return [...read(weights, 2), ...read(column, 2), sum, ...read(centered, 2), ...read(means, 1)];
  }),
  of("chaos", "spectrumAmplitudes, firstBelow", 0, [5, 13, 2], (k, put, read) => {
    const out = put(0, 0);
    k.spectrumAmplitudes(put(3, 4, 5, 12), out, 0, 2);
    return [...read(out, 2), k.firstBelow(put(10, 9, 4), 0, 3, 0.5)];
  }),
  of("structure", "logAbsolute", ROUNDED, [Math.LN2, 2 * Math.LN2, -Math.LN2], (k, put, read) => {
    const out = put(0, 0, 0);
    k.logAbsolute(put(2, -4, 0), out, 0, 3, 0.5);
    return read(out, 3);
  }),
  of("structure", "fourierSums, localWhittle", 1e-6, [1, 1, 1, 1, 0, 0, 0, 0, 0], (k, put, read) => {
    const sums = put(...zeros(8));
    k.fourierSums(put(1, 0, 0, 0), 0, 4, 4, 1, sums);
    // A flat spectrum has no memory.
    return [...read(sums, 8), k.localWhittle(put(1, 1, 1, 1, 1, 1), 6)];
  }),
  of("structure", "cumulate, laggedSquares, rankWithin, largestIndex", 0, [0, 1, 4, 10, 1.5, 3, 2], (k, put, read) => {
    const [path, rank] = [put(0, 0, 0), put(0, 0)];
    k.cumulate(put(2, 4), 0, 2, 1, path);
    k.rankWithin(put(1, 2, 3), 0, 3, 2, rank);
    return [...read(path, 3), k.laggedSquares(path, 1, 3, 1), ...read(rank, 2), k.largestIndex(put(1, NONE, 7), 0, 3, 1)];
  }),
  of("volatility", "countBins, nyblomTail, lagGrowth", 1e-9, [1, 2, 0.04939186559465757, -Math.LN2], (k, put, read) => {
    const counts = put(0, 0);
    k.countBins(put(-1, 0, 1), 0, 3, put(0), 1, counts);
    const products = put(1, 0, 0);
    return [...read(counts, 2), k.nyblomTail(0.75, 2), k.lagGrowth(put(0.5), 1, put(1), 0, 1, products + 8)];
  }),
  of("regimes", "countAtLeast, exponential", ROUNDED, [2, Math.E], (k, put) => [k.countAtLeast(put(1, 2, 3), 0, 3, 2), k.exponential(1)]),
  of("backtest", "packTraded, takeRows", 0, [2, 5, 6, 1, 2, 8, 9], (k, put, read) => {
    const [packed, rows, taken] = [put(0, 0), put(0, 0), put(0, 0)];
    const count = k.packTraded(put(NONE, 5, 6), 0, 3, 0, packed, rows);
    k.takeRows(put(7, 8, 9), rows, 0, 2, taken);
    return [count, ...read(packed, 2), ...read(rows, 2), ...read(taken, 2)];
  }),
];
