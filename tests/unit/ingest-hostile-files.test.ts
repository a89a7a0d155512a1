import { readFileSync } from "node:fs";
import {
  batchType,
  Column,
  columnFromArray,
  dictionary,
  float64,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
  utf8View,
} from "@uwdata/flechette";
import { parquetMetadata } from "hyparquet";
import { ByteWriter, parquetWriteBuffer } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { expect, it } from "vitest";
import type { Reason } from "../../workers/contract";
import { gzipped, gzippedZeros, sheetXml, withDirectoryField, workbookOf, zipped } from "../fixtures/make-files";
import { names, read, series } from "./ingest";

const CSV = "date,close\n2024-01-02,1\n2024-01-03,2\n";
const VALUES = Array.from({ length: 500 }, (_, row) => 100 + row / 4);
const SHEET = sheetXml([
  ["date", "close"],
  [new Date("2024-01-02"), 1],
]);

/** Replaces every 32-bit occurrence of a value by another. */
function withNumber(bytes: Uint8Array<ArrayBuffer>, value: number, lie: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  let changed = 0;
  for (let at = 0; at + 4 <= copy.length; at += 4) {
    if (view.getUint32(at, true) !== value) continue;
    view.setUint32(at, lie, true);
    changed++;
  }
  expect(changed).toBeGreaterThan(0);
  return copy;
}

const parquet = () => new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "close", data: VALUES, type: "DOUBLE" }] }));
const arrow = () =>
  new Uint8Array(
    tableToIPC(tableFromColumns({ close: columnFromArray(VALUES, float64()) }), { format: "file" }) as Uint8Array<ArrayBuffer>,
  );

const KEYS = 77;
/** Values next to dictionary-encoded texts, with 77 entries. */
const arrowKeys = () => {
  const keys = VALUES.map((_, row) => `key ${row % KEYS}`);
  const columns = { close: columnFromArray(VALUES, float64()), key: columnFromArray(keys, dictionary(utf8())) };
  return new Uint8Array(tableToIPC(tableFromColumns(columns), { format: "file" }) as Uint8Array<ArrayBuffer>);
};

const DAYS = VALUES.map((_, row) => new Date(86_400_000 * (row % 250)));
const SYMBOLS = VALUES.map((_, row) => (row < 250 ? "AAAA" : "BBBB"));
/** Values next to symbols, of which every fiftieth is missing. */
const arrowSymbols = (values: (number | null)[]) => {
  const columns = {
    date: columnFromArray(DAYS, timestamp()),
    symbol: columnFromArray(SYMBOLS, utf8()),
    close: columnFromArray(values, float64()),
  };
  return new Uint8Array(tableToIPC(tableFromColumns(columns), { format: "file" }) as Uint8Array<ArrayBuffer>);
};
const GAPS = VALUES.map((value, row) => (row % 50 === 7 ? null : value));

/** Values next to two symbols longer than a view, the last of which ends elsewhere. */
const viewedSymbols = (end: number) => {
  const symbols = ["the symbol of one company", "and the one of another, B"].map((text) => new TextEncoder().encode(text));
  const last = VALUES.length - 1;
  const views = Int32Array.from(VALUES.flatMap((_, row) => [row === last ? end : 25, 0, row < 250 ? 0 : 1, 0]));
  const own = { length: VALUES.length, nullCount: 0, validity: new Uint8Array(), type: utf8View(), values: new Uint8Array(views.buffer) };
  const TextBatch = batchType(utf8View(), {});
  const columns = {
    date: columnFromArray(DAYS, timestamp()),
    symbol: new Column([new TextBatch({ ...own, data: symbols } as ConstructorParameters<typeof TextBatch>[0])]),
    close: columnFromArray(VALUES, float64()),
  };
  return new Uint8Array(tableToIPC(tableFromColumns(columns), { format: "file" }) as Uint8Array<ArrayBuffer>);
};

/** The last bytes of a Parquet file state the length of its footer. */
function lyingFooter(length: number): Uint8Array<ArrayBuffer> {
  const bytes = parquet();
  new DataView(bytes.buffer).setUint32(bytes.length - 8, length, true);
  return bytes;
}

