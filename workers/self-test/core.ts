import { columnAt, largestError, type SelfCheck } from "../runtime/self-check";

/** Simulated prices; the expected values are R's TTR 0.24.3 on them. */
const PRICES = [
  100.3964443, 99.18105137, 100.1082796, 101.2749578, 98.96109077, 97.45596123, 97.63486775, 97.29423814, 97.30381102, 96.34173681,
  97.39300635, 98.33577599, 98.44325357, 99.81387191, 100.4055297, 99.40533391, 99.87613645, 98.76311366, 99.83966958, 99.80981091,
  99.61852446, 98.83748951, 100.3282668, 100.1724423, 99.68878565, 99.29821421, 99.96451743, 100.433983, 100.9629298, 101.5166952,
  104.1907174, 103.7149282, 103.1102854, 102.1389228, 102.9275794, 104.3628006, 104.2514663, 103.2366627, 102.2509692, 103.0832988,
];
const TTR = "TTR 0.24.3 (R) on simulated prices";
const ARITHMETIC = "40-digit arithmetic";
const CLOSED_FORM = "closed form";

const indicators: SelfCheck[] = [
  {
    kernel: "sma",
    source: TTR,
    tolerance: 1e-12,
    errorOf: (context) =>
      largestError(
        columnAt(context, PRICES, [12, 13, 14, 17, 38], (x, n, out) => context.kernels.sma(x, 0, n, 14, out)),
        [Number.NaN, 98.5670247578571, 98.567673715, 98.3876948042857, 102.311476545714],
      ),
  },
  {
    kernel: "ema",
    source: TTR,
    tolerance: 1e-12,
    errorOf: (context) =>
      largestError(
        columnAt(context, PRICES, [12, 13, 14, 17, 38], (x, n, out) => context.kernels.ema(x, 0, n, 14, out)),
        [Number.NaN, 98.5670247578572, 98.8121587501429, 98.9879733327834, 102.387816598797],
      ),
  },
  {
    kernel: "rsi",
    source: TTR,
    tolerance: 1e-12,
    errorOf: (context) =>
      largestError(
        columnAt(context, PRICES, [13, 14, 15, 18, 39], (x, n, out, state) => context.kernels.rsi(x, 0, n, 14, out, state)),
        [Number.NaN, 50.0358164674358, 46.1191242097073, 48.64638010351, 55.9562468391886],
      ),
  },
  {
    kernel: "momentum",
    source: TTR,
    tolerance: 1e-12,
    errorOf: (context) =>
      largestError(
        columnAt(context, PRICES, [9, 10, 14, 35], (x, n, out) => context.kernels.momentum(x, 0, n, 10, out)),
        [Number.NaN, -3.00343795000001, 1.44443893, 5.06458639],
      ),
  },
  {
    kernel: "logReturns",
    source: TTR,
    tolerance: 1e-14,
    errorOf: (context) =>
      largestError(
        columnAt(context, PRICES, [0, 1, 4, 27], (x, n, out) => context.kernels.logReturns(x, 0, n, out)),
        [Number.NaN, -0.0121798096619177, -0.0231124220456875, 0.00468532876057726],
      ),
  },
  {
    kernel: "rollingVolatility",
    source: TTR,
    tolerance: 1e-12,
    errorOf: (context) =>
      largestError(
        columnAt(context, PRICES, [18, 19, 23], (x, n, out) => {
          context.arena.scope(() => {
            const returns = context.arena.take(n);
            context.kernels.logReturns(x, 0, n, returns);
            context.kernels.rollingVolatility(returns, 0, n, 19, Math.sqrt(252), out);
          });
        }),
        [Number.NaN, 0.169594267401935, 0.141850367997451],
      ),
  },
  {
    kernel: "drawdown",
    source: CLOSED_FORM,
    tolerance: 1e-15,
    errorOf: (context) =>
      largestError(
        columnAt(context, [1, 2, 1.5, 4, 1, 3], [0, 1, 2, 3, 4, 5], (x, n, out, state) => context.kernels.drawdown(x, 0, n, out, state)),
        [0, 0, -0.25, 0, -0.75, -0.25],
      ),
  },
  {
    kernel: "describe",
    source: CLOSED_FORM,
    tolerance: 1e-14,
    errorOf: ({ kernels, arena }) =>
      arena.scope(() => {
        const x = arena.put(Float64Array.of(1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 6));
        const state = arena.put(new Float64Array(7));
        kernels.describe(x, 0, 4, state);
        return largestError(arena.view(state, 7), [4, 1e9 + 3, 14, 18, 98, 1e9 + 1, 1e9 + 6]);
      }),
  },
];

