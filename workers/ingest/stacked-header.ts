import type { ReadOptions } from "./plan";
import { HEADED } from "./presets";
import type { TextRecord } from "./records";

const FIELD = /^(adj close|close|high|low|open|volume|dividends|stock splits|capital gains)$/i;
const CLOSE = /^close$/i;
const ADJUSTED = /^adj close$/i;

export interface Unstacked {
  records: TextRecord[];
  options: ReadOptions;
}

/**
 * A table whose header has a line for the fields, one for the symbols and one that names the dates alone, as pandas writes what
 * `yfinance.download` returns, with a header of one line: the fields of one symbol ("Close"), else symbol and field ("AAPL Close"). Read for
 * a panel it has a column per symbol, with its closes. Null for any other table.
 */
export function unstacked(records: readonly TextRecord[], options: ReadOptions): Unstacked | null {
  for (let place = 2; place < Math.min(records.length, HEADED); place++) {
    const [index, ...others] = records[place].cells;
    const [above, below] = [records[place - 2], records[place - 1]].map(({ cells }) => cells.slice(1));
    if (!index || others.length === 0 || others.some((cell) => cell !== "") || above.length !== others.length) continue;
    const fields = [above, below].find((cells) => cells.length === others.length && cells.every((cell) => FIELD.test(cell)));
    const symbols = fields === above ? below : above;
    if (!fields || symbols.length !== others.length || symbols.some((cell) => cell === "")) continue;
    const one = new Set(symbols).size === 1;
    const close = fields.some((field) => CLOSE.test(field)) ? CLOSE : ADJUSTED;
    const panel = !one && options.panel && !options.uses;
    const names = fields.map((field, at) => (one ? field : panel ? symbols[at] : `${symbols[at]} ${field}`));
    const header = { cells: [index, ...names], line: records[place].line };
    const flat = [header, ...records.slice(place + 1)];
    if (!panel) return { records: flat, options };
    const uses = fields.map((field) => (close.test(field) ? ("value" as const) : ("ignored" as const)));
    return { records: flat, options: { ...options, uses: ["date", ...uses] } };
  }
  return null;
}
