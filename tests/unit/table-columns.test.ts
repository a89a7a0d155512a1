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

describe("order of the rows", () => {
  it("is by number, equal ones keep theirs, and what is missing is last either way", () => {
    expect(names(sortRows(RUNS, COLUMNS, { id: "value", descending: false }))).toEqual(["Run 1", "run 10", "run 3", "run 9", "run 2"]);
    expect(names(sortRows(RUNS, COLUMNS, { id: "value", descending: true }))).toEqual(["run 10", "run 3", "Run 1", "run 9", "run 2"]);
  });

  it("of names reads the numbers in them", () => {
    expect(names(sortRows(RUNS, COLUMNS, { id: "name", descending: false }))).toEqual(["Run 1", "run 2", "run 3", "run 9", "run 10"]);
  });

  it("stays as it was without a column, and for rows that are made when asked for", () => {
    expect(sortRows(RUNS, COLUMNS, null)).toBe(RUNS);
    const made: RowSource<Run> = { length: 3, at: (index) => RUNS[index] };
    expect(sortRows(made, COLUMNS, { id: "value", descending: true })).toBe(made);
  });
});

describe("text for a spreadsheet", () => {
  it("has a hyphen for the minus sign, nothing for what is missing, one line per row", () => {
    expect(tableText(COLUMNS, [...RUNS.slice(1, 3), { name: "two\nlines\tand a tab", value: 1 }])).toBe(
      "Name\tValue\nrun 9\t\nRun 1\t-3\ntwo lines and a tab\t1",
    );
    expect(tableText(COLUMNS, RUNS.slice(2, 3), false)).toBe("Run 1\t-3");
  });

  it("runs no formula of a stranger's name or header, and leaves figures as they are", () => {
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

  it("leaves a minus sign within words alone", () => {
    expect(cellText(COLUMNS[0], { name: "β − α", value: 0 })).toBe("β − α");
  });
});

it("widths fit the longest text met, never less than the header and never without end", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ name: index === 2500 ? "x".repeat(30) : "x", value: 1 }));
  expect(columnWidths(COLUMNS, rows)).toEqual([30, 6]);
  expect(columnWidths(COLUMNS, [{ name: "y".repeat(200), value: 1 }])[0]).toBe(36);
});

describe("on a phone", () => {
  const named = (id: string, matters?: boolean): TableColumn<Run> => ({ id, header: id, cell: ({ name }) => name, matters });
  const ids = (columns: readonly TableColumn<Run>[]) => columns.map(({ id }) => id);

  it("the first column and those that matter stand in line, in their order, and the others are folded", () => {
    const { line, folded } = foldColumns([named("name"), named("a"), named("p", true), named("b"), named("q", true)]);
    expect([ids(line), ids(folded)]).toEqual([
      ["name", "p", "q"],
      ["a", "b"],
    ]);
  });

  it("a measured place keeps as many beside them as it has room for, and the margin of the one that is then the last", () => {
    const columns = [named("name"), named("p", true), named("a"), named("b")];
    const inRoom = (room: number) => ids(foldColumns(columns, { ids: "", room, widths: [100, 40, 50, 20] }).line);
    expect(inRoom(198)).toEqual(["name", "p", "a"]);
    expect(inRoom(197)).toEqual(["name", "p", "b"]);
  });

  it("all stand in line where none of the others matters", () => {
    const { line, folded } = foldColumns([named("name", true), named("a")]);
    expect([ids(line), ids(folded)]).toEqual([["name", "a"], []]);
  });

  it("the others fill lines, as many to one as fit, and longer words take one of their own", () => {
    const words = { ...named("note", undefined), words: true, cell: () => "distance from an efficient market, of 33 years of it" };
    const lines = foldedLines([named("a"), named("b"), words, named("c")], RUNS, 200);
    expect(lines.map((line) => line.map(({ column }) => column.id))).toEqual([["a", "b"], ["note"], ["c"]]);
  });
});
