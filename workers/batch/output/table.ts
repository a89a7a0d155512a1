import type { Cell, Row } from "./flat-row";

type CellType = "number" | "boolean" | "text";

export interface TableColumn {
  name: string;
  type: CellType;
}

/** Column types of some rows in order of first appearance; null if all its cells are empty. */
export type FoundTypes = readonly (readonly [name: string, type: CellType | null])[];

/** Columns about problems come last, and only exist if there are any. */
const LAST = ["reading", "failure", "failureCode", "failureRow", "failureColumn", "failureValue"];

const typeOf = (cell: Cell): CellType | null =>
  cell === null ? null : typeof cell === "number" ? "number" : typeof cell === "boolean" ? "boolean" : "text";

/** Collects the columns of successive rows, in order of first appearance, with one type each; mixed types become text. */
export class ColumnTypes {
  private readonly types = new Map<string, CellType | null>();

  add(row: Row): void {
    for (const [name, cell] of Object.entries(row)) this.meet(name, typeOf(cell));
  }

  /** Adds the types another worker found in the next rows. */
  addFound(found: FoundTypes): void {
    for (const [name, type] of found) this.meet(name, type);
  }

  found = (): FoundTypes => [...this.types];

  private meet(name: string, found: CellType | null): void {
    const known = this.types.get(name) ?? null;
    if (known === null) this.types.set(name, found);
    else if (found !== null && found !== known) this.types.set(name, "text");
  }

  columns(): TableColumn[] {
    const columns = [...this.types].map(([name, type]) => ({ name, type: type ?? "text" }));
    const last = (name: string) => LAST.indexOf(name);
    return columns.sort((a, b) => last(a.name) - last(b.name));
  }
}

/** The columns of the given rows. */
export function columnsOf(rows: Iterable<Row>): TableColumn[] {
  const types = new ColumnTypes();
  for (const row of rows) types.add(row);
  return types.columns();
}

/** Converts a cell to the type of its column. */
export const cellAs = (cell: Cell | undefined, type: CellType): Cell =>
  cell === undefined || cell === null ? null : type === "text" ? String(cell) : cell;
