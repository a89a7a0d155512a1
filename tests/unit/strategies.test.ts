import { safeParse } from "valibot";
import { describe, expect, it } from "vitest";
import { componentsOf, copyName, savedStrategy, strategySchema } from "../../src/state/strategy-body";
import { readStrategyFile, strategyFile } from "../../src/state/strategy-file";
import { axisFor, combinationsOf, jobAxes, usedAxes, valuesOf } from "../../src/strategies/axes";
import { BACKTEST_DEFAULTS, momentsOf } from "../../src/strategies/backtest-settings";
import { datesWithin } from "../../src/strategies/dates";
import { FACTOR_DEFAULTS, STRATEGY_DEFAULTS } from "../../workers/backtest/schema";
import { failureText, says } from "../fixtures/failure-text";

const content = {
  name: "Oil",
  description: "",
  type: "momentum" as const,
  parameters: STRATEGY_DEFAULTS,
  behavioralFactors: FACTOR_DEFAULTS,
};
const longer = { ...content, parameters: { ...STRATEGY_DEFAULTS, lookback: 40 } };

describe("a saved strategy", () => {
  it("keeps every changed save as a version, newest first, at most fifty", () => {
    const first = savedStrategy(content, null, 1);
    expect(first).toMatchObject({ status: "active", components: ["Momentum score", "Stop loss", "Take profit"] });
    const second = savedStrategy(longer, { ...first, status: "inactive" }, 2);
    expect(second.status).toBe("inactive");
    expect(second.versions.map(({ savedAt, parameters }) => [savedAt, parameters.lookback])).toEqual([
      [2, 40],
      [1, 20],
    ]);
    expect(savedStrategy(longer, second, 3).versions).toEqual(second.versions);
    let body = second;
    for (let k = 0; k < 60; k++) body = savedStrategy({ ...content, parameters: { ...STRATEGY_DEFAULTS, lookback: 1 + k } }, body, 10 + k);
    expect(body.versions).toHaveLength(50);
    expect(body.versions[0].savedAt).toBe(69);
    expect(safeParse(strategySchema, body).success).toBe(true);
  });

  it("reads entries with only a name and a status, and refuses fractions above one", () => {
    const old = safeParse(strategySchema, { name: "Old", status: "active" });
    expect(old.success && old.output).toMatchObject({ type: "momentum", parameters: STRATEGY_DEFAULTS, versions: [] });
    const wrong = { ...savedStrategy(content, null, 1), parameters: { ...STRATEGY_DEFAULTS, stopLoss: 2 } };
    expect(safeParse(strategySchema, wrong).success).toBe(false);
  });

  it("names its parts and its copies", () => {
    const smart = {
      ...content,
      type: "smart-beta" as const,
      parameters: { ...STRATEGY_DEFAULTS, stopLoss: 0, takeProfit: 0, trailingStop: 0.1 },
    };
    expect(componentsOf(smart)).toEqual(["Volatility target", "Trailing stop"]);
    expect(copyName("Oil", ["Oil", "Oil copy"])).toBe("Oil copy 2");
  });
});

describe("a file of strategies", () => {
  const file = (text: string) => readStrategyFile(new Blob([text]));

  it("is read back unchanged", async () => {
    const read = await file(JSON.stringify(strategyFile([content, longer])));
    expect(read.ok && read.value).toEqual([content, longer]);
  });

  it("is refused entirely if anything in it is not a strategy", async () => {
    const good = strategyFile([content]);
    const parameters = { ...STRATEGY_DEFAULTS, lookback: 0 };
    const bad = [
      "",
      "{",
      "[]",
      "{}",
      JSON.stringify({ ...good, version: 2 }),
      JSON.stringify({ ...good, strategies: [{ ...content, parameters }] }),
    ];
    for (const text of bad) {
      const read = await file(text);
      expect(read.ok ? "" : failureText(read.failure), text).toBe(says("backtest/strategyFile"));
    }
  });
});

it("names in a file become single lines as typed, whatever they contain", async () => {
  const nameAs = async (name: string) => {
    const read = await readStrategyFile(new File([JSON.stringify({ ...strategyFile([]), strategies: [{ name }] })], "s.json"));
    return read.ok ? read.value[0].name : read.failure.reason;
  };
  expect(await nameAs("  Mine \n\u0000\t too ")).toBe("Mine too");
  expect(await nameAs(" \u0007\n")).toBe("");
  expect(await nameAs("W".repeat(100_000))).toBe(`${"W".repeat(199)}…`);
  expect(await nameAs("x".repeat(198) + "\ud83d\udcc8".repeat(9))).toBe(`${"x".repeat(198)}…`);
});

it("the copy of a strategy with the longest name can be read back", () => {
  const copy = copyName("W".repeat(200), []);
  expect(copy.endsWith(" copy")).toBe(true);
  expect(safeParse(strategySchema, { name: copy, status: "active" }).success).toBe(true);
});

describe("axes", () => {
  it("have even steps, with whole numbers for the lookback, each once", () => {
    expect(valuesOf({ parameter: "threshold", from: 0.5, to: 1.5, steps: 5 })).toEqual([0.5, 0.75, 1, 1.25, 1.5]);
    expect(valuesOf({ parameter: "lookback", from: 1, to: 4, steps: 7 })).toEqual([1, 2, 3, 4]);
    expect(valuesOf({ parameter: "stopLoss", from: 0.02, to: 0.02, steps: 1 })).toEqual([0.02]);
    expect(combinationsOf([axisFor("lookback"), axisFor("threshold")])).toBe(120);
    expect(jobAxes([axisFor("stopLoss")], "random")).toEqual([{ parameter: "stopLoss", values: [0.01, 0.1] }]);
  });

  it("that a strategy type does not use are replaced by its own", () => {
    expect(usedAxes([axisFor("threshold")], { type: "smart-beta" }).map(({ parameter }) => parameter)).toEqual([
      "lookback",
      "targetVolatility",
    ]);
    expect(usedAxes([axisFor("threshold"), axisFor("momentum")], { type: "momentum" }).map(({ parameter }) => parameter)).toEqual([
      "threshold",
    ]);
  });
});

it("an end date includes its whole day", () => {
  const { startDate, endDate } = momentsOf(BACKTEST_DEFAULTS);
  expect([startDate, endDate]).toEqual([Date.UTC(2023, 0, 1), Date.UTC(2024, 0, 1) - 1]);
});

describe("dates of a backtest", () => {
  const day = (text: string) => Date.parse(text);
  const series = { length: 3, times: Float64Array.of(day("1986-01-02"), day("1990-05-05"), day("2019-07-01")) };
  const whole = { startDate: "1986-01-02", endDate: "2019-07-01" };

  it.each([
    ["behind the data, as the defaults are on the sample", "2023-01-01", "2023-12-31", whole],
    ["before the data", "1970-01-01", "1980-01-01", whole],
    ["open at one side", "2023-01-01", null, whole],
    ["partly within", "2019-01-01", "2023-12-31", null],
    ["without any", null, null, null],
    ["turned round", "2023-12-31", "2023-01-01", null],
  ])("%s", (_, startDate, endDate, wanted) => {
    expect(datesWithin(series, { startDate, endDate })).toEqual(wanted);
  });

  it("rows without dates keep the dates requested", () => {
    expect(datesWithin({ length: 3, times: null }, { startDate: "2023-01-01", endDate: null })).toBeNull();
  });
});
