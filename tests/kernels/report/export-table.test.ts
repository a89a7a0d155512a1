import { expect, it } from "vitest";
import { exportTable } from "../../../workers/report/jobs/export-table";
import { Canceled } from "../../../workers/runtime/job";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const textOf = async (columns: Parameters<typeof exportTable>[0]["columns"]): Promise<string> => {
  return resultOf(exportTable({ columns }, await testContext())).text();
};

it("writes words by their index in a list", async () => {
  const text = await textOf([{ name: "Symbol", values: Float64Array.of(1, 0, 1), words: ["=1+1", "EURUSD"], start: 1 }]);
  expect(text).toBe("Symbol\r\n\r\nEURUSD\r\n'=1+1\r\nEURUSD\r\n");
});

it("writes dates, gaps, late starts and every digit of a number", async () => {
  const text = await textOf([
    { name: "Date", kind: "time", values: Float64Array.of(Date.UTC(2024, 0, 2), Date.UTC(2024, 0, 3, 14, 30)) },
    { name: 'Price, "close"', values: Float64Array.of(0.1 + 0.2, Number.NaN) },
    { name: "Ahead", start: 2, values: Float64Array.of(-1e-9) },
  ]);
  expect(text).toBe('Date,"Price, ""close""",Ahead\r\n2024-01-02,0.30000000000000004,\r\n2024-01-03T14:30:00.000Z,,\r\n,,-1e-9\r\n');
});

it("reads back to the same numbers over several chunks", async () => {
  const values = Float64Array.from({ length: 10_000 }, (_, i) => Math.sin(i) * 1e3);
  const lines = (await textOf([{ name: "v", values }])).trimEnd().split("\r\n").slice(1);
  expect(Float64Array.from(lines, Number)).toEqual(values);
});

it("can be canceled, and refuses an empty table", async () => {
  const values = new Float64Array(100_000);
  const context = await testContext(3);
  expect(() => exportTable({ columns: [{ name: "v", values }] }, context)).toThrow(Canceled);
  expect(exportTable({ columns: [] }, await testContext())).toMatchObject({ ok: false, failure: { code: "bad-input" } });
});
