import { describe, expect, it } from "vitest";
import { readWeights } from "../../../workers/portfolio/jobs/read-weights";
import { says, toldOutcome } from "../../fixtures/failure-text";
import { zipped } from "../../fixtures/make-files";
import { testContext } from "../context";

const NAMES = ["SPY", "TLT", "GLD"];
const read = async (source: string | Blob, names: readonly string[] = NAMES) => readWeights({ source, names }, await testContext());

describe("weights from a list of positions", () => {
  it.each([
    ["percent with a header", "Ticker,Weight (%)\nSPY,50\nTLT,30\nGLD,20"],
    ["percent without a header", "SPY,50%\nTLT,30%\nGLD,20%"],
    ["percent without a sign", "SPY;50\nTLT;30\nGLD;20"],
    ["percent with decimal commas", "SPY\t50,0\nTLT\t30,0\nGLD\t20,0"],
    ["fractions", "asset,weight\nSPY,0.5\nTLT,0.3\nGLD,0.2"],
    ["lines that only blanks part", "SPY 50 %\nTLT 30 %\nGLD 20 %"],
    ["lines with colons", "SPY: 50%\nTLT: 30%\nGLD: 20%"],
    ["names in other letters, positions in two rows", "spy,25\ntlt,30\nGld,20\nSPY,25"],
    [
      "a fact sheet with lines above and a total",
      "My fund\nAs of,2024-01-02\n\nName,Ticker,Sector,Weight\nS&P,SPY,Equity,50%\nBonds,TLT,Bonds,30%\nGold,GLD,,20%\nTotal,,,100%",
    ],
  ])("reads %s", async (_, text) => {
    const outcome = await read(text);
    expect(outcome).toMatchObject({ ok: true, value: { basis: "weights", missing: [], others: [] } });
    if (outcome.ok) for (const [i, weight] of [0.5, 0.3, 0.2].entries()) expect(outcome.value.weights[i]).toBeCloseTo(weight, 12);
  });

  it("computes weights from market values or share counts, and lists non-assets and assets missing from the data", async () => {
    const values = await read("Symbol,Quantity,Market Value\nSPY,100,$60000\nTLT,200,$20000\nCASH,1,$20000");
    expect(values).toEqual({
      ok: true,
      value: { basis: "values", weights: [0.6, 0.2, 0], names: NAMES, missing: ["GLD"], others: [{ name: "CASH", weight: 0.2 }] },
    });
    const shares = await read("Symbol,Quantity,Last Price\nSPY,100,600\nTLT,200,100\nGLD,-80,250");
    expect(shares).toMatchObject({ ok: true, value: { basis: "shares", weights: [1, 1 / 3, -1 / 3], missing: [], others: [] } });
    expect(await read("SPY,60000\nTLT,20000\nGLD,20000")).toMatchObject({ ok: true, value: { basis: "values", weights: [0.6, 0.2, 0.2] } });
  });

  it.each([
    ["shares and prices without a header", "SPY,10,150\nTLT,20,75", [0.5, 0.5, 0]],
    ["values beside prices", "Symbol,Price,Mkt Val\nSPY,600,50\nTLT,100,150", [0.25, 0.75, 0]],
    ["fractions under a header of percent", "Ticker,Weight (%)\nSPY,0.5\nTLT,0.5", [0.5, 0.5, 0]],
    ["percent that cancel out", "SPY,5\nTLT,-5", [0.05, -0.05, 0]],
    ["fractions with a short position", "SPY,1.3\nTLT,-0.3", [1.3, -0.3, 0]],
    ["totals by any name", "SPY,300\nTLT,100\nAccount Total,400\nTotal:,400", [0.75, 0.25, 0]],
  ])("reads %s", async (_, text, weights) => {
    const outcome = await read(text);
    expect(outcome).toMatchObject({ ok: true, value: { others: [] } });
    if (outcome.ok) for (const [i, weight] of weights.entries()) expect(outcome.value.weights[i]).toBeCloseTo(weight, 12);
  });

  it("reads column names only up to the maximum length of a name", async () => {
    const blanks = await read(`Ticker,Weight${" ".repeat(500_000)}x\nSPY,60%\nTLT,40%`);
    expect(blanks).toMatchObject({ ok: false });
  });

  it("reads the entry of an archive that names assets", async () => {
    const blob = new Blob([await zipped({ "prices.csv": "Date,Close\n2024-01-02,10", "weights.csv": "SPY,70\nTLT,30" })]);
    expect(await read(blob)).toMatchObject({ ok: true, value: { weights: [0.7, 0.3, 0], missing: ["GLD"] } });
  });

  it.each([
    ["no asset", "AAPL,50\nMSFT,50", says("portfolio/listNames", { names: "SPY, TLT, GLD" }), {}],
    ["only names", "SPY\nTLT", says("portfolio/listColumns"), {}],
    ["a header that says no amounts", "Symbol,Beta\nSPY,1\nTLT,0.2", says("portfolio/listColumns"), {}],
    ["shares without prices", "Symbol,Shares\nSPY,10\nTLT,20", says("portfolio/listColumns"), {}],
    ["money that is short in total", "Symbol,Value\nSPY,-6000\nTLT,-4000", says("portfolio/listSum"), {}],
    ["nothing", "", says("portfolio/listNames", { names: "SPY, TLT, GLD" }), {}],
    [
      "an amount in words",
      "Asset,Weight\nSPY,50\nTLT,half",
      says("portfolio/listAmount", { name: "TLT", value: "half" }),
      { row: 3, column: "Weight" },
    ],
    ["a weight beyond reason", "SPY,5000%\nTLT,1%", says("portfolio/listWeight", { name: "SPY" }), {}],
    ["positions that sum to nothing", "Asset,Value\nSPY,10\nTLT,-10", says("portfolio/listSum"), {}],
  ])("refuses a list with %s", async (_, text, message, place) => {
    expect(toldOutcome(await read(text))).toEqual({
      ok: false,
      failure: expect.objectContaining({ code: "bad-input", message, ...place }),
    });
  });

  it("refuses more than one list, and anything else", async () => {
    for (const text of ["SPY,1\n".repeat(20_001), `SPY,1\n${" ".repeat(2_000_000)}`])
      expect(toldOutcome(await read(text))).toEqual({
        ok: false,
        failure: expect.objectContaining({ code: "too-large", message: says("portfolio/listTooLong", { most: 20_000 }) }),
      });
    expect(await read(new Blob([Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) >> 3)]))).toMatchObject({ ok: false });
  });

  it("handles names that are JavaScript properties", async () => {
    expect(await read("__proto__,60\nconstructor,40", ["__proto__", "constructor"])).toMatchObject({
      ok: true,
      value: { weights: [0.6, 0.4] },
    });
  });
});
