import { expect, it } from "vitest";
import type { Outcome, Reason } from "../../workers/contract";
import { readNews } from "../../workers/news/jobs/read-news";
import { readWeights } from "../../workers/portfolio/jobs/read-weights";
import { told } from "../fixtures/failure-text";
import { gzippedZeros, sheetXml, withDirectoryField, workbookOf, zipped } from "../fixtures/make-files";
import { testContext } from "../kernels/context";
import { names, read, series } from "./ingest";

const context = await testContext();
const ASSETS = ["AAPL", "MSFT"];
const LIST = "Name,Weight\nAAPL,0.25\nMSFT,0.75\n";
const NEWS = "Date,Headline\n2024-01-02,Oil rallies\n2024-01-03,Gold falls\n";
const READ = "2024-01-02 Oil rallies\n2024-01-03 Gold falls";
const MEGABYTE = 1 << 20;
/** Maximum growth of the process: below the gigabytes a file claims, and above what a busy process has not collected yet. */
const MEMORY = 1e9;

const weightsOf = (content: BlobPart[]) => readWeights({ source: new Blob(content), names: ASSETS }, context);
const newsOf = (content: BlobPart[]) => readNews({ source: new Blob(content) }, context);

type Made = BlobPart[] | Promise<BlobPart[]>;
const packed = async (content: string) => [await zipped({ "b.zip": await zipped({ "c.zip": await zipped({ "a.csv": content }) }) })];
const claimed = async (content: string) => [withDirectoryField(withDirectoryField(await zipped({ "a.csv": content }), 26, 0x8fff), 24, 0)];
const farCell = async () => [
  await workbookOf({ A: sheetXml([ASSETS]).replace('r="1"', 'r="2000000000"').replace('r="A1"', 'r="A2000000000"') }),
];

/** The refusal of a list of weights or of news, or what is read from it. */
const HOSTILE: Record<string, [make: () => Made, weights: Reason | number[], news: Reason | string]> = {
  "gzip bomb": [async () => [await gzippedZeros(140)], "ingest/unpackedTooTight", "ingest/unpackedTooTight"],
  "zip entry that claims 2 GB": [() => claimed(LIST), "ingest/unpackedTooLarge", "ingest/unpackedTooLarge"],
  "zip within zip within zip": [() => packed(NEWS), "ingest/nestedArchives", "ingest/nestedArchives"],
  "workbook with a cell in row 2,000,000,000": [farCell, "ingest/tableDamaged", "ingest/tableDamaged"],
  "200 MB of one word": [() => Array<string>(200).fill("x".repeat(MEGABYTE)), "portfolio/listTooLong", "news/textTooLong"],
  "200 MB of rows": [
    () => [LIST, ...Array<string>(200).fill("XYZ,0.001\n".repeat(MEGABYTE / 10))],
    "portfolio/listTooLong",
    "news/textTooLong",
  ],
  "400,000 columns": [
    () => [`Name,Weight${",x".repeat(400_000)}\nAAPL,0.25\nMSFT,0.75\n`],
    [0.25, 0.75],
    `Name,Weight${",x".repeat(400_000)}\nAAPL,0.25\nMSFT,0.75\n`,
  ],
  "NUL bytes": [() => [LIST.replace("MSFT", "\0MSFT")], "ingest/csvNotCsv", "news/invalid"],
  "quote that is never closed": [
    () => ['Name,Weight\nAAPL,0.25\n"MSFT,0.75\n'],
    "ingest/csvFailed",
    'Name,Weight\nAAPL,0.25\n"MSFT,0.75\n',
  ],
  "quote of a headline that is never closed": [() => [NEWS.replace("Oil", '"Oil')], "ingest/csvFailed", NEWS.replace("Oil", '"Oil')],
  "signs of no width in names and amounts": [
    () => ["\u200bName,Weight\u200e\nAA\u200bPL,0.2\u20605\n\u00adMSFT,0.75\u200f\n"],
    [0.25, 0.75],
    "\u200bName,Weight\u200e\nAA\u200bPL,0.2\u20605\n\u00adMSFT,0.75\u200f\n",
  ],
  "amounts beyond all numbers": [
    () => ["Name,Value\nAAPL,1e308\nMSFT,1e308\n"],
    "portfolio/listSum",
    "Name,Value\nAAPL,1e308\nMSFT,1e308\n",
  ],
  "names that objects have": [
    () => ["__proto__,Weight,Name\n1,0.25,AAPL\n2,0.5,constructor\n3,0.25,__proto__\n"],
    [0.25, 0],
    "__proto__,Weight,Name\n1,0.25,AAPL\n2,0.5,constructor\n3,0.25,__proto__\n",
  ],
  "JSON with names that objects have": [
    () => [
      '[{"__proto__":{"date":"1"},"date":"2024-01-02","title":"Oil rallies","constructor":1},{"date":"2024-01-03","title":"Gold falls"}]',
    ],
    "portfolio/listNames",
    READ,
  ],
};

