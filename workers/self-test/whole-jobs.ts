import { jobs as backtest } from "../backtest";
import { jobs as chaos } from "../chaos";
import type { Failure } from "../contract";
import { jobs as curiosity } from "../curiosity";
import { jobs as engine } from "../engine";
import { jobs as factors } from "../factors";
import { jobs as ingest } from "../ingest";
import { jobs as portfolio } from "../portfolio";
import { jobs as regimes } from "../regimes";
import { jobs as risk } from "../risk";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { jobs as structure } from "../structure";
import { inWords } from "../texts";
import { validateStrategy } from "../validation";
import { jobs as volatility } from "../volatility";

const jobs = {
  ...backtest,
  ...chaos,
  ...curiosity,
  ...engine,
  ...factors,
  ...ingest,
  ...portfolio,
  ...regimes,
  ...risk,
  ...structure,
  ...volatility,
};

/** Prices made without a logarithm or a root: steps of up to 2.5%, larger in every other stretch of 60 rows. */
function prices(length: number, asset: number): Float64Array {
  let price = 100 + asset;
  return Float64Array.from({ length }, (_, t) => {
    const step = ((t * 7919 + asset * 104_729 + t * t * 31) % 2017) / 2016 - 0.498;
    price *= 1 + step * (t % 120 < 60 ? 0.02 : 0.05);
    return price;
  });
}

const ROWS = 400;
const CLOSE = prices(ROWS, 1);
const DAY = 86_400_000;
const TIMES = Float64Array.from({ length: ROWS }, (_, t) => Date.UTC(2021, 0, 4) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);
const ASSETS = [1, 2, 3, 4].map((asset) => ({ name: `Asset ${asset}`, values: prices(ROWS, asset), times: TIMES }));
const VOLUME = Float64Array.from({ length: ROWS }, (_, t) => 1000 + ((t * 7919) % 503));
const NEWS = [
  { time: TIMES[60], score: 0.75 },
  { time: TIMES[150], score: 0.25 },
  { time: TIMES[260], score: 0.5 },
];
const TABLE = ["Date,Close", "2021-01-05,101.25", "2021-01-04,100.5", "2021-03-01,1.5e2", "2021-03-02,-1", "2021-03-03,150.125"].join("\n");
const OPTIONS = { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 };
const MODEL = { p: 1, q: 1, preSample: "sample" } as const;
const BARS = {
  open: CLOSE.map((value, t) => (t === 0 ? value : 0.3 * value + 0.7 * CLOSE[t - 1])),
  high: CLOSE.map((value, t) => 1.01 * Math.max(value, CLOSE[Math.max(t - 1, 0)])),
  low: CLOSE.map((value, t) => 0.99 * Math.min(value, CLOSE[Math.max(t - 1, 0)])),
  close: CLOSE,
};

