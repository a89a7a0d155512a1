import { expect, it } from "vitest";
import { DISTINCT_TRIALS, type RunBody } from "../../src/state/run-body";
import { candidatesOf, familyDefault, rulesKey } from "../../src/tools/validation/candidates";
import { countTrials } from "../../src/tools/validation/trial-count";
import { RULES_DEFAULT, STRATEGY_DEFAULTS } from "../../workers/backtest/schema";

const run = (id: string, startedAt: number, job: string, input: object, changes: Partial<RunBody> = {}) => ({
  id,
  body: {
    screen: "/backtester",
    title: id,
    job,
    datasets: [{ field: "data", hash: "a", name: "A", length: 100, text: null }],
    fields: ["data"],
    input: JSON.stringify(input),
    obstacle: null,
    settings: "{}",
    content: "{}",
    seed: null,
    app: "0",
    kernels: "0",
    startedAt,
    millis: 1,
    figures: [],
    digest: "0",
    parts: [],
    pinned: false,
    note: "",
    ...changes,
  } satisfies RunBody,
});
const momentum = (lookback: number, threshold = 1.5) =>
  ({ type: "momentum", parameters: { ...STRATEGY_DEFAULTS, lookback, threshold } }) as const;

it("every rule set counts once, whichever run tried it first, and current candidates do not count as earlier", () => {
  const now = candidatesOf([familyDefault("momentum")], "1");
  const counted = countTrials(
    [
      run("same as now", 1, "run-backtest", { strategy: momentum(20) }),
      run("new", 2, "run-backtest", { strategy: momentum(33) }),
      run("again, other dates", 3, "run-backtest", { strategy: momentum(33), startDate: 5 }),
      run("validation", 4, "validate-candidates", {
        candidates: [33, 34, 35].map((lookback) => ({ name: "", strategy: momentum(lookback) })),
      }),
    ],
    "a",
    now,
  );
  expect(counted.runs.map(({ id, trials }) => [id, trials])).toEqual([
    ["validation", 2],
    ["again, other dates", 0],
    ["new", 1],
    ["same as now", 0],
  ]);
  expect(counted.earlier).toBe(3);
});

it("a search counts all its combinations, once", () => {
  const axes = [
    { parameter: "lookback", values: [5, 10, 15] },
    { parameter: "threshold", values: { $values: "Float64Array", values: [1, 2, 3, 4] } },
  ];
  const search = { strategy: momentum(20), axes };
  const counted = countTrials([run("one", 1, "optimize-strategy", search), run("two", 2, "sweep-backtest", search)], "a", []);
  expect(counted.earlier).toBe(12);
  // The same grid around another center adds no trials; with another stop it does.
  const again = run("moved", 3, "sweep-backtest", { strategy: momentum(10, 2), axes });
  const stopped = { type: "momentum", parameters: { ...STRATEGY_DEFAULTS, stopLoss: 0.1 } };
  const other = run("another stop", 4, "sweep-backtest", { strategy: stopped, axes });
  expect(countTrials([run("one", 1, "sweep-backtest", search), again], "a", []).earlier).toBe(12);
  expect(countTrials([run("one", 1, "sweep-backtest", search), other], "a", []).earlier).toBe(24);
  const told = run("factors", 3, "mine-factors", {}, { figures: [{ label: "Trials", value: 40, unit: "" }] });
  expect(countTrials([told], "a", []).earlier).toBe(40);
});

it("a random search counts its drawn trials: other seeds are other trials, and a longer search with the same seed adds the rest", () => {
  const axes = [{ parameter: "lookback", values: [5, 60] }];
  const drawn = (seed: number, trials: number) => ({ strategy: momentum(20), axes, search: "random", trials, seed });
  const counted = (...asked: object[]) =>
    countTrials(
      asked.map((input, k) => run(String(k), k, "optimize-strategy", input)),
      "a",
      [],
    ).earlier;
  expect(counted(drawn(1, 200))).toBe(200);
  expect(counted(drawn(1, 200), drawn(1, 200))).toBe(200);
  expect(counted(drawn(1, 200), drawn(1, 500), drawn(1, 300))).toBe(500);
  expect(counted({ strategy: momentum(20), axes, search: "random" }, drawn(1, 200))).toBe(200);
  const six = run("six", 1, "optimize-strategy", drawn(1, 200), { figures: [{ label: DISTINCT_TRIALS, value: 6, unit: "" }] });
  expect(countTrials([six], "a", []).earlier).toBe(6);
  expect(counted(drawn(1, 200), drawn(2, 200), { strategy: momentum(20), axes })).toBe(402);
});

