import { expect, it } from "vitest";
import { assetsOfDataset } from "../../src/analysis/assets/asset-set";
import { asReturns, readWords } from "../../src/analysis/assets/assets-read";
import { analyzedValues } from "../../src/analysis/data/analyzed-column";
import { fittedReturns, inputOf } from "../../src/pages/home/fit-input";
import { VALIDATION_DEFAULTS } from "../../src/tools/validation/settings";
import { recordOf } from "../../src/tools/validation/track-record";
import { closeColumn, columnFor, saysPercent, simpleAsked, simpleKindFor, unitFor } from "../../workers/analyzed-column";
import { analyzedOf } from "../../workers/batch/questions/columns";
import { series } from "./ingest";

const RETURNS = "Date,Return\n2024-01-01,0.01\n2024-01-02,-0.5\n2024-01-03,0.25\n";
/** The kind and first value passed to a tool, on its screen and in a batch. */
const asked = async (text: string, kind: "auto" | "prices" | "returns", compound?: "fraction") => {
  const read = await series(text, { compound });
  const found = [analyzedValues(read, { column: null, kind }), analyzedOf(read, kind)];
  expect(found[1]).toEqual(found[0]);
  return [found[0].kind, found[0].values[0]];
};

it("returns are analyzed as returns until they are compounded, then as prices, on screens and in batches", async () => {
  expect(await asked(RETURNS, "auto")).toEqual(["returns", 0.01]);
  expect(await asked(RETURNS, "auto", "fraction")).toEqual(["auto", 101]);
  expect(await asked(RETURNS, "prices", "fraction")).toEqual(["prices", 101]);
  expect(await asked(RETURNS, "returns", "fraction")).toEqual(["returns", 0.01]);
  const compounded = await series("Log Return\n0.1\n-0.05\n0.02\n", { compound: "fraction" });
  expect(columnFor(compounded, "log-returns").values[0]).toBe(0.1);
});

it("the unit of returns is the reader's, else inferred from their size; an explicit choice takes precedence", async () => {
  const unit = async (header: string, values: number[], chosen: "auto" | "fraction" = "auto") => {
    const read = await series([header, ...values].join("\n"));
    return unitFor(read, columnFor(read), chosen);
  };
  const calm = [0.1, -0.05, 0.02, -0.01];
  expect(await unit("Return (%)", calm)).toBe("percent");
  expect(await unit("Return", calm)).toBe("fraction");
  expect(await unit("Spread", calm)).toBe("auto");
  // Beside a close, the reader does not treat it as a column of returns, but its header still says so.
  const beside = await series("Date,Close,ret_pct\n2024-01-01,10,0.1\n2024-01-02,9,-0.05\n");
  expect(unitFor(beside, beside.columns[1], "auto")).toBe("percent");
  expect(await unit("Return (%)", calm, "fraction")).toBe("fraction");
});

it("a header denotes percent by the sign or the word, but not in the word percentile", () => {
  for (const name of ["AAPL pct", "% return", "log_ret_pct", "percentage", "pctChg", "Change (Percent)"])
    expect([name, saysPercent(name)]).toEqual([name, true]);
  for (const name of ["percentile", "Percentile rank", "pctile", "pctl_return", "Return", "per cent", "PC1"])
    expect([name, saysPercent(name)]).toEqual([name, false]);
});

it("a tool for simple returns is informed of log returns, unless the kind was chosen", async () => {
  const read = await series("Log Return\n0.1\n-0.05\n0.02\n-0.01\n");
  expect(simpleKindFor(read, columnFor(read), "auto")).toBe("log-returns");
  expect(simpleKindFor(read, columnFor(read), "returns")).toBe("returns");
  const simple = await series(RETURNS);
  expect(simpleKindFor(simple, columnFor(simple), "auto")).toBe("returns");
});

it("the fit on Home uses the unit in the header of returns, else the one inferred from their size", async () => {
  const asked = async (header: string) => {
    const { kind, unit } = inputOf(await series(`${header}\n0.1\n-0.05\n0.02\n-0.01\n`));
    return [kind, unit];
  };
  expect(await asked("Return (%)")).toEqual(["returns", "percent"]);
  expect(await asked("Return")).toEqual(["returns", "fraction"]);
  expect(await asked("Spread")).toEqual(["auto", "auto"]);
  const given = { kind: "returns", unit: "as given" } as const;
  expect(fittedReturns(given, "percent")).toEqual({ percent: true, used: "returns in percent" });
  expect(fittedReturns({ ...given, foundUnit: "fraction" }, "auto")).toEqual({ percent: false, used: "returns as fractions" });
  expect(fittedReturns({ kind: "prices", unit: "percent" }, "auto").used).toBe("log returns in percent");
});

const WIDE = "Date,Log Return,ret_pct,Spread\n2024-01-01,0.1,0.5,0.2\n2024-01-02,-0.05,-0.4,-0.1\n2024-01-03,0.02,0.3,0.1\n";
const noWeights = { assetsFrom: "dataset", portfolio: null, weights: {} } as const;

