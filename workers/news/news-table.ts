import type { Count } from "../contract";
import { type CellTable, NAMES_DATES, parseDates } from "../ingest";
import { MAX_NEWS_LENGTH } from "./constants";

/** Names of text columns in feeds, terminals and vendors' data. */
const NAMES_WORDS =
  /^(headlines?|titles?|news|text|body|summary|content|description|story|article|message|lead|abstract|snippet|tweet|nachricht|schlagzeile|titre|titular)$/i;
const NAMES_MOMENT = /^(published|publish(ed)?[ _-]?(at|on)|pub[ _-]?date|created([ _-]?at)?|updated([ _-]?at)?|ts|when)$/i;
/** Separates articles without dates. */
const RULE = "\n---\n";

/** Indices of the date and text columns. */
interface NewsColumns {
  /** -1 if there is none. */
  date: number;
  words: number[];
}

/** The news columns of a table with this header; null for any other table. */
export function newsColumns({ head, parted }: Pick<CellTable, "head" | "parted">): NewsColumns | null {
  const names = head.map((name) => name.trim());
  const words = [...names.keys()].filter((place) => NAMES_WORDS.test(names[place]));
  // A line consisting of "News" is the title of a text.
  if (!parted || words.length === 0 || names.length < 2) return null;
  const isDate = (name: string) => NAMES_MOMENT.test(name) || NAMES_DATES.test(name);
  return { date: names.findIndex((name, place) => !words.includes(place) && isDate(name)), words };
}

/** A cell on a single line: a date at the start of another line would start another item. */
const inLine = (cell: string): string => cell.replace(/\s+/g, " ").trim();

function wordsOf(cells: readonly string[], places: readonly number[]): string {
  if (places.length === 1) return inLine(cells[places[0]] ?? "");
  const parts = new Set(places.map((place) => inLine(cells[place] ?? "")).filter((part) => part !== ""));
  return [...parts].join(" · ");
}

/** 2018-10-03, or 2018-10-03 14:30 if it has a time of day (UTC). */
function momentText(time: number): string {
  const [day, clock] = new Date(time).toISOString().split("T");
  return clock.startsWith("00:00") ? day : `${day} ${clock.slice(0, 5)}`;
}

/**
 * The news of a table as text: with dates, one line per item that starts with its date, in the order of the table; without, articles separated
 * by a line of hyphens. Items with an unreadable date come first, without one.
 * @returns null if the text would be too long, undefined if a row has another number of cells than the header: prose with commas
 */
export async function newsOfTable(table: CellTable, { date, words }: NewsColumns): Promise<string | null | undefined> {
  const items: string[] = [];
  const dates: string[] = [];
  let length: Count = 0;
  let isHead = true;
  for await (const records of table.records()) {
    for (const { cells } of isHead ? records.slice(1) : records) {
      if (cells.length !== table.head.length) return undefined;
      const text = wordsOf(cells, words);
      if (text === "") continue;
      items.push(text);
      if (date >= 0) dates.push(cells[date] ?? "");
      length += text.length + RULE.length;
      if (length > MAX_NEWS_LENGTH) return null;
    }
    isHead = false;
  }
  if (date < 0) return items.join(RULE);
  const times = parseDates(dates, table.head[date]);
  const undated = items.filter((_, place) => Number.isNaN(times[place]));
  // Cache: many items have the same date.
  const written = new Map<number, string>();
  const dated: string[] = [];
  for (const [place, text] of items.entries()) {
    const time = times[place];
    if (Number.isNaN(time)) continue;
    const moment = written.get(time) ?? momentText(time);
    written.set(time, moment);
    dated.push(`${moment} ${text}`);
  }
  return [...(undated.length > 0 ? [undated.join(RULE)] : []), ...dated].join("\n");
}
