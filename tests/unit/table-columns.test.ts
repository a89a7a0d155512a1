import { describe, expect, it } from "vitest";
import { foldColumns, foldedLines } from "../../src/ui/fold-columns.ts";
import { cellText, columnWidths, type RowSource, rowsBetween, sortRows, type TableColumn, tableText } from "../../src/ui/table-columns.ts";

interface Run {
  name: string;
  value: number | null;
}
const COLUMNS: TableColumn<Run>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: "value",
    header: "Value",
    cell: ({ value }) => (value === null ? "—" : String(value).replace("-", "−")),
    sortBy: ({ value }) => value,
  },
];
const RUNS: Run[] = [
  { name: "run 10", value: 2 },
  { name: "run 9", value: null },
  { name: "Run 1", value: -3 },
  { name: "run 2", value: Number.NaN },
  { name: "run 3", value: 2 },
];
const names = (rows: RowSource<Run>) => [...rowsBetween(rows, 0, rows.length)].map(({ name }) => name);

describe("row order", () => {
  it("is numeric and stable, with missing values last in either direction", () => {
    expect(names(sortRows(RUNS, COLUMNS, { id: "value", descending: false }))).toEqual(["Run 1", "run 10", "run 3", "run 9", "run 2"]);
    expect(names(sortRows(RUNS, COLUMNS, { id: "value", descending: true }))).toEqual(["run 10", "run 3", "Run 1", "run 9", "run 2"]);
  });

  it("of names compares numbers within them", () => {
    expect(names(sortRows(RUNS, COLUMNS, { id: "name", descending: false }))).toEqual(["Run 1", "run 2", "run 3", "run 9", "run 10"]);
  });

  it("is unchanged without a column, and for rows created on demand", () => {
    expect(sortRows(RUNS, COLUMNS, null)).toBe(RUNS);
    const made: RowSource<Run> = { length: 3, at: (index) => RUNS[index] };
    expect(sortRows(made, COLUMNS, { id: "value", descending: true })).toBe(made);
  });
});

describe("text for a spreadsheet", () => {
  it("has a hyphen for the minus sign, nothing for missing values, one line per row", () => {
    expect(tableText(COLUMNS, [...RUNS.slice(1, 3), { name: "two\nlines\tand a tab", value: 1 }])).toBe(
      "Name\tValue\nrun 9\t\nRun 1\t-3\ntwo lines and a tab\t1",
    );
    expect(tableText(COLUMNS, RUNS.slice(2, 3), false)).toBe("Run 1\t-3");
  });

  it("cannot run a formula from a foreign name or header, and leaves figures unchanged", () => {
    const words = ["=1+1", "+A1", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\u200b=1", "＝1", "-A1", "-1e(2)", "- x", '="a"'];
    const figures = ["-3", "-1,234.5", "-0.31%", "+2.5%", "-12.5 days", "-1e-7", "-∞", "-0.61–0.74", "plain", "a = b"];
    const shown = (name: string) => tableText(COLUMNS, [{ name, value: 1 }], false).split("\t")[0];
    expect(words.map(shown)).toEqual(words.map((word) => `'${word}`));
    expect(figures.map(shown)).toEqual(figures);
    const named = [
      { ...COLUMNS[0], header: "=1+1" },
      { ...COLUMNS[0], header: "two\twords" },
    ];
    expect(tableText(named, []).split("\t")).toEqual(["'=1+1", "two words"]);
  });

  it("keeps a minus sign within words", () => {
    expect(cellText(COLUMNS[0], { name: "β − α", value: 0 })).toBe("β − α");
  });
});

it("widths fit the longest text seen, at least the header and at most a limit", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ name: index === 2500 ? "x".repeat(30) : "x", value: 1 }));
  expect(columnWidths(COLUMNS, rows)).toEqual([30, 6]);
  expect(columnWidths(COLUMNS, [{ name: "y".repeat(200), value: 1 }])[0]).toBe(36);
});

describe("on a phone", () => {
  const named = (id: string, matters?: boolean): TableColumn<Run> => ({ id, header: id, cell: ({ name }) => name, matters });
  const ids = (columns: readonly TableColumn<Run>[]) => columns.map(({ id }) => id);

  it("the first and important columns are shown in line, in order, and the others are folded", () => {
    const { line, folded } = foldColumns([named("name"), named("a"), named("p", true), named("b"), named("q", true)]);
    expect([ids(line), ids(folded)]).toEqual([
      ["name", "p", "q"],
      ["a", "b"],
    ]);
  });

  it("as many more are shown as the measured width allows, including the last one's margin", () => {
    const columns = [named("name"), named("p", true), named("a"), named("b")];
    const inRoom = (room: number) => ids(foldColumns(columns, { ids: "", room, widths: [100, 40, 50, 20] }).line);
    expect(inRoom(198)).toEqual(["name", "p", "a"]);
    expect(inRoom(197)).toEqual(["name", "p", "b"]);
  });

  it("all are shown in line if none is marked as important", () => {
    const { line, folded } = foldColumns([named("name", true), named("a")]);
    expect([ids(line), ids(folded)]).toEqual([["name", "a"], []]);
  });

  it("folded columns fill lines, as many per line as fit, and long text takes its own line", () => {
    const words = { ...named("note", undefined), words: true, cell: () => "distance from an efficient market, of 33 years of it" };
    const lines = foldedLines([named("a"), named("b"), words, named("c")], RUNS, 200);
    expect(lines.map((line) => line.map(({ column }) => column.id))).toEqual([["a", "b"], ["note"], ["c"]]);
  });
});