it("an invalid number of trials in a restored record is not counted", () => {
  const axes = [{ parameter: "lookback", values: [5, 60] }];
  for (const trials of ["9e9x", -1e9, {}, 1.5, 1e9, null]) {
    const drawn = { strategy: momentum(20), axes, search: "random", trials, seed: 1 };
    const figures = [{ label: DISTINCT_TRIALS, value: trials as number, unit: "" }];
    expect(countTrials([run("one", 1, "optimize-strategy", drawn, { figures })], "a", []).earlier).toBe(2);
  }
  const lengths = { strategy: momentum(20), axes: [{ parameter: "lookback", values: { values: { length: "9e9x" } } }] };
  expect(countTrials([run("one", 1, "sweep-backtest", lengths)], "a", []).earlier).toBe(0);
});

it("a restored record with an invalid question counts no trials", () => {
  const questions = [
    ["sweep-backtest", { strategy: momentum(20), axes: "lookback" }],
    ["optimize-strategy", { strategy: momentum(20), axes: [null] }],
    ["validate-candidates", { candidates: { length: 3 } }],
    ["validate-candidates", { candidates: [null] }],
    ["run-backtest", { strategy: "momentum" }],
  ] as const;
  for (const [job, input] of questions) expect(countTrials([run("one", 1, job, input)], "a", []).earlier).toBeLessThanOrEqual(1);
  const told = (value: number) =>
    countTrials([run("one", 1, "mine-formulas", {}, { figures: [{ label: "Trials", value, unit: "" }] })], "a", []).earlier;
  expect([told(40), told(1.5), told(1e300), told(-3)]).toEqual([40, 0, 0, 0]);
});

it("runs on other data, and runs without trials, are excluded", () => {
  const elsewhere = run("elsewhere", 1, "run-backtest", { strategy: momentum(9) }, { datasets: [] });
  const fit = run("fit", 2, "fit-garch", { values: [] });
  const unwritten = run("unwritten", 3, "run-backtest", {}, { input: null });
  expect(countTrials([elsewhere, fit, unwritten], "a", [])).toEqual({ earlier: 0, runs: [] });
});

it("candidates are distinct, with their parameters in their names", () => {
  const nine = candidatesOf([familyDefault("momentum"), familyDefault("momentum")], "9");
  expect(nine.length).toBe(9);
  expect(new Set(nine.map(({ strategy }) => rulesKey(strategy))).size).toBe(9);
  expect(nine[0].name).toBe("Momentum, lookback 10, threshold 0.75");
  expect(nine[8].strategy.parameters).toMatchObject({ lookback: 40, threshold: 2.25, stopLoss: 0.02 });
  expect(candidatesOf([familyDefault("smart-beta")], "25").at(-1)?.name).toBe("Smart Beta, lookback 40, target 22.5%");
  expect(candidatesOf([familyDefault("momentum")], "1")).toEqual([expect.objectContaining({ name: "Momentum" })]);
  // Block rules have neither lookback nor threshold: stop loss and take profit vary, and other blocks are other rules.
  const blocks = candidatesOf([familyDefault("rules")], "9");
  expect(blocks.length).toBe(9);
  expect(blocks[0].name).toBe("Block Rules, stop loss 1%, take profit 2.5%");
  expect(blocks[0].strategy.rules).toEqual(RULES_DEFAULT);
  expect(rulesKey({ ...blocks[0].strategy, rules: { kind: "hold", weight: 1 } })).not.toBe(rulesKey(blocks[0].strategy));
  // A lookback of one cannot be halved, so duplicates are merged.
  const short = { ...familyDefault("momentum"), parameters: { ...STRATEGY_DEFAULTS, lookback: 1 } };
  expect(candidatesOf([short], "9").length).toBe(6);
});

it("the tested strategy is the first candidate, with its parameters, followed by its variations", () => {
  const tested = { ...familyDefault("momentum"), name: "", parameters: { ...STRATEGY_DEFAULTS, lookback: 60, threshold: 0.1 + 0.2 } };
  const [first, ...rest] = candidatesOf([familyDefault("momentum")], "9", tested);
  expect(first.name).toBe("The strategy tested: Momentum");
  expect(first.strategy.parameters).toEqual(tested.parameters);
  expect(rest).toHaveLength(18);
  expect(rest.slice(0, 2).map(({ name }) => name)).toEqual([
    "Momentum, lookback 30, threshold 0.15",
    "Momentum, lookback 30, threshold 0.3",
  ]);
  const rules = { ...tested, type: "rules", name: "Mine", rules: { kind: "hold", weight: 0.5 } } as const;
  expect(candidatesOf([], "1", rules)).toEqual([
    { name: "The strategy tested: Mine", strategy: expect.objectContaining({ type: "rules", rules: rules.rules }) },
  ]);
});
