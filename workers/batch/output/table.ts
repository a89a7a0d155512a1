import type { Cell, Row } from "./flat-row";

export type CellType = "number" | "boolean" | "text";

export interface TableColumn {
  name: string;
  type: CellType;
}

/** Types of the columns of some rows in the order in which they first come; null where no row has a cell. */
export type FoundTypes = readonly (readonly [name: string, type: CellType | null])[];

/** Columns of what was found amiss stand last, and only where there is something. */
const LAST = ["reading", "failure", "failureCode", "failureRow", "failureColumn", "failureValue"];

const typeOf = (cell: Cell): CellType | null =>
  cell === null ? null : typeof cell === "number" ? "number" : typeof cell === "boolean" ? "boolean" : "text";

/** The columns of rows that come one after the other: in the order in which they first come, each of one type; what is of several is text. */
export class ColumnTypes {
  private readonly types = new Map<string, CellType | null>();

  add(row: Row): void {
    for (const [name, cell] of Object.entries(row)) this.meet(name, typeOf(cell));
  }

  /** Takes what others have found of the next rows. */
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

/** The columns of some rows. */
export function columnsOf(rows: Iterable<Row>): TableColumn[] {
  const types = new ColumnTypes();
  for (const row of rows) types.add(row);
  return types.columns();
}

/** A cell as the type of its column has it. */
export const cellAs = (cell: Cell | undefined, type: CellType): Cell =>
  cell === undefined || cell === null ? null : type === "text" ? String(cell) : cell;