const outcomeOf = <T, U>(outcome: Outcome<T>, value: (read: T) => U) => (outcome.ok ? value(outcome.value) : outcome.failure.reason);

it.each(Object.keys(HOSTILE))("%s", async (name) => {
  const [make, weights, news] = HOSTILE[name];
  const content = await make();
  const before = process.memoryUsage().rss;
  expect(outcomeOf(await weightsOf(content), (read) => read.weights)).toEqual(weights);
  expect(outcomeOf(await newsOf(content), (read) => read)).toBe(news);
  expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY);
});

it("a list's content is shown shortened, and cannot change text direction", async () => {
  const long = "W".repeat(100_000);
  const found = await weightsOf([`Name,Weight\nAAPL,0.25\n${long},0.25\n${long}2,0.25\n\u202eTFSM,0.25\n`]);
  const others = found.ok ? found.value.others.map(({ name }) => name) : [];
  expect(others.map((name) => name.length <= 200)).toEqual([true, true, true]);
  expect([new Set(others).size, others[2]]).toEqual([3, "[U+202E]TFSM"]);
  const refused = await weightsOf([`Name,Weight\nAAPL,\u202e${long}\n`]);
  expect(refused.ok ? null : told(refused.failure)).toMatchObject({
    message: `The amount of AAPL is not a number: [U+202E]${"W".repeat(52)}…`,
    row: 2,
    column: "Weight",
  });
  const unclosed = await weightsOf(['Name,Weight\nAAPL,0.25\n"MSFT,0.75\n']);
  expect(unclosed.ok ? null : told(unclosed.failure)).toMatchObject({
    message: "CSV processing failed: a quoted field is never closed",
    row: 3,
  });
});

it("columns and symbols named like object properties are columns and symbols", async () => {
  const odd = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const day = (row: number) => `2024-01-${String(row + 1).padStart(2, "0")}`;
  const rows = Array.from({ length: 20 }, (_, row) => row);
  const wide = [`Date,${odd.join()}`, ...rows.map((row) => `${day(row)},${odd.map((_, place) => 100 * (place + 1) + row).join()}`)].join(
    "\n",
  );
  expect(names(await series(wide))).toEqual(odd);
  for (const [place, column] of odd.entries()) {
    const { columns, primary } = await series(wide, { column });
    expect([columns[primary].name, columns[primary].values[0]]).toEqual([column, 100 * (place + 1)]);
  }
  const panel = { calendar: "inner", fill: "none" } as const;
  const long = [
    "Date,Symbol,Close",
    ...rows.flatMap((row) => odd.map((symbol, place) => `${day(row)},${symbol},${100 * (place + 1) + row}`)),
  ];
  const whole = await series(long.join("\n"), { panel });
  expect(whole.quality.panel?.symbols.map(({ name }) => name)).toEqual([...odd].sort());
  expect(whole.columns.map(({ name, values }) => [name, values[0]])).toEqual(
    [...odd].sort().map((symbol) => [symbol, 100 * (odd.indexOf(symbol) + 1)]),
  );
  for (const [place, symbol] of odd.entries()) {
    const one = await series(long.join("\n"), { symbol });
    expect([one.quality.symbols?.chosen, one.columns[0].values[0]]).toEqual([symbol, 100 * (place + 1)]);
  }
  const missing = await read(long.join("\n"), { symbol: "valueOf" });
  expect(missing.ok).toBe(false);
});
