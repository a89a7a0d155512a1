import { areWhole, FIELD, isTuple, type Pair, PX, pairedNames, plainLevel } from "./paired-names";
import type { ReadOptions } from "./plan";
import { type Preset, YFINANCE } from "./preset-table";
import { HEADED, presetOf } from "./presets";
import type { TextRecord } from "./records";

const CLOSE = /^(close|px_last)$/i;
const ADJUSTED = /^adj close$/i;

interface Unstacked {
  records: TextRecord[];
  options: ReadOptions;
  preset: Preset | undefined;
}

/**
 * Flattens the header of a table that gives field and symbol of each column, in two or three lines (as pandas writes the result of
 * `yfinance.download`) or within each name, to one line: the fields of a single symbol ("Close"), otherwise symbol and field ("AAPL
 * Close"). For a panel, the result has a column per symbol, with its closes. Null for any other table.
 */
export function unstacked(records: readonly TextRecord[], options: ReadOptions): Unstacked | null {
  for (let place = 0; place < Math.min(records.length, HEADED); place++) {
    const { cells } = records[place];
    const [over = [], under = []] = [place - 2, place - 1].map((line) => records[line]?.cells);
    const lines = isDatesAlone(cells) ? stackedPairs(over, under) : stackedPairs(under, cells, true);
    const own = lines ? cells.every((cell) => !PX.test(cell)) : cells.some(isTuple);
    const pairs = lines ?? pairedNames(cells);
    if (!pairs) continue;
    // Without a line of its own, the name of the date column is on the first line.
    const header = { cells: [cells[0] || (under[0] ?? ""), ...cells.slice(1)], line: records[place].line };
    const flat = flattened([header, ...records.slice(place + 1)], pairs, options);
    return { ...flat, preset: own ? YFINANCE : presetOf(flat.records) };
  }
  return null;
}

/** A line that only names the date column; one with a date is a row with empty values. */
const isDatesAlone = ([index, ...others]: readonly string[]): boolean =>
  /^\D+$/.test(index) && others.length > 0 && others.every((cell) => cell === "");

/**
 * Combines a line of fields and one of symbols, in either order.
 * @param named whether one of them must name the date column: the other line might otherwise be units, or a row without a date
 */
function stackedPairs(over: readonly string[], under: readonly string[], named = false): (Pair | null)[] | null {
  if (named && (!over.length || (over[0] === "") === (under[0] === ""))) return null;
  // Merged cells: a spreadsheet gives the upper level of several columns only once.
  let last = "";
  const above = over.slice(1).map((cell) => {
    last = cell || last;
    return last;
  });
  const below = under.slice(1);
  if (above.length === 0 || above.length !== below.length) return null;
  const fields = [above, below].find((cells) => cells.every((cell) => FIELD.test(cell)));
  const symbols = fields === above ? below : above;
  if (!fields || symbols.some((cell) => cell === "")) return null;
  const pairs = fields.map((field, at) => ({ field, symbol: symbols[at] }));
  return named && !(areWhole(pairs) && symbols.every((symbol) => /\p{L}/u.test(symbol))) ? null : [null, ...pairs];
}

function flattened([header, ...rows]: readonly TextRecord[], pairs: readonly (Pair | null)[], options: ReadOptions) {
  const recognized = pairs.filter((pair) => pair !== null);
  const one = new Set(recognized.map(({ symbol }) => symbol)).size === 1;
  const close = recognized.some(({ field }) => CLOSE.test(field)) ? CLOSE : ADJUSTED;
  const panel = !one && options.panel && !options.uses;
  const nameOf = ({ field, symbol }: Pair) => (one ? field : panel ? symbol : `${symbol} ${field}`);
  const cells = pairs.map((pair, place) => (pair ? nameOf(pair) : plainLevel(header.cells[place])));
  const records = [{ cells, line: header.line }, ...rows];
  if (!panel) return { records, options };
  const uses = pairs.map((pair) => (pair === null ? "date" : close.test(pair.field) ? "value" : "ignored"));
  return { records, options: { ...options, uses } satisfies ReadOptions };
}
