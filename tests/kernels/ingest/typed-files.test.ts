import {
  CompressionType,
  columnFromArray,
  dateDay,
  dictionary,
  float64,
  int32,
  setCompressionCodec,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { ALL, family } from "../../fixtures/in-all";
import { ZSTD_PARQUET } from "../../fixtures/ingest/zstd-parquet";
import { gzipped, workbook, zipped } from "../../fixtures/make-files";
import { testContext } from "../context";
import { analyzed, opened, outcome, refusal } from "./read-bytes";

const N = 2500;
const TIMES = Float64Array.from({ length: N }, (_, row) => Date.UTC(2015, 0, 1) + row * DAY);
const CLOSES = Float64Array.from({ length: N }, (_, row) => 100 + Math.sin(row) * 3 + row / 7);
const COLUMNS = {
  Open: CLOSES.map((x) => x - 0.1),
  High: CLOSES.map((x) => x + 1),
  Low: CLOSES.map((x) => x - 1),
  Close: CLOSES,
  Volume: CLOSES.map((_, row) => 1000 + row),
};
const CSV = `Date,${Object.keys(COLUMNS).join(",")}\n${[...TIMES].map((time, row) => [new Date(time).toISOString().slice(0, 10), ...Object.values(COLUMNS).map((values) => values[row])].join(",")).join("\n")}`;

type Written = Parameters<typeof parquetWriteBuffer>[0];
const parquet = (columnData: Written["columnData"], more: Partial<Written> = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...more }));
const dates = Array.from(TIMES, (time) => new Date(time));
const numbers = Object.entries(COLUMNS).map(([name, values]) => ({ name, data: [...values], type: "DOUBLE" as const }));
const bars = (more: Partial<Written> = {}) => parquet([{ name: "Date", data: dates, type: "TIMESTAMP" }, ...numbers], more);

