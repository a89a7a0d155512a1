import { modelOf } from "../regimes";
import { largestError, type SelfCheck } from "../runtime/self-check";
import { failureText } from "../texts";
import { validateStrategy } from "../validation";
import { answer, CLIMBED, CLOSE, COMPUTED, prices, ROWS, type Run, TIMES } from "./job-runs";
import { volatilityRuns } from "./volatility-runs";

const ASSETS = [1, 2, 3, 4].map((asset) => ({ name: `Asset ${asset}`, values: prices(ROWS, asset), times: TIMES }));
const VOLUME = Float64Array.from({ length: ROWS }, (_, t) => 1000 + ((t * 7919) % 503));
const NEWS = [
  { time: TIMES[60], score: 0.75 },
  { time: TIMES[150], score: 0.25 },
  { time: TIMES[260], score: 0.5 },
];
const TABLE = ["Date,Close", "2021-01-05,101.25", "2021-01-04,100.5", "2021-03-01,1.5e2", "2021-03-02,-1", "2021-03-03,150.125"].join("\n");
const BARS = {
  open: CLOSE.map((value, t) => (t === 0 ? value : 0.3 * value + 0.7 * CLOSE[t - 1])),
  high: CLOSE.map((value, t) => 1.01 * Math.max(value, CLOSE[Math.max(t - 1, 0)])),
  low: CLOSE.map((value, t) => 0.99 * Math.min(value, CLOSE[Math.max(t - 1, 0)])),
  close: CLOSE,
};

export const runs: Run[] = [
  ...volatilityRuns,
  {
    kernel: "regimes: fit of three, timing by two, shading",
    tolerance: CLIMBED,
    async answer(context) {
      const fitted = await answer(context, "fit-regimes", { values: CLOSE, kind: "prices", times: null, states: 3, seed: 1 });
      const { performance, test } = await answer(context, "time-regimes", { values: CLOSE, kind: "prices", states: 2, seed: 1 });
      const shading = { values: fitted.returns, kind: "returns", model: modelOf(fitted), view: "smoothed", scale: 0.01 } as const;
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
      -0.378750166907725, -0.37692525775057206, -0.021617252185967387, 0.002, -0.06925497892822059, 0.0917177784256944,
      -0.0028243784805264743, 0.705, 0.013274390675172299, 0.028904442919875484, -0.0040196167029693435, 0.524, -0.032261323610542,
      -0.19189674509900012, -0.0014250292390280144, 0.608, 0.1643977924443936, 0.04961631223280416, -0.0009578059425138642, 0.386,
      -0.13045822102425877, -0.34867263413706284, -0.007772622587157538, 0.006324898893855365, 0.1248334199203323, 0.11581264427170712,
      0.005545670301963649, 0.027389839779734356, -0.02469879518072289, -0.11115842842293588, 0.00024432226126093405, 0.621375573564318,
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
      if (!outcome.ok) throw new Error(failureText(outcome.failure));
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