const distributions: SelfCheck[] = [
  {
    kernel: "normalQuantile",
    source: "Wichura (1988), AS 241; 40-digit arithmetic",
    tolerance: 1e-15,
    errorOf: ({ kernels }) =>
      largestError([kernels.normalQuantile(0.975), kernels.normalCdf(-1.959963984540054)], [1.959963984540054, 0.025]),
  },
  {
    kernel: "logGamma",
    source: CLOSED_FORM,
    tolerance: 1e-15,
    errorOf: ({ kernels }) =>
      largestError([kernels.logGamma(0.5), kernels.logGamma(1), kernels.logGamma(11)], [0.5723649429247001, 0, 15.104412573075516]),
  },
  {
    kernel: "unitStudentQuantile",
    source: "scipy 1.17",
    tolerance: 1e-12,
    errorOf: ({ kernels }) =>
      largestError([kernels.unitStudentQuantile(0.01, 6), kernels.unitStudentCdf(-1, 6)], [-2.5659780062767035, 0.1332848516900345]),
  },
  {
    kernel: "skewedTQuantile",
    source: "arch 8.0.0",
    tolerance: 1e-12,
    errorOf: ({ kernels }) =>
      largestError([kernels.skewedTQuantile(0.01, 8, -0.1), kernels.skewedTCdf(-1, 8, -0.1)], [-2.6567602985761014, 0.14267716452045529]),
  },
  {
    kernel: "skewedTLogDensity, skewedTShift, skewedTScale, unitStudentLogConstant",
    source: "arch 8.0.0",
    tolerance: 1e-13,
    errorOf: ({ kernels }) =>
      largestError(
        [
          kernels.skewedTLogDensity(-3, 8, -0.1),
          kernels.skewedTShift(8, -0.1),
          kernels.skewedTScale(8, -0.1),
          kernels.unitStudentLogConstant(8),
        ],
        [-4.70111081255733, -0.15309310892394865, 1.0032758842910559, -0.8062675759243404],
      ),
  },
  {
    kernel: "gedLogDensity, gedCdf",
    source: "arch 8.0.0; symmetry",
    tolerance: 1e-13,
    errorOf: ({ kernels }) =>
      largestError(
        [
          kernels.gedLogDensity(-3, 1.5),
          kernels.gedLogDensity(2.5, 1.5),
          kernels.gedCdf(0, 1.5),
          kernels.gedCdf(1, 1.5) + kernels.gedCdf(-1, 1.5),
        ],
        [-4.881827672428445, -3.8913711123286623, 0.5, 1],
      ),
  },
  {
    kernel: "erf, erfc",
    source: ARITHMETIC,
    tolerance: 1e-15,
    errorOf: ({ kernels }) => largestError([kernels.erf(0.5), kernels.erfc(1)], [0.5204998778130465, 0.15729920705028513]),
  },
  {
    kernel: "gammaP, gammaQ, incompleteBeta, logBeta",
    source: CLOSED_FORM,
    tolerance: 1e-14,
    errorOf: ({ kernels }) =>
      largestError(
        [kernels.gammaP(1, 2), kernels.gammaQ(1, 2), kernels.incompleteBeta(1, 3, 0.25), kernels.logBeta(2, 3)],
        // 1 - e^-2, e^-2, 1 - 0.75^3, ln(1/12)
        [0.8646647167633873, 0.1353352832366127, 0.578125, -2.4849066497880004],
      ),
  },
  {
    kernel: "chiSquaredTail",
    source: "tabulated 95% points",
    tolerance: 1e-12,
    errorOf: ({ kernels }) =>
      largestError([kernels.chiSquaredTail(3.841458820694124, 1), kernels.chiSquaredTail(18.307038053275146, 10)], [0.05, 0.05]),
  },
  {
    kernel: "rngSeed",
    source: "splitmix64 of seed 0, as published",
    tolerance: 0,
    errorOf: ({ kernels, arena }) =>
      arena.scope(() => {
        const stream = arena.takeBytes(32);
        kernels.rngSeed(stream, 0);
        const [high, low] = [0xe220a839, 0x7b1dcdaf];
        const words = new DataView(arena.bytes(stream, 8).slice().buffer);
        return words.getUint32(4, true) === high && words.getUint32(0, true) === low ? 0 : Number.POSITIVE_INFINITY;
      }),
  },
];

/** The two words of a column's fingerprint, in whole numbers of any size. */
function plainFingerprint(values: Float64Array): bigint[] {
  const turned = (x: bigint, by: bigint) => BigInt.asUintN(64, (x << by) | (BigInt.asUintN(64, x) >> (64n - by)));
  let [a, b] = [0n, 0n];
  for (const word of new BigUint64Array(values.slice().buffer)) {
    a = turned(BigInt.asUintN(64, (a ^ word) * 0xff51afd7ed558ccdn), 31n);
    b = turned(BigInt.asUintN(64, (b + word) * 0xc4ceb9fe1a85ec53n), 29n) ^ a;
  }
  return [a ^ (a >> 33n), b ^ (b >> 33n)];
}

const columns: SelfCheck[] = [
  {
    kernel: "pyramidBase, pyramidLevel, pyramidSums, everyNth",
    source: CLOSED_FORM,
    tolerance: 0,
    errorOf: ({ kernels, arena }) =>
      arena.scope(() => {
        const x = arena.put(Float64Array.from({ length: 256 }, (_, i) => (i * 5) % 256));
        const [pairs, whole, sums] = [arena.take(8), arena.take(2), arena.take(4)];
        kernels.pyramidBase(x, 256, 0, 4, pairs);
        kernels.pyramidLevel(pairs, 4, whole);
        kernels.pyramidSums(x, 256, sums);
        kernels.everyNth(x, 50, 5);
        const found = [...arena.view(whole, 2), ...arena.view(sums, 4), ...arena.view(x, 5)];
        return largestError(found, [0, 255, 7008, 7776, 8544, 9312, 0, 250, 244, 238, 232]);
      }),
  },
  {
    kernel: "mixBits",
    source: "the same in whole numbers of any size",
    tolerance: 0,
    errorOf: ({ kernels, arena }) =>
      arena.scope(() => {
        const state = arena.put(new Float64Array(2));
        const values = Float64Array.from(PRICES);
        kernels.mixBits(arena.put(values), 0, values.length, state);
        const expected = plainFingerprint(values);
        const words = new BigUint64Array(kernels.memory.buffer, state, 2);
        return words.every((word, i) => word === expected[i]) ? 0 : Number.POSITIVE_INFINITY;
      }),
  },
];

export const checks: SelfCheck[] = [...indicators, ...distributions, ...columns];