/** The value a job answers with; what it refuses is thrown, and so is a kernel that did not run to its end. */
async function answer<Name extends keyof typeof jobs>(context: JobContext, name: Name, input: Parameters<(typeof jobs)[Name]>[0]) {
  const job = jobs[name] as (input: unknown, context: JobContext) => Promise<{ ok: boolean; value?: unknown; failure?: Failure }>;
  const outcome = await job(input, context);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.failure && inWords(outcome.failure)}`);
  return outcome.value as Extract<Awaited<ReturnType<(typeof jobs)[Name]>>, { ok: true }>["value"];
}

/** A fit, its forecasts from the density and from its residuals, and its diagnosis. */
async function garch(context: JobContext, model: object): Promise<number[]> {
  const fitted = await answer(context, "fit-garch", {
    values: CLOSE,
    kind: "prices",
    model: { ...MODEL, ...model } as never,
    options: OPTIONS,
  });
  const { fit, returns } = fitted;
  const ahead = { fit, returns, lastTime: null, stepMillis: null, horizon: 5, seed: 7, paths: 400 };
  const simulated = await answer(context, "forecast-garch", { ...ahead, method: "simulation", parameterUncertainty: true });
  const resampled = await answer(context, "forecast-garch", { ...ahead, method: "bootstrap" });
  const behavioral = { riskAversion: 2, lossAversion: 2.25, referenceWindow: 22 };
  const { nelson, memory, stability, pit, behavior, moments } = await answer(context, "diagnose-garch", { fit, returns, behavioral });
  const figures = [
    fit.logLikelihood,
    fit.nextVariance,
    ...simulated.simulatedVariance.subarray(1, 3),
    resampled.simulatedVariance[2],
    nelson.exponent,
    memory?.d,
    stability?.joint?.statistic,
    pit?.statistic,
    behavior?.utilityMean,
    moments.kurtosis,
  ];
  return figures.map((figure) => figure ?? Number.NaN);
}

interface Run {
  kernel: string;
  tolerance: number;
  answer(context: JobContext): Promise<number[]>;
  expected: readonly number[];
}

/** Where an optimizer stops moves with the last digits of what the engine's own arithmetic gives it. */
const CLIMBED = 1e-5;
const COMPUTED = 1e-9;

export const runs: Run[] = [
  {
    kernel: "EGARCH(2,1), t: fit, forecasts, diagnosis",
    tolerance: CLIMBED,
    answer: (context) => garch(context, { variance: "egarch", p: 2, distribution: "t" }),
    expected: [
      -545.474784736705, 0.5437953772794163, 0.6384784481103697, 0.6090039893868514, 0.6301268611503075, -0.03442541531222236,
      0.3280074301446591, 0.797859425846667, 59.29573934837092, -0.009521876987546779, -0.616064201966338,
    ],
  },
  {
    kernel: "FIGARCH, skewed t: fit, forecasts, diagnosis",
    tolerance: CLIMBED,
    answer: (context) => garch(context, { variance: "figarch", distribution: "skewt" }),
    expected: [
      -544.3246356263031, 0.5288494067335857, 0.5484824182672366, 0.5826639743773881, 0.5747706424644402, -0.041867064641882064,
      0.3280074301446591, 0.48094277661326895, 58.393483709273184, -0.009521876987546779, -0.46611618019115264,
    ],
  },
  {
    kernel: "HAR variance: fit, forecasts, diagnosis",
    tolerance: CLIMBED,
    answer: (context) => garch(context, { variance: "har", distribution: "normal" }),
    expected: [
      -544.7200556928715, 0.5307134058269657, 0.6164465968457475, 0.663864530086329, 0.655431509537846, -0.0620111814209085,
      0.3280074301446591, 0.35350260476342477, 52.8796992481203, -0.009521876987546779, -0.5503456579219681,
    ],
  },
  {
    kernel: "AR(1)-GJR, GED: fit, forecasts, diagnosis",
    tolerance: CLIMBED,
    answer: (context) => garch(context, { variance: "gjr", mean: { ar: 1 }, distribution: "ged" }),
    expected: [
      -534.4664965132425, 0.5312432092966044, 0.5553433634718605, 0.5845404641899136, 0.5827409980540121, -0.06834698068217995,
      0.33748919191723814, 0.6011481146218383, 40.793969849246245, -0.009503263093284347, -0.6066706233969787,
    ],
  },
  {
    kernel: "GARCH(2,2), skewed t: fit, forecasts, diagnosis",
    tolerance: CLIMBED,
    answer: (context) => garch(context, { p: 2, q: 2, distribution: "skewt", preSample: "ewma75" }),
    expected: [
      -543.1110155411709, 0.5025508104283423, 0.5390312108824618, 0.5294208113584347, 0.560124480945499, -0.041461624888424614,
      0.3280074301446591, 0.9188082466649339, 60.29824561403508, -0.009521876987546779, -0.5224425646590993,
    ],
  },
  {
    kernel: "rolling refits of an EGARCH",
    tolerance: CLIMBED,
    async answer(context) {
      const model = { ...MODEL, variance: "egarch", distribution: "normal" } as const;
      const plan = { model, options: OPTIONS, window: 250, scheme: "rolling", step: 75 } as const;
      const { refits } = await answer(context, "refit-garch", { values: CLOSE, kind: "prices", ...plan });
      return refits.flatMap(({ values }) => values);
    },
    expected: [
      -0.11986785353502333, -0.022517124276383728, 0.45749822518006117, -0.11492652444513018, 0.9625114275413044, -0.07644460259832589,
      -0.018025638177927895, 0.4196756832564656, -0.028931228461488396, 0.9577775583179783,
    ],
  },
  {
    kernel: "regimes: fit of three, timing by two, shading",
    tolerance: CLIMBED,
    async answer(context) {
      const fitted = await answer(context, "fit-regimes", { values: CLOSE, kind: "prices", times: null, states: 3, seed: 1 });
      const { performance, test } = await answer(context, "time-regimes", { values: CLOSE, kind: "prices", states: 2, seed: 1 });
      const shading = { probabilities: fitted.smoothed, values: fitted.returns, kind: "returns", scale: 0.01 } as const;
      const shaded = await answer(context, "shade-regimes", shading);
      const { fit, regimes, forecast } = fitted;
      const [{ lower, upper }] = forecast;
      const figures = [fit.logLikelihood, regimes[0].mean, regimes[0].duration, lower, upper, performance.sharpe, test?.p];
      return [...figures.map((figure) => figure ?? Number.NaN), ...shaded.led];
    },
    expected: [
      -517.181681288762, 0.47790332094476895, 2.0926318576281373, -0.9014148132232664, 0.864579961811778, 0.8087681592967261, 0.02, 112,
      182, 105,
    ],
  },
  {
    kernel: "risk: limits by four methods, intervals, contributions",
    tolerance: CLIMBED,
    async answer(context) {
      const found: (number | null)[] = [];
      for (const method of ["historical", "parametric", "cornish-fisher", "monte-carlo"] as const) {
        const scheme = method === "historical" ? "independent" : "stationary";
        const asked = { values: CLOSE, times: TIMES, method, scheme, lookbackPeriod: 100, iterations: 30, draws: 2000 } as const;
        const { var: limit, metrics } = await answer(context, "analyze-risk", asked);
        found.push(limit, metrics.sharpe.lower, metrics.maxDrawdown.upper);
      }
      const shares = { assets: ASSETS, weights: [0.4, 0.3, 0.2, 0.1], driftPeriods: 21 };
      const { volatility, shortfall, assets } = await answer(context, "measure-contributions", shares);
      return [...found, volatility, shortfall, assets[1].percentVar].map((figure) => figure ?? Number.NaN);
    },
    expected: [
      0.019622222222222173, -2.43358570753147, -0.1355289856176866, 0.020196428906999256, -1.4243692367345449, -0.15632038621480665,
      0.020029440072496095, -1.4243692367345449, -0.15632038621480665, 0.019588998837396124, -1.4243692367345449, -0.15632038621480665,
      0.13443494616555435, 0.016133630952380955, 0.34433887553542675,
    ],
  },
  {
    kernel: "structure and curiosity",
    tolerance: COMPUTED,
    async answer(context) {
      const { kaufman, rescaledRange, detrendedFluctuation, profile } = await answer(context, "measure-structure", {
        values: CLOSE,
        kind: "prices",
      });
      const { novelty, pattern, trend } = await answer(context, "analyze-curiosity", {
        values: CLOSE,
        kind: "prices",
        times: TIMES,
        seed: 1,
      });
      const shapes = [kaufman?.mean, rescaledRange?.hurst, detrendedFluctuation?.hurst, profile?.distances[100]];
      return [...shapes, novelty?.surprise, novelty?.percentile, pattern.z, trend.t].map((figure) => figure ?? Number.NaN);
    },
    expected: [
      0.25117118041265163, 0.40843678361522573, 0.31319319789603456, 3.54659366157846, 0.9548949289819545, 0.33974358974358976,
      10.424752373026559, -1.2563433409445819,
    ],
  },
  {
    kernel: "factors of one series and of four assets",
    tolerance: COMPUTED,
    async answer(context) {
      const series = { assets: [{ name: "A", values: CLOSE, volume: VOLUME }], times: TIMES, news: NEWS };
      const table = { assets: ASSETS.map(({ name, values }) => ({ name, values, volume: VOLUME })), times: TIMES, news: null };
      const found: (number | null)[] = [];
      for (const asked of [series, table]) {
        const { factors } = await answer(context, "mine-factors", asked);
        for (const { information, strategy, spread, p } of factors) found.push(information.mean, strategy.performance, spread, p);
      }
      return found.map((figure) => figure ?? Number.NaN);
    },
    expected: [
      -0.378750166907725,
      -0.37692525775057206,
      -0.021617252185967387,
      0.002,
      -0.06925497892822059,
      0.0917177784256944,
      -0.0028243784805264743,
      0.705,
      0.013274390675172299,
      0.028904442919875484,
      -0.0040196167029693435,
      0.524,
      -0.032261323610542,
      -0.19189674509900012,
      -0.0014250292390280144,
      0.608,
      0.1643977924443936,
      0.04961631223280416,
      -0.0009578059425138642,
      0.386,
      -0.13045822102425877,
      -0.34867263413706284,
      Number.NaN,
      0.006324898893855365,
      0.1248334199203323,
      0.11581264427170712,
      0.005545670301963649,
      0.027389839779734356,
      -0.02469879518072289,
      -0.11115842842293588,
      Number.NaN,
      0.621375573564318,
    ],
  },
  {
    kernel: "portfolios and rebalancing",
    tolerance: CLIMBED,
    async answer(context) {
      const objectives = [
        { kind: "maximum-sharpe" },
        { kind: "maximum-diversification" },
        { kind: "hierarchical", linkage: "single" },
        { kind: "minimum-cvar", confidence: 0.9, target: null },
      ] as const;
      const found: number[] = [];
      for (const objective of objectives) {
        const { volatility, weights } = await answer(context, "optimize-portfolio", { assets: ASSETS, objective });
        found.push(volatility, weights[1]);
      }
      const fading = { covariance: { kind: "exponential", span: 60 }, mean: { kind: "exponential", span: 60 } } as const;
      const views = { kind: "minimum-variance" } as const;
      found.push((await answer(context, "optimize-portfolio", { assets: ASSETS, objective: views, ...fading })).volatility);
      return found;
    },
    expected: [
      0.17860714019905222, 0, 0.1208177151379774, 0.10020284064919703, 0.12302795242659266, 0.19236572889412737, 0.13258898113500633,
      0.08180466038671139, 0.09322273450077123,
    ],
  },
  {
    kernel: "backtests of four strategies and a sweep",
    tolerance: COMPUTED,
    async answer(context) {
      const found: (number | null)[] = [];
      for (const type of ["momentum", "mean-reversion", "behavioral", "smart-beta"] as const) {
        const { metrics } = await answer(context, "run-backtest", { bars: BARS, times: TIMES, strategy: { type }, closeAtEnd: true });
        found.push(metrics.returns, metrics.sharpeRatio, metrics.trades);
      }
      const axes = [{ parameter: "lookback", values: [5, 10, 20] } as const];
      const { figures } = await answer(context, "sweep-backtest", { bars: BARS, times: TIMES, strategy: { type: "mean-reversion" }, axes });
      return [...found, ...figures.returns].map((figure) => figure ?? Number.NaN);
    },
    expected: [
      0.04685419580419592,
      0.4135384544398061,
      1,
      0.013291514562380202,
      -0.13583502659366314,
      14,
      0,
      Number.NaN,
      0,
      -0.17064176591650182,
      -2.2324613851341337,
      14,
      -0.14702195875884572,
      -0.16389351643491068,
      0.013291514562380202,
    ],
  },
  {
    kernel: "validation of four strategies",
    tolerance: COMPUTED,
    async answer(context) {
      const strategies = ASSETS.map(({ name, values }) => ({ name, returns: values.subarray(1).map((value, t) => value / values[t] - 1) }));
      const outcome = await validateStrategy({ strategies }, context);
      if (!outcome.ok) throw new Error(inWords(outcome.failure));
      const { overfitting, superiorAbility, walkForward } = outcome.value;
      const found = [overfitting?.probability, superiorAbility?.statistic, superiorAbility?.pConsistent, walkForward?.pValue];
      return found.map((figure) => figure ?? Number.NaN);
    },
    expected: [0.05648795648795649, 0.5253549365205198, 0.6193806193806194, 0.34865134865134867],
  },
  {
    kernel: "chaos: exponent, surrogates, 0-1 test",
    tolerance: CLIMBED,
    async answer(context) {
      const { fit, surrogates, kantz, zeroOne } = await answer(context, "estimate-lyapunov", { close: CLOSE, kind: "prices" });
      const found = [fit?.slope, surrogates?.slopes[0], kantz?.fit?.slope, zeroOne?.k];
      return found.map((figure) => figure ?? Number.NaN);
    },
    expected: [0.3892962951665349, 0.4612257736853622, 0.45329367444330926, 0.9981052274902629],
  },
  {
    kernel: "decision engine over its history",
    tolerance: COMPUTED,
    async answer(context) {
      const settings = { smaPeriod: null, emaPeriod: null, rsiPeriod: 14, annualization: 252 };
      const news = "Strong growth, some risk.";
      const { columns, statistics, replay } = await answer(context, "analyze-market", { prices: CLOSE, times: TIMES, news, settings });
      const last = [columns.sma, columns.ema, columns.rsi, columns.volatility].map((column) => column[ROWS - 1]);
      return [...last, statistics.deviation, replay?.actions.Buy.count, replay?.benchmark.meanReturn].map((figure) => figure ?? Number.NaN);
    },
    expected: [79.72429920276682, 80.30426804615428, 54.8570824496214, 0.09450287176913034, 6.473215897589777, 93, -0.0029982606383397287],
  },
  {
    kernel: "reading a table and a list",
    tolerance: 0,
    async answer(context) {
      const table = await answer(context, "read-series", { source: TABLE, name: "table", origin: "pasted" });
      const list = await answer(context, "read-series", { source: "1.5, 2.25, 0.1, 1e-3, 3", name: "list", origin: "typed" });
      const { unsorted, jumps, gaps, zeroOrNegative } = table.quality;
      const counts = [unsorted, jumps.count, gaps, zeroOrNegative.count];
      return [...(table.times ?? []), ...table.columns.flatMap(({ values }) => [...values]), ...counts, ...list.columns[0].values];
    },
    expected: [
      1609718400000, 1609804800000, 1614556800000, 1614643200000, 1614729600000, 100.5, 101.25, 150, -1, 150.125, 1, 0, 1, 1, 1.5, 2.25,
      0.1, 0.001, 3,
    ],
  },
];

export const checks: SelfCheck[] = runs.map(({ kernel, tolerance, answer, expected }) => ({
  kernel,
  source: "the same job in Node, where the tests hold it to its references",
  tolerance,
  errorOf: async (context) => largestError(await answer(context), expected),
}));
