import { describe, expect, it } from "vitest";
import { chosenWords } from "../../src/analysis/data/reading-words";
import { unitFor } from "../../workers/analyzed-column";
import { returnRole } from "../../workers/ingest/column-role";
import { addRows } from "../../workers/ingest/jobs/add-rows";
import { failureText } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";
import { names, primary, read, series } from "./ingest";

const RETURNS = [0.01, -0.02, 0.005, -0.001];
const csv = (heading: string, values: readonly (number | string)[] = RETURNS) =>
  `Date,${heading}\n${values.map((value, row) => `2024-01-0${row + 1},${value}`).join("\n")}\n`;
const roles = async (text: string, options = {}) => (await series(text, options)).columns.map(({ role }) => role);
/** P[t] = P[t - 1] (1 + r[t]), by definition. */
const compounded = (returns: readonly number[]) =>
  returns.map((_, row) => 100 * returns.slice(0, row + 1).reduce((all, one) => all * (1 + one), 1));
const refusal = async (text: string, options = {}) => {
  const outcome = await read(text, options);
  return outcome.ok ? null : [failureText(outcome.failure), outcome.failure.row, outcome.failure.value];
};

describe("a column of returns", () => {
  it("is recognized by name, log returns separately; yields, levels and symbols are not returns", () => {
    for (const name of ["return", "Returns", "ret", "pct_change", "Daily Return", "% Change", "Return (%)", "ret_pct", "daily.ret"])
      expect([name, returnRole(name)]).toEqual([name, "return"]);
    for (const name of ["log_return", "LogReturn", "log ret", "ln_ret_pct"]) expect([name, returnRole(name)]).toEqual([name, "log-return"]);
    for (const name of ["Total return index", "Yield", "Retail", "R", "Change", "RET.N", "returned goods"])
      expect([name, returnRole(name)]).toEqual([name, undefined]);
  });

  it("may name its asset first; multi-period and expected returns and volume changes are excluded", () => {
    for (const name of [
      "AAPL return %",
      "BRK.B Ret",
      "S&P 500 daily return",
      "MSCI World Return (%)",
      "BTC-USD % change",
      "fund_a_pct_return",
    ])
      expect([name, returnRole(name)]).toEqual([name, "return"]);
    for (const name of ["SPX log_ret", "MSFT log returns", "BRK.B.log_ret_pct", "EUR/USD ln r"])
      expect([name, returnRole(name)]).toEqual([name, "log-return"]);
    for (const name of [
      "Cumulative return",
      "SPX YTD return %",
      "Forward return",
      "Expected log return",
      "Volume % change",
      "Catalog Retail",
      ...["12m return", "1Y Return", "5d_ret", "3-year return %", "SPX 6 months log return", "10yr ret"],
      ...["Annualized return", "annualised_ret", "avg_return", "Average return", "mean return", "Max return", "min_ret"],
    ])
      expect([name, returnRole(name)]).toEqual([name, undefined]);
  });

  it("beside other columns has its own role and unit", async () => {
    const text =
      "Date,SPX log_ret,AAPL return %,MSFT returns\n2024-01-01,0.1,0.5,-0.02\n2024-01-02,-0.05,-0.4,0.01\n2024-01-03,0.02,0.3,0.01\n";
    const found = await series(text);
    expect(found.columns.map(({ role }) => role)).toEqual(["log-return", "return", "return"]);
    expect(found.columns.map((column) => unitFor(found, column, "auto"))).toEqual(["fraction", "percent", "auto"]);
    // Prices of assets whose names end in "Return" are still prices.
    expect(await roles("Date,AAPL Return,MSFT Return\n2024-01-01,100,90\n2024-01-02,101,91\n2024-01-03,99,92\n")).toEqual([
      "value",
      "value",
    ]);
  });

  it("must also have plausible values: levels under that name stay values", async () => {
    expect(await roles(csv("Return"))).toEqual(["return"]);
    expect(await roles(csv("Return", [100, 101, 100.5, 102]))).toEqual(["value"]);
    expect(await roles("Date,Close,Return\n2024-01-01,100,\n2024-01-02,99,-0.01\n2024-01-03,100,0.0101\n")).toEqual(["close", "return"]);
  });

  it("keeps its numbers to the bit, and states their unit", async () => {
    const found = await series(csv("Return"));
    expect([primary(found), found.quality.returns]).toEqual([
      RETURNS,
      { column: "Return", unit: "fraction", log: false, compounded: false },
    ]);
    const unit = async (text: string) => (await series(text)).quality.returns?.unit;
    expect(await unit(csv("ret_pct"))).toBe("percent");
    for (const name of ["pct_change", "AAPL Pct Change"]) {
      expect(await unit(csv(name))).toBe("fraction");
      expect(await unit(csv(name, [1, -2, 0.5, -0.1]))).toBe("percent");
    }
    expect(await unit(csv("Return", ["0.1%", "-0.2%", "0.05%", "-0.01%"]))).toBe("percent");
    expect(await unit(csv("Return", [1, -2, 0.5, -0.1]))).toBe("percent");
    expect((await series(csv("log_ret"))).quality.returns).toMatchObject({ unit: "fraction", log: true });
    expect((await series(csv("Close", [100, 101, 99, 98]))).quality.returns).toBeUndefined();
  });

  it("is compounded from 100 on request, beside the returns", async () => {
    const found = await series(csv("Return"), { compound: "fraction" });
    expect(names(found)).toEqual(["Return", "Return (compounded)"]);
    expect([...found.columns[0].values]).toEqual(RETURNS);
    for (const [row, price] of compounded(RETURNS).entries()) expect(primary(found)[row]).toBeCloseTo(price, 11);
    expect(found.quality.returns).toEqual({ column: "Return", unit: "fraction", log: false, compounded: true });
    const inPercent = primary(await series(csv("Return", [1, -2, 0.5, -0.1]), { compound: "percent" }));
    for (const [row, price] of compounded(RETURNS).entries()) expect(inPercent[row]).toBeCloseTo(price, 11);
    const log = primary(await series(csv("log return", RETURNS.map(Math.log1p)), { compound: "fraction" }));
    for (const [row, price] of compounded(RETURNS).entries()) expect(log[row]).toBeCloseTo(price, 11);
  });

  it("may be any column so marked, ahead of a value column", async () => {
    const text = "Date,Size,Gain\n2024-01-01,5,0.1\n2024-01-02,6,-0.5\n";
    const found = await series(text, { uses: [null, null, "return"], compound: "fraction" });
    expect([names(found), found.columns[2].values[1]]).toEqual([["Size", "Gain", "Gain (compounded)"], 55.00000000000001]);
    expect(names(await series("0.1\n-0.5\n0.2\n", { compound: "fraction" }))).toEqual(["Value", "Value (compounded)"]);
    // Prices are not compounded, nor reported so, though an earlier text with the same form had returns.
    const close = await series(csv("Close", [100, 101, 99, 98]), { compound: "fraction", decimal: "point" });
    expect([names(close), chosenWords(close.quality)]).toEqual([["Close"], "a decimal point"]);
    const words = chosenWords((await series(csv("Return"), { compound: "auto" })).quality);
    expect(words).toBe("returns compounded from 100, read in the unit found");
  });

  it("is refused if compounded prices reach zero, with the row and value in the text", async () => {
    const refused = (value: string) =>
      `a return of ${value} takes the price to zero or below, or beyond the largest number. Check the unit of the returns, or leave them as returns`;
    expect(await refusal(csv("Return", [0.1, -1, 0.2]), { compound: "fraction" })).toEqual([`Row 3: ${refused("-1")}`, 3, "-1"]);
    expect(await refusal(csv("Return", [1, -150, 2]), { compound: "percent" })).toEqual([`Row 3: ${refused("-150%")}`, 3, "-150"]);
    expect((await refusal(csv("Return", [0.1, 1e308, -0.1]), { compound: "fraction" }))?.[1]).toBe(3);
    expect((await refusal(csv("log return", [0.1, -800, -0.1]), { compound: "fraction" }))?.[1]).toBe(3);
    // Without the option, they are unchanged.
    expect(primary(await series(csv("Return", [0.1, -1.5, 1e308, "NaN"])))).toEqual([0.1, -1.5, 1e308]);
  });

  it("continues the earlier prices when rows of a newer file are appended, which itself begins at 100", async () => {
    const all = await series(csv("Return"), { compound: "fraction" });
    const before = await series(csv("Return", RETURNS.slice(0, 2)), { compound: "fraction" });
    const after = await series(`Date,Return\n2024-01-03,${RETURNS[2]}\n2024-01-04,${RETURNS[3]}\n`, { compound: "fraction" });
    const joined = await addRows({ before, after }, await testContext());
    expect(joined.ok && [primary(joined.value), joined.value.hash]).toEqual([primary(all), all.hash]);
  });

  it("is neither filled nor adjusted", async () => {
    const text = "Date,Return,Close\n2024-01-01,0.1,10\n2024-01-02,,\n2024-01-03,-0.1,9\n";
    const found = await series(text, { fill: "previous" });
    expect([found.columns[0].values[1], found.columns[1].values[1]]).toEqual([Number.NaN, 10]);
    const splits = [{ time: Date.UTC(2024, 0, 2), shares: 2 }];
    for (const options of [{}, { compound: "fraction" as const }])
      expect((await refusal(csv("Return"), { ...options, splits }))?.[0]).toContain("is already adjusted, or contains no prices");
  });
});
