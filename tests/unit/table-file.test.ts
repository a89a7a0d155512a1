import { expect, it } from "vitest";
import { fileColumns } from "../../src/ui/save-table";
import type { TableColumn } from "../../src/ui/table-columns";

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

it("a table is saved with every digit where it is sorted by numbers, else as it is shown", () => {
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

it("a column without any number is saved as words", () => {
  const [, , , share] = fileColumns([...COLUMNS, { ...COLUMNS[1], id: "again" }], [{ name: "a", share: null }]);
  expect(share.values).toEqual([""]);
});
