import { expect, it } from "vitest";
import { checkSettings } from "../../src/state/checked-settings";

const COLUMN = { $column: { series: "abc", column: 0, from: 0, length: 9 } };
const words = ({ series, column }: { series: string; column: number }) => `column ${column} of ${series}`;

/** Runs as stored by tools: the screen's settings, and the question asked. */
const GARCH = {
  screen: "/garch-model",
  job: "fit-garch",
  settings: { p: 1, q: 1, distribution: "skewt", mean: "constant", kind: "auto", tolerance: 1e-10, annualization: 252, horizon: 30 },
  content: { column: null },
  input: { values: COLUMN, kind: "auto", options: { tolerance: 1e-10 }, model: { p: 1, q: 1, distribution: "skewt", mean: "constant" } },
};
const RISK = {
  screen: "/risk-management",
  job: "analyze-risk",
  settings: { confidenceLevel: "0.95", riskFree: 2, draws: 10_000, seed: 1, timeframe: "all", perYear: null },
  content: { weights: {} },
  input: { values: COLUMN, confidenceLevel: 0.95, riskFree: 0.02, draws: 10_000, seed: { $number: "1" }, period: null, perYear: 252 },
};
const PORTFOLIO = {
  screen: "/portfolio",
  job: "optimize-portfolio",
  settings: { objective: "target-return", target: 8, covariance: "constant-correlation", mean: "views", startDate: "2023-01-01" },
  content: { groups: [], lower: {} },
  input: {
    assets: [{ name: "A", values: COLUMN, target: 3 }],
    objective: { kind: "target-return", target: 0.08 },
    covariance: { kind: "ledoit-wolf", target: "constant-correlation" },
    mean: { kind: "arithmetic" },
    limits: { lower: [0], groups: [] },
    startDate: Date.UTC(2023, 0, 1),
  },
};
const STRATEGY = {
  screen: "/backtester",
  job: "run-backtest",
  settings: {
    strategy: { name: "", type: "momentum", parameters: { lookback: 20, stopLoss: 0.02 } },
    endDate: "2019-01-03",
    fill: "next-open",
  },
  content: {},
  input: {
    strategy: { type: "momentum", parameters: { lookback: 20, stopLoss: 0.02 } },
    endDate: Date.UTC(2019, 0, 4) - 1,
    tradeOnClose: false,
    bars: { close: COLUMN },
  },
};
const FACTORS = {
  screen: "/alpha-miner",
  job: "mine-factors",
  settings: { selected: [1, 2], horizons: "1, 5, 10", seed: 1 },
  content: { news: "" },
  input: { selected: [1, 2], news: null, settings: { horizons: [1, 5, 10], seed: 1 } },
};
const SEARCH = { screen: "/alpha-miner", job: "search-formulas", settings: { seed: 1, searchSeed: 7 }, content: {}, input: { seed: 7 } };
const TEXT = "Refiners report strong demand and raise their outlook.";
const NEWS = {
  screen: "/llm-trader",
  job: "analyze-news",
  settings: { confidenceThreshold: 60 },
  content: { news: TEXT },
  input: { text: TEXT, confidenceThreshold: 0.6 },
};
const HONEST = { GARCH, RISK, PORTFOLIO, STRATEGY, FACTORS, SEARCH, NEWS };

interface Run {
  screen: string;
  job: string;
  settings: object;
  content: object;
  input: object;
}
const check = ({ screen, job, settings, content, input }: Run) =>
  checkSettings(
    {
      screen,
      job,
      ...Object.fromEntries(Object.entries({ settings, content, input }).map(([k, part]) => [k, JSON.stringify(part)])),
    } as Record<"screen" | "job" | "settings" | "content" | "input", string>,
    words,
  );
const verdicts = (run: Run) => Object.fromEntries(check(run).map(({ path, verdict }) => [path, verdict]));

it.each(Object.entries(HONEST))("the settings a tool stores agree with its question: %s", (_, run) => {
  expect(check(run).filter(({ verdict }) => verdict === "differs")).toEqual([]);
});

it("distinguishes settings of the question, settings left to the tool, and unknown ones", () => {
  expect(verdicts(GARCH)).toEqual({
    p: "same",
    q: "same",
    distribution: "same",
    mean: "same",
    kind: "same",
    tolerance: "same",
    annualization: "unchecked",
    horizon: "unchecked",
    column: "automatic",
    values: "asked",
  });
  expect(verdicts(RISK)).toMatchObject({ confidenceLevel: "same", riskFree: "same", draws: "same", seed: "same", timeframe: "unchecked" });
  expect(verdicts(PORTFOLIO)).toMatchObject({ objective: "same", target: "same", covariance: "same", mean: "same", startDate: "same" });
  expect(verdicts(STRATEGY)).toMatchObject({ "strategy.parameters.lookback": "same", endDate: "same", fill: "same" });
  expect(verdicts(FACTORS)).toMatchObject({ selected: "same", horizons: "same", news: "automatic" });
  expect(verdicts(SEARCH)).toEqual({ searchSeed: "same", seed: "unchecked" });
  expect(verdicts(NEWS)).toEqual({ confidenceThreshold: "same", news: "same" });
});

it.each([
  [GARCH, { distribution: "t" }],
  [GARCH, { p: 2 }],
  [GARCH, { tolerance: 1e-8 }],
  [RISK, { draws: 1_000_000 }],
  [RISK, { draws: "500" }],
  [RISK, { confidenceLevel: "0.99" }],
  [RISK, { riskFree: 200 }],
  [RISK, { riskFree: 0.02 }],
  [RISK, { draws: 100 }],
  [RISK, { perYear: 365 }],
  [PORTFOLIO, { objective: "minimum-variance" }],
  [PORTFOLIO, { target: 9 }],
  [PORTFOLIO, { mean: "exponential" }],
  [PORTFOLIO, { startDate: "2023-01-02" }],
  [STRATEGY, { endDate: "2019-01-04" }],
  [STRATEGY, { fill: "same-close" }],
  [FACTORS, { selected: [1, 2, 3] }],
  [FACTORS, { horizons: "1, 5, 21" }],
  [SEARCH, { searchSeed: 1 }],
] as const)("a setting that is not the question's is named: %#", (run, forged) => {
  const [name] = Object.keys(forged);
  const [first, ...others] = check({ ...run, settings: { ...run.settings, ...forged } });
  expect(first).toMatchObject({ path: name, verdict: "differs", shown: Object.values(forged)[0] });
  expect(others.filter(({ verdict }) => verdict === "differs")).toEqual([]);
});

it("states the columns a question uses, whatever the file says about its data", () => {
  expect(check(GARCH).find(({ path }) => path === "values")).toEqual({
    path: "values",
    shown: undefined,
    asked: "column 0 of abc",
    verdict: "asked",
  });
});

it("a forged field of a strategy is named by its path", () => {
  const parameters = { lookback: 200, stopLoss: 0.02 };
  const settings = { ...STRATEGY.settings, strategy: { ...STRATEGY.settings.strategy, parameters } };
  expect(verdicts({ ...STRATEGY, settings })).toMatchObject({
    fill: "same",
    "strategy.parameters.lookback": "differs",
    "strategy.parameters.stopLoss": "same",
  });
});

it("a setting named like a property of every object is unknown to the question", () => {
  const settings = JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "toString": "x", "p": 1}');
  for (const screen of ["/garch-model", "constructor"])
    expect(verdicts({ ...GARCH, screen, job: "toString", settings })).toMatchObject({
      constructor: "unchecked",
      toString: "unchecked",
      p: "same",
    });
});
