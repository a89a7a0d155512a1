import { describe, expect, it } from "vitest";
import { FORMULA_EXAMPLES, FORMULA_FUNCTIONS } from "../../src/tools/alpha-miner/formula-reference";
import { columnsOf, reachOf } from "../../workers/factors/formula/check";
import { written } from "../../workers/factors/formula/expression";
import { FUNCTIONS } from "../../workers/factors/formula/functions";
import { parseFormula } from "../../workers/factors/formula/parse";
import { readFormula } from "../../workers/factors/formula/read";
import { failureText, resultOf } from "../fixtures/failure-text";

const trouble = (text: string): string => {
  const read = readFormula(text);
  return read.ok ? "" : failureText(read.failure);
};
const again = (text: string): string => {
  return written(resultOf(parseFormula(text)));
};
const tree = (text: string) => {
  return resultOf(readFormula(text));
};

describe("reading", () => {
  it.each([
    ["close", "close"],
    ["a", ""],
    ["1 + 2 * close", "1 + 2 * close"],
    ["(1 + 2) * close", "(1 + 2) * close"],
    ["close - (open - high)", "close - (open - high)"],
    ["(close - open) - high", "close - open - high"],
    ["close / (open / high)", "close / (open / high)"],
    ["close ^ open ^ high", "close ^ open ^ high"],
    ["(close ^ open) ^ high", "(close ^ open) ^ high"],
    ["-close ^ 2", "-close ^ 2"],
    ["(-close) ^ 2", "(-close) ^ 2"],
    ["- - close", "--close"],
    ["+close*-open", "close * -open"],
    ["2 * -3", "2 * -3"],
    ["RANK( Close )", "rank(close)"],
    ["stddev(returns, 20)", "ts_stddev(returns, 20)"],
    ["if(close>open, 1.5e2, .5)", "if(close > open, 150, 0.5)"],
    [
      "-1 * correlation(rank(delta(log(volume), 2)), rank((close - open) / open), 6)",
      "-1 * correlation(rank(delta(log(volume), 2)), rank((close - open) / open), 6)",
    ],
  ])("%s", (text, expected) => {
    if (expected === "") expect(parseFormula(text).ok).toBe(false);
    else {
      expect(again(text)).toBe(expected);
      expect(again(expected)).toBe(expected);
    }
  });
});

describe("errors and their positions", () => {
  it.each([
    ["", "at character 1: the formula is empty"],
    ["   ", "at character 1: the formula is empty"],
    ["close +", "at character 8: the formula ends where a value is expected"],
    ["close $ open", "at character 7: “$” is not valid in a formula"],
    ["clse", "at character 1: “clse” is unknown: did you mean “close”?"],
    ["1 + decay_liner(close, 2)", "at character 5: “decay_liner” is unknown: did you mean “decay_linear”?"],
    ["wibble", "at character 1: “wibble” is unknown"],
    ["delay(close, 1", "at character 15: the bracket opened at character 6 is not closed"],
    ["(close + open", "at character 14: the bracket opened at character 1 is not closed"],
    ["close open", "at character 7: “open” is not expected here"],
    ["close)", "at character 6: “)” is not expected here"],
    ["rank()", "at character 1: rank takes 1 value, not 0"],
    ["delay(close)", "at character 1: delay takes 2 values, not 1"],
    ["delay(close,)", "at character 13: “)” is not expected here"],
    ["rank", "at character 1: rank is a function: its arguments go in brackets"],
    ["close(2)", "at character 1: close is a column, not a function"],
    ["close > open", "at character 1: a comparison can only be the first argument of if(…)"],
    ["1 + (close > open)", "at character 6: a comparison can only be the first argument of if(…)"],
    ["close < open < high", "at character 14: comparisons cannot be chained"],
    ["if(close, 1, 2)", "at character 4: the first argument of if(…) must be a comparison, such as close > open"],
    ["ts_mean(close, open)", "at character 16: expects a whole number of steps from 1 to 2,000"],
    ["ts_mean(close, 0)", "at character 16: expects a whole number of steps from 1 to 2,000"],
    ["ts_stddev(close, 1)", "at character 18: expects a whole number of steps from 2 to 2,000"],
    ["ts_mean(close, 2.5)", "at character 16: expects a whole number of steps from 1 to 2,000"],
    ["delay(close, 2001)", "at character 14: expects a whole number of steps from 1 to 2,000"],
    ["signedpower(close, open)", "at character 20: expects a number, not a series"],
    ["1 + 2", "at character 1: the formula is constant: it needs a column, such as close"],
    [`${"(".repeat(60)}close${")".repeat(60)}`, "at character 42: nested more than 40 levels deep"],
    [`${"close + ".repeat(400)}close`, "at character 2,001: a formula has at most 2,000 characters"],
  ])("%#", (text, message) => expect(trouble(text)).toBe(message));

  it("never throws, whatever the input", () => {
    const pieces = ["close", "(", ")", ",", "-", "^", "1", "rank", "<", "if", " ", "ts_mean", "2.", "=", "\n", "é", "\u0000"];
    let state = 7;
    const draw = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % below;
    };
    let read = 0;
    for (let i = 0; i < 3000; i++) {
      const text = Array.from({ length: 1 + draw(9) }, () => pieces[draw(pieces.length)]).join("");
      const outcome = readFormula(text);
      if (outcome.ok) read++;
      else expect(failureText(outcome.failure)).toMatch(/^at character [\d,]+: ./);
    }
    expect(read).toBeGreaterThan(20);
  });
});

it("knows which columns a formula reads, and how far back", () => {
  expect(columnsOf(tree("rank(close) - rank(volume) + close"))).toEqual(["close", "volume"]);
  expect(reachOf(tree("ts_mean(delay(close, 5), 20)"))).toBe(24);
  expect(reachOf(tree("returns + delta(close, 3)"))).toBe(3);
  expect(reachOf(tree("delay(close, -4)"))).toBe(0);
});

it("the screen lists all functions, and its examples parse", () => {
  expect(FORMULA_FUNCTIONS.map(([shape, says]) => [shape.split("(")[0], says])).toEqual(FUNCTIONS.map(({ name, says }) => [name, says]));
  for (const { text } of FORMULA_EXAMPLES) expect(trouble(text), text).toBe("");
});

it("every function documents its result, and has the documented arity", () => {
  for (const { name, takes, says } of FUNCTIONS) {
    expect(says.length).toBeGreaterThan(5);
    const sample = { series: "close", steps: "5", shift: "5", number: "2", condition: "close > open" };
    expect(readFormula(`${name}(${takes.map((kind) => sample[kind]).join(", ")})`).ok, name).toBe(true);
  }
});