describe("Parquet", () => {
  it("has the bits of the same table as CSV, with many row groups, compressed or not, and within archives", async () => {
    const { hash } = await opened(CSV);
    const files = [bars(), bars({ rowGroupSize: 300 }), bars({ codec: "UNCOMPRESSED" })];
    for (const bytes of [...files, await gzipped(files[0]), await zipped({ "bars.parquet": files[0] })]) {
      const series = await opened(bytes);
      expect([series.hash, series.columns[series.primary].name, series.quality.dateFormat]).toEqual([hash, "Close", "yyyy-mm-dd"]);
    }
  });

  it("with two columns of one name is refused: both would be read as the first", async () => {
    const close = { name: "Close", data: [1, 2, 3], type: "DOUBLE" as const };
    const failure = await refusal(parquet([close, { ...close, data: [4, 5, 6] }]));
    expect(failure).toBe("ingest/columnTwice");
  });

  it("reads pages compressed with Zstandard", async () => {
    const series = await opened(ZSTD_PARQUET);
    expect(analyzed(series)).toEqual(Array.from({ length: 64 }, (_, day) => 100 + (day % 8) / 4));
    expect(series.times?.[63]).toBe(Date.UTC(2024, 0, 64));
  });

  it("reads dates as days, timestamps of each unit, integers and strings", async () => {
    const value = { name: "value", data: [...CLOSES], type: "DOUBLE" as const };
    const of = async (column: Written["columnData"][number]) => [...(await opened(parquet([column, value]))).times!];
    const schema: Written["schema"] = [
      { name: "root", num_children: 2 },
      { name: "day", type: "INT32", converted_type: "DATE", repetition_type: "REQUIRED" },
      { name: "value", type: "DOUBLE", repetition_type: "REQUIRED" },
    ];
    expect([
      ...(
        await opened(
          parquet(
            [
              { name: "day", data: dates },
              { name: "value", data: value.data },
            ],
            { schema },
          ),
        )
      ).times!,
    ]).toEqual([...TIMES]);
    expect(await of({ name: "time", data: Array.from(TIMES, (time) => BigInt(time / 1000)), type: "INT64" })).toEqual([...TIMES]);
    expect(await of({ name: "time", data: Array.from(TIMES, (time) => BigInt(time) * 1_000_000n), type: "INT64" })).toEqual([...TIMES]);
    const text = Array.from(TIMES, (time) => new Date(time).toISOString().slice(0, 10));
    expect(await of({ name: "date", data: text, type: "STRING" })).toEqual([...TIMES]);
    const compact = text.map((day) => Number(day.replaceAll("-", "")));
    expect(await of({ name: "date", data: compact, type: "INT32" })).toEqual([...TIMES]);
  });

  it("excludes rows without a value, counts them, and names the first", async () => {
    const holes = [...CLOSES].map((value, row) => (row % 500 === 7 ? null : row === 8 ? Number.NaN : value));
    const series = await opened(
      parquet([
        { name: "Date", data: dates, type: "TIMESTAMP" },
        { name: "Close", data: holes, type: "DOUBLE" },
      ]),
    );
    expect(series.length).toBe(N - 6);
    expect(series.quality.dropped).toEqual([
      { reason: "missing-value", count: 6, examples: [8, 9, 508, 1008, 1508, 2008].map((row) => ({ row, value: "" })) },
    ]);
    expect(analyzed(series)).toEqual([...CLOSES].filter((_, row) => row % 500 !== 7 && row !== 8));
  });

  it("sorts rows by date, uses the requested column, and skips non-numbers", async () => {
    const file = parquet([
      { name: "symbol", data: Array<string>(N).fill("X"), type: "STRING" },
      { name: "flag", data: Array<boolean>(N).fill(true), type: "BOOLEAN" },
      { name: "Date", data: [...dates].reverse(), type: "TIMESTAMP" },
      { name: "a", data: [...CLOSES].reverse(), type: "DOUBLE" },
      { name: "b", data: [...CLOSES].reverse().map((x) => 2 * x), type: "DOUBLE" },
    ]);
    const series = await opened(file, { column: "b" });
    expect([analyzed(series), series.columns.map(({ name }) => name)]).toEqual([[...CLOSES].map((x) => 2 * x), ["a", "b"]]);
    expect([...series.times!]).toEqual([...TIMES]);
  });

  it("is read with a megabyte of text in each row, which is neither examined nor shown in full", async () => {
    const article = "A\t".repeat(1 << 19);
    const file = parquet([
      { name: "article", data: Array<string>(600).fill(article), type: "STRING" },
      { name: "Date", data: dates.slice(0, 600), type: "TIMESTAMP" },
      { name: "Close", data: [...CLOSES].slice(0, 600), type: "DOUBLE" },
    ]);
    expect(analyzed(await opened(file))).toEqual([...CLOSES].slice(0, 600));
  });

  it("is shown with long texts truncated at a character, with an ellipsis", async () => {
    const file = parquet([
      { name: "note", data: Array<string>(N).fill(`${"a".repeat(999)}📈📉`), type: "STRING" },
      { name: "Date", data: dates, type: "TIMESTAMP" },
      { name: "Close", data: [...CLOSES], type: "DOUBLE" },
    ]);
    const { preview } = await opened(file);
    expect(preview.split("\n")[1].split("\t")[0]).toBe(`${"a".repeat(999)}…`);
  });

  it("with false lengths, truncated or without numbers is refused with a message", async () => {
    const file = bars();
    expect(await refusal(file.slice(0, -100))).toBe("ingest/tableDamaged");
    expect(await refusal(file.slice(0, 50))).toBe("ingest/tableDamaged");
    const lying = file.slice();
    new DataView(lying.buffer).setUint32(file.length - 8, 0x7fffffff, true);
    expect(await refusal(lying)).toBe("ingest/tableDamaged");
    const swapped = file.slice();
    swapped.fill(0xa5, 4, 2000);
    expect(await refusal(swapped)).not.toBe("read");
    expect(await refusal(parquet([{ name: "word", data: ["a", "b"], type: "STRING" }]))).toBe("ingest/noNumbers");
  });

  it("with any flipped byte is read or refused, without hanging", async () => {
    const file = parquet([{ name: "Close", data: [...CLOSES.subarray(0, 40)], type: "DOUBLE" }]);
    for (let at = 4; at < file.length; at += 7) {
      const bytes = file.slice();
      bytes[at] ^= 0x41;
      const read = await outcome(bytes);
      expect(read.ok || read.failure.code).not.toBe("crashed");
    }
  });

  it("can be canceled between columns", async () => {
    await expect(readSeries({ source: new Blob([bars()]), name: "file", origin: "file" }, await testContext(3))).rejects.toThrow();
  });
});

function arrowBars(maxBatchRows = N) {
  const columns = Object.entries(COLUMNS).map(([name, values]) => [name, columnFromArray(values, float64(), { maxBatchRows })] as const);
  const date = columnFromArray(dates, timestamp(TimeUnit.MICROSECOND), { maxBatchRows });
  return tableFromColumns(Object.fromEntries([["Date", date] as const, ...columns]));
}
const arrow = (table: ReturnType<typeof arrowBars>, options: NonNullable<Parameters<typeof tableToIPC>[1]> = { format: "file" }) =>
  new Uint8Array(tableToIPC(table, options) as Uint8Array<ArrayBuffer>);

