import { expect, it } from "vitest";
import { fileStem } from "../../src/analysis/data/save-table";
import { count, day, duration, fixed, inUnit, percent, pValue, setFormatLocale } from "../../src/lib/format";
import { fileColumns } from "../../src/ui/save-table";
import { type TableColumn, tableText } from "../../src/ui/table-columns";
import { DAY } from "../../workers/contract";

interface Line {
  name: string;
  share: number | null;
}

const COLUMNS: TableColumn<Line>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  {
    id: "share",
    header: "Share",
    cell: ({ share }) => (share === null ? "—" : `${(100 * share).toFixed(1)}%`),
    sortBy: ({ share }) => share,
  },
  { id: "shown", header: "Shown", cell: ({ share }) => (share === null ? "—" : `−${share.toFixed(2)}`) },
];

it("a table is saved with every digit where its sort is numeric, else as displayed", () => {
  const rows: Line[] = [
    { name: "a", share: 0.1 + 0.2 },
    { name: "b", share: null },
  ];
  expect(fileColumns(COLUMNS, rows)).toEqual([
    { name: "Name", values: ["a", "b"] },
    { name: "Share", values: Float64Array.of(0.1 + 0.2, Number.NaN) },
    { name: "Shown", values: ["-0.30", ""] },
  ]);
});

it("a column without any number is saved as text", () => {
  const [, , , share] = fileColumns([...COLUMNS, { ...COLUMNS[1], id: "again" }], [{ name: "a", share: null }]);
  expect(share.values).toEqual([""]);
});

const column = (header: string, cell: (row: number) => string): TableColumn<number> => ({ id: header, header, cell });

it("numbers and dates are saved as such even if unsorted, in any locale, with the unit in the header", () => {
  setFormatLocale("de");
  const saved = fileColumns(
    [
      column("Step", (row) => count(1000 * row)),
      column("Share", (row) => percent(-row / 3, 1)),
      column("Volatility", (row) => inUnit(fixed(row / 3, 2), "%")),
      column("p", (row) => (row === 1 ? "—" : pValue(row * 1e-9))),
      column("Took", (row) => duration(5000 * row)),
      column("Last", (row) => day(86_400_000 * row)),
    ],
    [1, 2],
  );
  setFormatLocale("en");
  expect(saved).toEqual([
    { name: "Step", values: Float64Array.of(1000, 2000) },
    { name: "Share", values: Float64Array.of(-1 / 3, -2 / 3) },
    { name: "Volatility (%)", values: Float64Array.of(1 / 3, 2 / 3) },
    { name: "p", values: Float64Array.of(Number.NaN, 2e-9) },
    { name: "Took (ms)", values: Float64Array.of(5000, 10_000) },
    { name: "Last", values: Float64Array.of(86_400_000, 172_800_000), kind: "time" },
  ]);
});

it("cells with several figures, mixed units or text are saved as shown", () => {
  const saved = fileColumns(
    [
      column("Range", (row) => `${fixed(row, 1)} to ${fixed(row + 1, 1)}`),
      column("Value", (row) => (row === 1 ? inUnit(fixed(row, 1), "%") : fixed(row, 1))),
      column("Trade", (row) => (row === 1 ? fixed(row, 1) : "open")),
      column("Ticker", (row) => `000${row}`),
      { ...column("End", (row) => (row === 1 ? day(0) : "ongoing")), sortBy: (row) => (row === 1 ? 0 : null) },
    ],
    [1, 2],
  );
  expect(saved.map(({ values }) => values)).toEqual([
    ["1.0 to 2.0", "2.0 to 3.0"],
    ["1.0%", "2.0"],
    ["1.0", "open"],
    ["0001", "0002"],
    ["1970-01-01", "ongoing"],
  ]);
});

it("a column of buttons or drawings is omitted from a file, one of rendered words is saved as text", () => {
  const columns: TableColumn<number>[] = [
    column("Row", (row) => count(row)),
    { id: "state", header: "State", cell: () => null, text: (row) => (row > 1 ? "on" : "off") },
    { id: "open", header: "Open", cell: () => null, text: null },
  ];
  expect(fileColumns(columns, [1, 2])).toEqual([
    { name: "Row", values: Float64Array.of(1, 2) },
    { name: "State", values: ["off", "on"] },
  ]);
});

it("a file name matches the series name, and is visible and on one line, whatever the series is called", () => {
  const names: [given: string, stem: string][] = [
    ["WTI crude oil.csv", "WTI-crude-oil"],
    ["डेटा.csv", "डेटा"],
    ["cafe\u0301.csv", "caf\u00e9"],
    ["a\u202egpj\u200b\u2066.csv", "agpj"],
    ["..\\..\\a/../b.csv", "-..-a-..-b"],
    [`Z${"\u0327".repeat(300)}.csv`, `Z${"\u0327".repeat(3)}`],
    ["a\n\u0000b.csv", "a-b"],
    ["Simulated market (EQTY)", "Simulated-market-EQTY"],
    ["(%)", "data"],
    [".csv", "data"],
    ["nul.csv", "nul_"],
    ["COM1.a-b", "COM1_.a-b"],
    ["console.csv", "console"],
  ];
  for (const [given, stem] of names) expect([given, fileStem(given)]).toEqual([given, stem]);
});

it("a file name fits file systems whatever the series is called, with both its ends and what the file contains", () => {
  const long = [`${"a".repeat(10_000)}.csv`, "Ö".repeat(10_000), "क्".repeat(10_000), "𐐀a".repeat(5_000), "e\u0316".repeat(10_000)];
  for (const name of long) {
    const report = `${fileStem(`${fileStem(`2019 ${name} 2020`)}-backtest`)}-report.html`;
    expect(new TextEncoder().encode(report).length).toBeLessThanOrEqual(200);
    expect(report).toMatch(/^2019-.+-\P{M}.+-2020-backtest-report\.html$/u);
    expect(report).not.toMatch(/\p{Cs}|\ufffd/u);
  }
});

it("what a cell has in a second line is the next column of files and copies", () => {
  const columns: TableColumn<number>[] = [
    {
      id: "series",
      header: "Series",
      cell: (row) => `Series ${row}`,
      second: { id: "to", header: "Last date", cell: (row) => day(row * DAY) },
    },
    { id: "last", header: "Last", cell: (row) => row },
  ];
  expect(fileColumns(columns, [1, 2])).toEqual([
    { name: "Series", values: ["Series 1", "Series 2"] },
    { name: "Last date", values: Float64Array.of(DAY, 2 * DAY), kind: "time" },
    { name: "Last", values: Float64Array.of(1, 2) },
  ]);
  expect(tableText(columns, [1])).toBe("Series\tLast date\tLast\nSeries 1\t1970-01-02\t1");
});
