import { describe, expect, it } from "vitest";
import { parseNumber } from "../../workers/ingest/number-format";
import { days, names, primary, read, series } from "./ingest";

const DATES = ["2024-01-02", "2024-01-03", "2024-01-04"];
const table = (cells: readonly string[]) => `Date;Close\n${cells.map((cell, row) => `${DATES[row % 3]};${cell}\n`).join("")}`;

describe("amounts with their currency", () => {
  it.each([
    ["100.35 USD", "101.17 USD", "-0.51 USD", [100.35, 101.17, -0.51]],
    ["USD 100.35", "USD 101.17", "USD -0.51", [100.35, 101.17, -0.51]],
    ["100,35 EUR", "1.101,17 EUR", "2,51 EUR", [100.35, 1101.17, 2.51]],
    ["EUR100.35", "EUR101.17", "EUR2.51", [100.35, 101.17, 2.51]],
    ["US$100", "US$101", "US$102", [100, 101, 102]],
    ["-CHF 1'100.35", "CHF 101.17", "CHF 102", [-1100.35, 101.17, 102]],
    ["100 zł", "101 zł", "102,5 zł", [100, 101, 102.5]],
    ["1.25 BTC", "1.26 BTC", "1.27 BTC", [1.25, 1.26, 1.27]],
    ["€100.35", "€101.17", "€102", [100.35, 101.17, 102]],
    ["100.35-", "101.17", "0.51-", [-100.35, 101.17, -0.51]],
    ["'100.35", "'101.17", "'102", [100.35, 101.17, 102]],
    ['="100.35"', '="101.17"', '="102"', [100.35, 101.17, 102]],
  ])("%s, %s, %s", async (one, two, three, values) => {
    const found = await series(table([one, two, three]));
    expect([primary(found), names(found), days(found), found.quality.dropped]).toEqual([values, ["Close"], DATES, []]);
  });

  it("a row in another currency is excluded and counted; a blank cell and a bare number are not", async () => {
    const found = await series(table([...Array(8).fill("5 USD"), "6 EUR", "7", "8 USD"]));
    expect([primary(found).length, found.quality.dropped.map(({ reason, examples }) => [reason, examples[0].value])]).toEqual([
      10,
      [["not-a-number", "6 EUR"]],
    ]);
  });

  it.each([
    ["several currencies", ["5 USD", "6 EUR", "7 GBP", "8 USD", "9 EUR", "1 GBP"]],
    ["names", ["EUR1", "EUR2", "EUR3"]],
    ["words", ["5 apples", "6 apples", "7 apples"]],
  ])("a column of %s has no numbers", async (_, cells) => {
    expect((await read(table(cells))).ok).toBe(false);
  });

  it("a column name with a currency stays a name", async () => {
    expect(names(await series("Date;Close USD\n2024-01-02;5 USD\n2024-01-03;6 USD\n"))).toEqual(["Close USD"]);
  });
});

it.each([
  ["5-", -5],
  ["1,234.5-", -1234.5],
  ["-5-", Number.NaN],
  ["(5-)", Number.NaN],
  ["5--", Number.NaN],
  ["5-6", Number.NaN],
  ["2024-01", Number.NaN],
  ["1.5万", 15_000],
  ["2.5億", 250_000_000],
])("%s as a number", (cell, value) => expect(parseNumber(cell, "point")).toEqual(value));

it("a semicolon between day and time does not separate cells", async () => {
  const found = await series("Date,Close\n20240102;093000,1.5\n20240102;093100,2.5\n");
  expect([[...(found.times ?? [])].map((time) => new Date(time).toISOString().slice(11, 16)), primary(found)]).toEqual([
    ["09:30", "09:31"],
    [1.5, 2.5],
  ]);
});

describe("timestamps as keys and strings in JSON", () => {
  const frame = (keys: readonly string[]) => JSON.stringify({ Close: Object.fromEntries(keys.map((key, row) => [key, row + 1])) });
  const SECONDS = ["1704153600", "1704240000", "1704326400"];

  it.each([
    ["seconds", SECONDS],
    ["milliseconds", SECONDS.map((key) => `${key}000`)],
    ["microseconds", SECONDS.map((key) => `${key}000000`)],
    ["nanoseconds", SECONDS.map((key) => `${key}000000000`)],
  ])("%s", async (_, keys) => {
    const found = await series(frame(keys));
    expect([days(found), primary(found)]).toEqual([DATES, [1, 2, 3]]);
  });

  it("numbers of the same length that are not valid minutes are not timestamps", async () => {
    expect((await read(frame(["1704153601", "1704240007", "1704326411"]))).ok).toBe(false);
  });

  it("timestamps of .NET", async () => {
    const rows = SECONDS.map((key, row) => ({ Date: `/Date(${key}000${row === 1 ? "-0500" : ""})/`, Close: row + 1 }));
    expect(days(await series(JSON.stringify(rows)))).toEqual(DATES);
  });
});
