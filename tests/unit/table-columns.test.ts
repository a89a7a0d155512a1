import { describe, expect, it } from "vitest";
import {
  cellText,
  columnWidths,
  mattersFirst,
  type RowSource,
  rowsBetween,
  sortRows,
  type TableColumn,
  tableText,
} from "../../src/ui/table-columns.ts";

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

  it("leaves a minus sign within words alone", () => {
    expect(cellText(COLUMNS[0], { name: "β − α", value: 0 })).toBe("β − α");
  });
});

it("widths fit the longest text met, never less than the header and never without end", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ name: index === 2500 ? "x".repeat(30) : "x", value: 1 }));
  expect(columnWidths(COLUMNS, rows)).toEqual([30, 6]);
  expect(columnWidths(COLUMNS, [{ name: "y".repeat(200), value: 1 }])[0]).toBe(36);
});

it("puts the columns that matter beside the first, and leaves the order of the others", () => {
  const named = (id: string, matters?: boolean): TableColumn<Run> => ({ id, header: id, cell: ({ name }) => name, matters });
  const order = (columns: TableColumn<Run>[]) => mattersFirst(columns).map(({ id }) => id);
  expect(order([named("name"), named("a"), named("p", true), named("b"), named("q", true)])).toEqual(["name", "p", "q", "a", "b"]);
  expect(order([named("name", true), named("a")])).toEqual(["name", "a"]);
});