const ZSTD_BLOCK = 1 << 17;
/** A Parquet file whose only page, in version 1, is given. @param size unpacked */
function parquetOf(frame: Uint8Array, size: number, codec: "ZSTD" | "UNCOMPRESSED"): Uint8Array<ArrayBuffer> {
  const { buffer } = parquet();
  const metadata = parquetMetadata(buffer);
  const [{ meta_data: data }] = metadata.row_groups[0].columns;
  if (!data) throw new Error("no column");
  const writer = new ByteWriter();
  writer.appendBytes(new TextEncoder().encode("PAR1"));
  // Its header fields, each with its payload doubled.
  const sized = (value: number) => {
    writer.appendUint8(0x15);
    writer.appendVarInt(2 * value);
  };
  for (const value of [0, size, frame.length]) sized(value);
  writer.appendUint8(0x2c);
  for (const value of [VALUES.length, 0, 3, 3]) sized(value);
  writer.appendBytes(Uint8Array.of(0, 0));
  writer.appendBytes(frame);
  Object.assign(data, { codec, data_page_offset: 4n, total_compressed_size: BigInt(writer.offset - 4) });
  writeMetadata(writer, metadata);
  writer.appendBytes(new TextEncoder().encode("PAR1"));
  return new Uint8Array(writer.getBuffer());
}

/** Whose page, in repeated one-byte blocks, unpacks to far more than its footer states. */
function pageBomb(size: number): Uint8Array<ArrayBuffer> {
  const blocks = Array.from({ length: size / ZSTD_BLOCK }, (_, k) => [(k + 1) * ZSTD_BLOCK === size ? 3 : 2, 0, ZSTD_BLOCK >> 13, 0]);
  return parquetOf(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0, ...blocks.flat()), size, "ZSTD");
}

/** Which rows have a value: 500 that do, in three bytes, whose stated size is another. */
function shortLevels(size: number): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(Float64Array.from(VALUES).buffer);
  const page = Uint8Array.of(size, 0, 0, 0, 0xe8, 0x07, 1, ...values);
  return parquetOf(page, page.length, "UNCOMPRESSED");
}

/** The same page with values after the last row's. */
function valuesLeft(more: number): Uint8Array<ArrayBuffer> {
  const page = Uint8Array.of(3, 0, 0, 0, 0xe8, 0x07, 1, ...new Uint8Array(Float64Array.from([...VALUES, ...VALUES.slice(0, more)]).buffer));
  return parquetOf(page, page.length, "UNCOMPRESSED");
}

/** Formulas without values that refer to each other. */
const circle = SHEET.replace("</sheetData>", '<row r="3"><c r="A3"><f>B3</f></c><c r="B3"><f>A3</f></c></row></sheetData>');
/** A sheet whose part is the workbook that lists it. */
async function cyclicParts(): Promise<Uint8Array<ArrayBuffer>> {
  const relations = '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="workbook.xml"/></Relationships>';
  return zipped({
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relations,
  });
}

/** A workbook whose sheets, by name, have the same part. @param more relationships behind its own */
const sharedPart = (part: string, sheet: string, names: string[], more = "") => {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zipped({
    "xl/workbook.xml": `<workbook><sheets>${names.map((name) => `<sheet name="${name}" sheetId="1" r:id="${name}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="A" Type="${relations}/worksheet" Target="${part}"/>${more}</Relationships>`,
    "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    [`xl/${part}`]: sheet,
  });
};
const SHEET_END = "</sheetData>";
/** One row more than a sheet has. */
const belowLast = (attribute: string) => SHEET.replace(SHEET_END, `<row ${attribute}="1048577"/>${SHEET_END}`);

/** Maximum growth of the process: what is unpacked before a bomb is recognized. */
const MEMORY = 400e6;

