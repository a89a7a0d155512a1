import { expect, it } from "vitest";
import { analyzedValues } from "../../src/analysis/data/analyzed-column";
import { closeColumn, columnFor, simpleKindFor, unitFor } from "../../workers/analyzed-column";
import { analyzedOf } from "../../workers/batch/questions/columns";
import { series } from "./ingest";

const RETURNS = "Date,Return\n2024-01-01,0.01\n2024-01-02,-0.5\n2024-01-03,0.25\n";
/** The kind and the first value a tool is asked about, on its screen and in a batch. */
const asked = async (text: string, kind: "auto" | "prices" | "returns", compound?: "fraction") => {
  const read = await series(text, { compound });
  const found = [analyzedValues(read, { column: null, kind }), analyzedOf(read, kind)];
  expect(found[1]).toEqual(found[0]);
  return [found[0].kind, found[0].values[0]];
};

it("returns are analyzed as read until they are compounded, then the prices they make, on screens and in batches", async () => {
  expect(await asked(RETURNS, "auto")).toEqual(["returns", 0.01]);
  expect(await asked(RETURNS, "auto", "fraction")).toEqual(["auto", 101]);
  expect(await asked(RETURNS, "prices", "fraction")).toEqual(["prices", 101]);
  expect(await asked(RETURNS, "returns", "fraction")).toEqual(["returns", 0.01]);
  const compounded = await series("Log Return\n0.1\n-0.05\n0.02\n", { compound: "fraction" });
  expect(columnFor(compounded, "log-returns").values[0]).toBe(0.1);
});

it("the unit of returns is the one the reader told, else left to their size; a chosen one holds", async () => {
  const unit = async (header: string, values: number[], chosen: "auto" | "fraction" = "auto") => {
    const read = await series([header, ...values].join("\n"));
    return unitFor(read, columnFor(read), chosen);
  };
  const calm = [0.1, -0.05, 0.02, -0.01];
  expect(await unit("Return (%)", calm)).toBe("percent");
  expect(await unit("Return", calm)).toBe("fraction");
  expect(await unit("Spread", calm)).toBe("auto");
  // Beside a close it is no column of returns to the reader, and its header says it all the same.
  const beside = await series("Date,Close,ret_pct\n2024-01-01,10,0.1\n2024-01-02,9,-0.05\n");
  expect(unitFor(beside, beside.columns[1], "auto")).toBe("percent");
  expect(await unit("Return (%)", calm, "fraction")).toBe("fraction");
});

it("a tool of simple returns is told of logarithmic ones, unless the kind was chosen", async () => {
  const read = await series("Log Return\n0.1\n-0.05\n0.02\n-0.01\n");
  expect(simpleKindFor(columnFor(read), "auto")).toBe("log-returns");
  expect(simpleKindFor(columnFor(read), "returns")).toBe("returns");
  expect(simpleKindFor(columnFor(await series(RETURNS)), "auto")).toBe("returns");
});

it("returns beside prices are not taken for the closes", async () => {
  const closes = async (text: string, kind: string) => closeColumn(await series(text), null, kind)?.name ?? null;
  expect(await closes("Date,Close,Return\n2024-01-01,10,0.1\n2024-01-02,9,-0.1\n", "auto")).toBe("Close");
  // Which of two columns is meant is asked, as it is of any two.
  expect(await closes("Date,Price,Return\n2024-01-01,10,0.1\n2024-01-02,9,-0.1\n", "auto")).toBeNull();
  expect(await closes("Date,Weight,Return\n2024-01-01,-1,0.1\n2024-01-02,1,-0.1\n", "prices")).toBeNull();
  expect(await closes(RETURNS, "auto")).toBe("Return");
});
