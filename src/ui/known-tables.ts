/** A table that is on the page, for whoever saves it. */
export interface KnownTable {
  /** Tells it from another of the same name. */
  id: string;
  label: string;
  rows: number;
  columns: number;
  save: () => Promise<void>;
}

/** Tables by their elements. */
export const knownTables = new WeakMap<Element, KnownTable>();
