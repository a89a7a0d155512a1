import { Store } from "../lib/store.ts";

/**
 * Whether tables show every column without folding, whatever their width: a report contains the same table from a phone as from a wide
 * window.
 */
export const wholeTables = new Store(false);
