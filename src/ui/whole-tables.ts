import { Store } from "../lib/store.ts";

/** Whether tables show every column in line, whatever room they have: a report holds the same table from a phone as from a wide window. */
export const wholeTables = new Store(false);