it("each asset column is classified by its own header, or as chosen for all", async () => {
  const read = await series(WIDE);
  const told = async (kind: "auto" | "returns", returnUnit: "auto" | "fraction") => {
    const gathered = assetsOfDataset(read, { ...noWeights, kind, returnUnit });
    return gathered.ok && gathered.value.assets.map((asset) => [asset.name, asset.kind, asset.unit]);
  };
  expect(await told("auto", "auto")).toEqual([
    ["Log Return", "log-returns", "fraction"],
    ["ret_pct", "returns", "percent"],
    ["Spread", "auto", "auto"],
  ]);
  expect(await told("returns", "fraction")).toEqual(read.columns.map(({ name }) => [name, "returns", "fraction"]));
  expect(simpleAsked(read, read.columns[1], "auto")).toEqual({ values: read.columns[1].values, kind: "returns", unit: "percent" });
  // A screen of prices is given no unit.
  const prices = assetsOfDataset(read, noWeights);
  expect(prices.ok && Object.keys(prices.value.assets[0])).toEqual(["name", "times", "values"]);
});

it("percent signs in the cells of any column set its unit, except in imports saved before these were recorded", async () => {
  const read = await series("Date,A,B,C %\n2024-01-01,0.1%,0.5,1%\n2024-01-02,-0.05%,-0.4,-1%\n2024-01-03,0.02%,0.3,1%\n");
  expect(read.quality.percents).toEqual(["A"]);
  expect(read.columns.map((column) => unitFor(read, column, "auto"))).toEqual(["percent", "auto", "percent"]);
  expect(read.columns.map((column) => unitFor(read, column, "fraction"))).toEqual(["fraction", "fraction", "fraction"]);
  const { percents: _, ...before } = read.quality;
  expect(unitFor({ ...read, quality: before }, read.columns[0], "auto")).toBe("auto");
  expect((await series(WIDE)).quality).not.toHaveProperty("percents");
});

it("returns and the prices compounded from them count as one asset", async () => {
  const names = async (kind?: "auto" | "returns") => {
    const gathered = assetsOfDataset(await series(RETURNS, { compound: "fraction" }), { ...noWeights, kind });
    return gathered.ok && gathered.value.names;
  };
  expect(await names()).toEqual(["Return (compounded)"]);
  expect(await names("auto")).toEqual(["Return (compounded)"]);
  expect(await names("returns")).toEqual(["Return"]);
});

it("how assets were read is stated once if all agree, else per asset", () => {
  const [log, simple] = [{ kind: "log-returns", unit: "percent" } as const, { kind: "returns", unit: "fraction" } as const];
  expect(readWords(["A", "B"], [log, log])).toBe("log returns in percent");
  expect(readWords(["A", "B", "C"], [log, simple, log])).toBe("log returns in percent (A, C), returns as fractions (B)");
  const many = ["A", "B", "C", "D", "E", "F", "G"];
  expect(readWords(many, [simple, ...Array(6).fill(log)])).toBe("returns as fractions (A), log returns in percent (B, C, D, E and 2 more)");
});

it("assets read as prices follow their headers, and log returns are not taken as simple ones", async () => {
  const kinds = async (text: string, compound?: "fraction") => asReturns([await series(text, { compound })]);
  expect(await kinds(WIDE)).toBe("auto");
  expect(await kinds(RETURNS)).toBe("returns");
  expect(await kinds("Close\n10\n11\n")).toBe("returns");
  expect(await kinds("Log Return\n0.1\n-0.05\n0.02\n", "fraction")).toBe("log-returns");
});

it("returns beside prices are not mistaken for closes", async () => {
  const closes = async (text: string, kind: string) => closeColumn(await series(text), null, kind)?.name ?? null;
  expect(await closes("Date,Close,Return\n2024-01-01,10,0.1\n2024-01-02,9,-0.1\n", "auto")).toBe("Close");
  // An ambiguous choice of two columns is left to the user.
  expect(await closes("Date,Price,Return\n2024-01-01,10,0.1\n2024-01-02,9,-0.1\n", "auto")).toBeNull();
  expect(await closes("Date,Weight,Return\n2024-01-01,-1,0.1\n2024-01-02,1,-0.1\n", "prices")).toBeNull();
  expect(await closes(RETURNS, "auto")).toBe("Return");
});

it("a track record of log returns uses the returns, even if prices were compounded from them", async () => {
  const read = await series("Log Return\n0.1\n-0.05\n0.02\n", { compound: "fraction" });
  const [returns, prices] = read.columns;
  const asked = (holds: "log-returns" | "record", column: string | null = null) =>
    recordOf(read, { ...VALIDATION_DEFAULTS, holds, column });
  expect(asked("log-returns")).toMatchObject({ kind: "log-returns", unit: "fraction", values: returns.values });
  expect(asked("record").values).toBe(prices.values);
  expect(asked("log-returns", prices.name).values).toBe(prices.values);
});