/** For each format, files built to break the reader or exhaust memory, and their refusals. */
const HOSTILE: Record<string, [make: () => BlobPart | Promise<BlobPart>, reason: Reason]> = {
  "text without a line end, 1 MB of one character": [() => ",".repeat(1 << 20), "ingest/csvInvalid"],
  "gzip bomb: 140 MB of zeros in 140 kB": [() => gzippedZeros(140), "ingest/unpackedTooTight"],
  "gzip cut off": [async () => (await gzipped(CSV.repeat(500))).slice(0, -9), "ingest/packedDamaged"],
  "zip bomb: an entry that claims 2 GB": [
    async () => withDirectoryField(withDirectoryField(await zipped({ "a.csv": CSV }), 26, 0x8fff), 24, 0),
    "ingest/unpackedTooLarge",
  ],
  "zip within zip within zip": [
    async () => zipped({ "b.zip": await zipped({ "c.zip": await zipped({ "a.csv": CSV }) }) }),
    "ingest/nestedArchives",
  ],
  "JSON nested 100,000 deep": [() => `{"a":${"[".repeat(100_000)}`, "ingest/jsonBroken"],
  "HTML whose tables never end": [() => `<!doctype html>${"<table><tr>".repeat(100_000)}`, "ingest/noNumbers"],
  "workbook of circular formulas": [() => workbookOf({ A: circle }), "ingest/sheetUnsolved"],
  "workbook whose sheet is the workbook": [cyclicParts, "ingest/tableDamaged"],
  "workbook with a cell in row 2,000,000,000": [
    () => workbookOf({ A: SHEET.replace('r="2"', 'r="2000000000"').replace('r="A2"', 'r="A2000000000"') }),
    "ingest/tableDamaged",
  ],
  "workbook with a row below the last, in a part of another folder": [
    () => sharedPart("tables/a.xml", belowLast("r"), ["A"]),
    "ingest/tableDamaged",
  ],
  "workbook with a row below the last, in a prefixed attribute": [() => workbookOf({ A: belowLast("x:r") }), "ingest/tableDamaged"],
  "workbook with a cell of another row": [() => workbookOf({ A: SHEET.replace('r="B2"', 'r="B3"') }), "ingest/tableDamaged"],
  "workbook whose rows are numbered from 0": [() => workbookOf({ A: SHEET.replace(/(?<=r="[AB]?)1"/g, '0"') }), "ingest/tableDamaged"],
  "workbook with two tables in a sheet": [
    () => workbookOf({ A: SHEET.replace(SHEET_END, `${SHEET_END}<sheetData><row r="1"/>${SHEET_END}`) }),
    "ingest/tableDamaged",
  ],
  "workbook with two values in a cell": [() => workbookOf({ A: SHEET.replace("</v>", "</v><v>7</v>") }), "ingest/tableDamaged"],
  "workbook with two parts of one identifier": [
    () => sharedPart("worksheets/a.xml", SHEET, ["A"], '<Relationship Id="A" Target="b.xml"/>'),
    "ingest/tableDamaged",
  ],
  "workbook that lacks the part of a sheet": [() => sharedPart("worksheets/a.xml", SHEET, ["A", "B"]), "ingest/tableDamaged"],
  "workbook with two sheets of one name": [
    () => workbookOf({ A: SHEET, B: SHEET }, (book) => book.replace('"B"', '"A"')),
    "ingest/tableDamaged",
  ],
  "Parquet whose footer claims 4 GB": [() => lyingFooter(0xffff_fff0), "ingest/tableDamaged"],
  "Parquet whose footer is its values": [() => lyingFooter(4000), "ingest/tableDamaged"],
  "Parquet whose page unpacks to 300 MB": [() => pageBomb(2289 * ZSTD_BLOCK), "ingest/unpackedTooTight"],
  "Arrow whose batch claims 90 million rows": [() => withNumber(arrow(), VALUES.length, 90_000_000), "ingest/tableDamaged"],
  "Arrow whose dictionary claims 2 billion texts": [() => withNumber(arrowKeys(), KEYS, 0x7fff_fff0), "ingest/tableDamaged"],
  "Parquet whose levels of missing rows are longer than it says": [() => shortLevels(2), "ingest/tableDamaged"],
  "Arrow whose bitmap of missing rows is too short": [() => withNumber(arrowSymbols(GAPS), 64, 4), "ingest/tableDamaged"],
  "Arrow with an index outside its dictionary": [() => withNumber(arrowKeys(), KEYS - 1, 200), "ingest/tableDamaged"],
  "Arrow whose texts end outside their bytes": [() => withNumber(arrowSymbols(VALUES), 1200, 90_000), "ingest/tableDamaged"],
  "Arrow whose texts overlap": [() => withNumber(arrowSymbols(VALUES), 1200, 1100), "ingest/tableDamaged"],
  "Arrow whose viewed texts end outside their bytes": [() => viewedSymbols(90_000), "ingest/tableDamaged"],
  "Parquet with more values than rows": [() => valuesLeft(1), "ingest/tableDamaged"],
  "Arrow whose buffer claims 2 GB": [() => withNumber(arrow(), VALUES.length * 8, 0x7fff_fff0), "ingest/tableDamaged"],
};

it.each(Object.keys(HOSTILE))("%s", async (name) => {
  const [make, reason] = HOSTILE[name];
  const blob = new Blob([await make()]);
  const before = process.memoryUsage().rss;
  const outcome = await read(blob);
  expect(outcome.ok ? "read" : outcome.failure.reason).toBe(reason);
  expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY);
});

