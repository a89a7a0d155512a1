/** A table on the page that can be saved. */
export interface KnownTable {
  /** Distinguishes tables of the same name. */
  id: string;
  label: string;
  rows: number;
  columns: number;
  save: () => Promise<void>;
}

/** Tables by their elements. */
export const knownTables = new WeakMap<Element, KnownTable>();

/** @param table null for a table that is saved elsewhere */
export function know(element: Element | null, table: KnownTable | null): void {
  if (element && table) knownTables.set(element, table);
  else if (element) knownTables.delete(element);
}
