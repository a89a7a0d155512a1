import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import type { Reason, Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import type { ReadOptions } from "../../../workers/ingest/plan";
import { inWords } from "../../fixtures/in-words";
import { gzipped, zipped } from "../../fixtures/make-files";
import { testContext } from "../context";

const N = 2500;
const DAY = 86_400_000;
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

// One instance for all files: the reader gives back whatever memory it took.
const context = testContext();

async function outcome(bytes: BlobPart, options: ReadOptions = {}) {
  return readSeries({ source: new Blob([bytes]), name: "file", origin: "file", options }, await context);
}

async function opened(bytes: BlobPart, options?: ReadOptions): Promise<Series> {
  const read = await outcome(bytes, options);
  if (!read.ok) throw new Error(inWords(read.failure));
  return read.value;
}

async function refusal(bytes: BlobPart): Promise<Reason | "read"> {
  const read = await outcome(bytes);
  return read.ok ? "read" : read.failure.reason;
}

const analyzed = ({ columns, primary }: Series) => [...columns[primary].values];

type Written = Parameters<typeof parquetWriteBuffer>[0];
const parquet = (columnData: Written["columnData"], more: Partial<Written> = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...more }));
const dates = Array.from(TIMES, (time) => new Date(time));
const numbers = Object.entries(COLUMNS).map(([name, values]) => ({ name, data: [...values], type: "DOUBLE" as const }));
const bars = (more: Partial<Written> = {}) => parquet([{ name: "Date", data: dates, type: "TIMESTAMP" }, ...numbers], more);

describe("Parquet", () => {
  it("gives the bits of the same table as CSV, of many row groups, packed or not, and within archives", async () => {
    const { hash } = await opened(CSV);
    const files = [bars(), bars({ rowGroupSize: 300 }), bars({ codec: "UNCOMPRESSED" })];
    for (const bytes of [...files, await gzipped(files[0]), await zipped({ "bars.parquet": files[0] })]) {
      const series = await opened(bytes);
      expect([series.hash, series.columns[series.primary].name, series.quality.dateFormat]).toEqual([hash, "Close", "yyyy-mm-dd"]);
    }
  });

  it("reads dates as days, as moments of each unit, as whole numbers and as texts", async () => {
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

  it("leaves out rows without a value, counts them, and names the first", async () => {
    const holes = [...CLOSES].map((value, row) => (row % 500 === 7 ? null : row === 8 ? Number.NaN : value));
    const series = await opened(
      parquet([
        { name: "Date", data: dates, type: "TIMESTAMP" },
        { name: "Close", data: holes, type: "DOUBLE" },
      ]),
    );
    expect(series.length).toBe(N - 6);
    expect(series.quality.dropped).toEqual([
      { reason: "missing-value", count: 6, examples: [8, 9, 508, 1008, 1508].map((row) => ({ row, value: "" })) },
    ]);
    expect(analyzed(series)).toEqual([...CLOSES].filter((_, row) => row % 500 !== 7 && row !== 8));
  });

  it("sorts rows by date, takes the column that is asked for, and passes over what is no number", async () => {
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

  it("that lies, is cut off or holds no numbers is refused in words", async () => {
    const file = bars();
    expect(await refusal(file.slice(0, -100))).toBe("ingest/tableDamaged");
    expect(await refusal(file.slice(0, 50))).toBe("ingest/tableDamaged");
    const lying = file.slice();
    new DataView(lying.buffer).setUint32(file.length - 8, 0x7fffffff, true);
    expect(await refusal(lying)).toBe("ingest/tableDamaged");
    const swapped = file.slice();
    swapped.fill(0xa5, 4, 2000);
    expect(await refusal(swapped)).not.toBe("read");
    expect(await refusal(parquet([{ name: "word", data: ["a", "b"], type: "STRING" }]))).toBe("ingest/csvInvalid");
  });

  it("any flipped byte is read or refused, and never stops the reader", async () => {
    const file = parquet([{ name: "Close", data: [...CLOSES.subarray(0, 40)], type: "DOUBLE" }]);
    for (let at = 4; at < file.length; at += 7) {
      const bytes = file.slice();
      bytes[at] ^= 0x41;
      const read = await outcome(bytes);
      expect(read.ok || read.failure.code).not.toBe("crashed");
    }
  });

  it("can be canceled between two columns", async () => {
    await expect(readSeries({ source: new Blob([bars()]), name: "file", origin: "file" }, await testContext(3))).rejects.toThrow();
  });
});