it("a Parquet page and an Arrow file with missing rows, as the lying ones but true, are read", async () => {
  for (const whole of [shortLevels(3), valuesLeft(0)]) expect([...(await series(new Blob([whole]))).columns[0].values]).toEqual(VALUES);
  expect((await series(new Blob([viewedSymbols(25)]), { symbol: "and the one of another, B" })).length).toBe(250);
  expect((await series(new Blob([arrowSymbols(GAPS)]), { symbol: "BBBB" })).length).toBe(245);
});

it("each is listed in the reader's README", () => {
  const readme = readFileSync("workers/ingest/README.md", "utf8");
  expect(Object.keys(HOSTILE).filter((name) => !readme.includes(`| ${name} |`))).toEqual([]);
});

it("long names of columns, symbols and parts of a file are shortened and stay distinct", async () => {
  const long = (last: string) => `${"W".repeat(100_000)}${last}`;
  const isShort = (name: string) => name.length <= 200 && name.startsWith("WWW");
  const day = (row: number) => new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);
  const table = (header: string, cells: (row: number) => string) =>
    [header, ...Array.from({ length: 40 }, (_, row) => `${day(row)},${cells(row)}`)].join("\n");

  const columns = names(await series(table(`Date,${long("a")},${long("b")}`, (row) => `${row + 1},${row + 2}`)));
  expect(columns.every(isShort)).toBe(true);
  expect(new Set(columns).size).toBe(2);

  const ofTwo = `Date,Symbol,Close\n${Array.from({ length: 40 }, (_, row) => ["a", "b"].map((end) => `${day(row)},${long(end).slice(-5000)},${row + 1}`).join("\n")).join("\n")}`;
  const one = await series(ofTwo);
  expect(one.length).toBe(40);
  expect(one.quality.symbols?.names.every(isShort)).toBe(true);
  expect((await series(ofTwo, { symbol: one.quality.symbols?.names[1] })).quality.symbols?.chosen).toBe(one.quality.symbols?.names[1]);
  expect(names(await series(ofTwo, { panel: { calendar: "inner", fill: "none" } }))).toHaveLength(2);

  const files = { [`${"W".repeat(60_000)}.csv`]: CSV, [`${"W".repeat(60_001)}.csv`]: CSV };
  const zip = new Blob([await zipped(files)]);
  const [choice] = (await series(zip)).quality.opened?.choices ?? [];
  expect(choice.names.every((name) => isShort(name) && name.endsWith(".csv"))).toBe(true);
  expect((await series(zip, { path: [choice.names[1]] })).quality.opened?.choices[0].chosen).toBe(choice.names[1]);
  expect(names(await series(zip, { panel: { calendar: "inner", fill: "none", files: true } })).map((name) => isShort(name))).toEqual([
    true,
    true,
  ]);
});