/** LZ4 length bytes beyond the 15 of a nibble. */
const beyond = (count: number): number[] =>
  count < 15 ? [] : [...Array<number>(Math.floor((count - 15) / 255)).fill(255), (count - 15) % 255];

/** An LZ4 frame of two blocks; if the halves are equal, the second block is a match into the first. */
function lz4Frame(bytes: Uint8Array): Uint8Array {
  const half = bytes.length >> 1;
  const literals = (part: Uint8Array) => [Math.min(15, part.length) << 4, ...beyond(part.length), ...part];
  const block = (content: number[]) => [content.length & 255, (content.length >> 8) & 255, (content.length >> 16) & 255, 0, ...content];
  const alike = half > 0 && half < 0xffff && bytes.subarray(0, half).every((byte, i) => byte === bytes[half + i]);
  const match = [Math.min(15, half - 4), half & 255, half >> 8, ...beyond(half - 4), ...literals(bytes.subarray(2 * half))];
  const second = alike ? match : literals(bytes.subarray(half));
  return Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x40, 0x40, 0, ...block(literals(bytes.subarray(0, half))), ...block(second), 0, 0, 0, 0);
}

describe("Arrow and Feather", () => {
  it("have the bits of the same table as CSV, as a file, a stream and in batches", async () => {
    const { hash } = await opened(CSV);
    const files = [arrow(arrowBars()), arrow(arrowBars(), { format: "stream" }), arrow(arrowBars(300))];
    for (const bytes of [...files, await gzipped(files[0])]) {
      const series = await opened(bytes);
      expect([series.hash, series.columns[series.primary].name]).toEqual([hash, "Close"]);
    }
  });

  it("decompress Feather's LZ4, with matches across blocks too", async () => {
    let packed = 0;
    const encode = (bytes: Uint8Array) => {
      packed++;
      return lz4Frame(bytes);
    };
    setCompressionCodec(CompressionType.LZ4_FRAME, { encode, decode: (bytes) => bytes });
    const twice = [...CLOSES.subarray(0, 800), ...CLOSES.subarray(0, 800)];
    const table = tableFromColumns({
      Close: columnFromArray(twice, float64()),
      Flat: columnFromArray(
        twice.map(() => 7),
        float64(),
      ),
    });
    const bytes = arrow(table, { format: "file", codec: CompressionType.LZ4_FRAME });
    expect(packed).toBeGreaterThan(0);
    expect(bytes.length).toBeLessThan(1.2 * 8 * 1600);
    const series = await opened(bytes);
    expect(series.columns.map(({ values }) => [...values])).toEqual([twice, twice.map(() => 7)]);
  });

  it("read days, integers, missing values and string dictionaries", async () => {
    const holes = [...CLOSES].map((value, row) => (row === 3 ? null : value));
    const table = tableFromColumns({
      word: columnFromArray(Array<string>(N).fill("X"), dictionary(utf8())),
      day: columnFromArray(dates, dateDay()),
      lots: columnFromArray(COLUMNS.Volume, int32()),
      Close: columnFromArray(holes, float64()),
    });
    const series = await opened(arrow(table));
    expect([...series.times!]).toEqual([...TIMES].filter((_, row) => row !== 3));
    expect([...series.columns[1].values]).toEqual([...CLOSES].filter((_, row) => row !== 3));
    expect(series.columns.map(({ name }) => name)).toEqual(["lots", "Close"]);
  });

  it("with false lengths, truncated or outdated are refused with a message", async () => {
    const file = arrow(arrowBars());
    expect(await refusal(file.slice(0, -40))).toBe("ingest/tableDamaged");
    expect(await refusal(file.slice(0, 60))).toBe("ingest/tableDamaged");
    expect(await refusal(new TextEncoder().encode("FEA1 and what came then"))).toBe("ingest/featherOld");
    const lying = file.slice();
    const view = new DataView(lying.buffer);
    let changed = 0;
    for (let at = 0; at + 8 <= lying.length; at += 4) {
      if (view.getUint32(at, true) !== N || view.getUint32(at + 4, true) !== 0) continue;
      view.setUint32(at, 90_000_000, true);
      changed++;
    }
    expect(changed).toBeGreaterThan(0);
    expect(await refusal(lying)).toBe("ingest/tableDamaged");
  });

  family(
    ["file", "stream"] as const,
    (format) => format === "file",
    (formats) =>
      it.each(formats)("are read or refused with any number of a %s changed", async (format) => {
        const columns = { day: columnFromArray(dates.slice(0, 20), dateDay()), v: columnFromArray([...CLOSES.subarray(0, 20)], float64()) };
        const file = arrow(tableFromColumns(columns), { format });
        const context = await testContext();
        const lies = [0x7fffffff, -8, 1 << 20];
        for (let at = 0; at + 4 <= file.length; at += 4)
          for (const lie of ALL ? lies : [lies[(at / 4) % 3]]) {
            const lying = file.slice();
            new DataView(lying.buffer).setInt32(at, lie, true);
            const read = await readSeries({ source: new Blob([lying]), name: "file", origin: "file" }, context);
            expect(read.ok || read.failure.code, `${lie} at ${at}`).not.toBe("crashed");
          }
      }),
  );
});

