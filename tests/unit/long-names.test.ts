import { expect, it } from "vitest";
import { pageReader } from "../../workers/batch/given";
import { listSources } from "../../workers/batch/jobs/list-sources";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import { entryOf, hasShortTexts } from "../../workers/storage";
import { resultOf } from "../fixtures/failure-text";
import { FORMATS, type Table } from "../fixtures/ingest/as-format";
import { workbook } from "../fixtures/make-files";
import { testContext } from "../kernels/context";
import { read } from "./ingest";

const context = await testContext();
const long = (last: string): string => `${"W".repeat(5000)}${last}`;
const ROWS = Array.from({ length: 40 }, (_, row) => [new Date(Date.UTC(2024, 0, 1 + row)), 100 + row, 7 + (row % 3)]);
const WIDE: Table = { names: [long(" date"), long("a"), long("b")], rows: ROWS };
const LONG: Table = {
  names: [long(" symbol"), "date", "close"],
  rows: ["x", "y"].flatMap((symbol) => ROWS.map(([date, close]) => [long(symbol), date, close])),
};
const TABLES = { "of columns": WIDE, "of symbols": LONG };

it.each(Object.keys(FORMATS).flatMap((format) => Object.keys(TABLES).map((what) => [format, what as keyof typeof TABLES] as const)))(
  "%s with names %s of 5,000 letters: nothing that is kept of it is long",
  async (format, what) => {
    const file = await FORMATS[format](TABLES[what]);
    if (file === null) throw new Error("no such file");
    const outcome = await read(new Blob([file]));
    if (outcome.ok) expect(hasShortTexts(entryOf(outcome.value, "b", 1))).toBe(true);
    expect(JSON.stringify(outcome.ok ? outcome.value.quality : outcome.failure).length).toBeLessThan(5000);
  },
);

it("a sheet of a workbook has a short name, too", async () => {
  const [header, ...rows] = [["date", "close"], ...ROWS.map(([date, close]) => [date, close])];
  const found = resultOf(await read(new Blob([await workbook({ [long("1")]: [header, ...rows], [long("2")]: [header, ...rows] })])));
  expect(hasShortTexts(entryOf(found, "b", 1))).toBe(true);
});

/** What a batch reports for a Parquet file, series by series. */
async function listed(table: Table) {
  const files = {
    "theirs.parquet": new File([(await FORMATS.Parquet(table)) ?? ""], "theirs.parquet", { lastModified: table.rows.length }),
  };
  const sources = await listSources({ table: null, files }, context);
  if (!sources.ok) throw new Error(JSON.stringify(sources.failure).slice(0, 300));
  const series = [];
  for (const { source } of sources.value) {
    const one = await pageReader({ table: null, files }).series(source, context);
    if (!one.ok) throw new Error(JSON.stringify(one.failure).slice(0, 300));
    series.push({ name: one.value.name, columns: one.value.columns.map(({ name }) => name), length: one.value.length });
  }
  return { names: sources.value.map(({ name }) => name), series };
}

it("a batch of a Parquet file gives its series short, distinct names", async () => {
  const short = (place: number, last: string) => `${"W".repeat(90)}… ${place} …${"W".repeat(89)}${last}`;
  const wide = await listed(WIDE);
  expect(wide.names).toEqual([short(1, "a"), short(2, "b")]);
  expect(wide.series.map(({ length }) => length)).toEqual([40, 40]);
  expect(hasShortTexts(wide)).toBe(true);
  const tall = await listed(LONG);
  expect(tall.names).toEqual([short(1, "x"), short(2, "y")]);
  expect(tall.series).toEqual(tall.names.map((name) => ({ name, columns: ["close"], length: 40 })));
});

it.each(Object.keys(FORMATS))("%s shows the code of each bidirectional control character in names", async (format) => {
  const turned = "re\u202evsc\u2066.sp";
  const wide: Table = { names: ["date", turned, "b"], rows: ROWS };
  const tall: Table = {
    names: ["symbol", "date", "close"],
    rows: ROWS.flatMap(([date, close]) => [
      [turned, date, close],
      ["y", date, close],
    ]),
  };
  for (const table of [wide, tall]) {
    const file = await FORMATS[format](table);
    if (file === null) throw new Error("no such file");
    const found = resultOf(await read(new Blob([file])));
    // The preview is the file's own text.
    const kept = JSON.stringify({ ...entryOf(found, "b", 1), preview: "" });
    expect(kept).toContain("re[U+202E]vsc[U+2066].sp");
    expect(kept).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});

it("a file with a bidirectional control character in its name shows its code", async () => {
  const input = { source: "date,close\n2024-01-01,1\n2024-01-02,2\n2024-01-03,3\n", name: "pri\u202evsc.exe", origin: "file" as const };
  const outcome = await readSeries(input, context);
  expect(outcome.ok && outcome.value.name).toBe("pri[U+202E]vsc.exe");
});