const sheet = [
  ["Date", ...Object.keys(COLUMNS)],
  ...dates.map((date, row) => [date, ...Object.values(COLUMNS).map((values) => values[row])]),
];

const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

describe("Excel workbooks", () => {
  it("have the bits of the same table as CSV, from the first sheet with numbers, below titles too", async () => {
    const { hash } = await opened(CSV);
    const title = [["Prices of X"], ["", null, "all in USD"], []];
    const file = await workbook({
      Empty: [],
      Notes: [["Nothing", "but words"]],
      Prices: [...title, ...sheet],
      Other: [["v"], [1], [2], [3]],
    });
    const series = await opened(file);
    expect([series.hash, series.columns[series.primary].name]).toEqual([hash, "Close"]);
    expect(series.quality.opened).toEqual({
      formats: ["zip", "xlsx"],
      choices: [{ names: ["Notes", "Prices", "Other"], chosen: "Prices" }],
    });
    expect(analyzed(await opened(file, { path: ["Other"] }))).toEqual([1, 2, 3]);
    expect((await opened(await zipped({ "a.xlsx": file, "b.txt": "1\n2" }))).hash).toBe(hash);
  });

  it("name the row of the sheet with the error", async () => {
    const read = await outcome(await workbook({ A: [["Date", "Close"], [], [dates[0], 1], [dates[1], "soon"]] }));
    expect(read.ok ? null : read.failure).toMatchObject({ reason: "ingest/csvTooShort", row: 4, column: "Close", value: "soon" });
  });

  it("that would exhaust memory, are encrypted, outdated, empty or damaged are refused with a message", async () => {
    const hostile = async (sheetData: string, more: Record<string, string> = {}) => {
      const archive = await zipped({
        "xl/workbook.xml": '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
        ...more,
      });
      return refusal(archive);
    };
    expect(await hostile('<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>')).toBe("ingest/tableDamaged");
    expect(await hostile('<row r="&#50;000000000"><c r="A1"><v>1</v></c></row>')).toBe("ingest/tableDamaged");
    expect(await hostile('<row r="1"><c s=">" r="A2000000000"><v>1</v></c></row>')).toBe("ingest/tableDamaged");
    const wide = Array.from({ length: 2000 }, (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>1</v></c></row>`);
    expect(await hostile(wide.join(""))).toBe("ingest/sheetTooLarge");
    // Two distant cells: every row between them would have the full width. Cells without values are not read.
    const corners = (value: string) => `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576">${value}</c></row>`;
    expect(await hostile(corners("<v>2</v>"))).toBe("ingest/sheetTooLarge");
    expect(await hostile(corners(""))).not.toBe("ingest/sheetTooLarge");
    // One long string in many cells.
    const shared = `<sst><si><t>${"AB".repeat(1 << 19)}</t></si></sst>`;
    const many = Array.from({ length: 300 }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`);
    expect(await hostile(many.join(""), { "xl/sharedStrings.xml": shared })).toBe("ingest/wholeTooLarge");
    expect(await refusal(await workbook({ A: [] }))).toBe("ingest/excelEmpty");
    expect(await refusal(await zipped({ "xl/workbook.xml": "<workbook" }))).toBe("ingest/tableDamaged");
    expect(await refusal(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))).toBe("ingest/excelOld");
    expect(await refusal((await workbook({ A: sheet })).slice(0, -200))).toBe("ingest/packedDamaged");
  });
});
