import type { Count } from "../contract";
import { type CellTable, NAMES_DATES, parseDates } from "../ingest";
import { MAX_NEWS_LENGTH } from "./constants";

/** What columns of words are called, by feeds, terminals and data vendors. */
const NAMES_WORDS =
  /^(headlines?|titles?|news|text|body|summary|content|description|story|article|message|lead|abstract|snippet|tweet|nachricht|schlagzeile|titre|titular)$/i;
const NAMES_MOMENT = /^(published|publish(ed)?[ _-]?(at|on)|pub[ _-]?date|created([ _-]?at)?|updated([ _-]?at)?|ts|when)$/i;
/** Between articles without dates. */
const RULE = "\n---\n";

/** Places of the columns that news are made of. */
interface NewsColumns {
  /** -1 where there is none. */
  date: number;
  words: number[];
}

/** The columns of news in a table with these names; null of any other table. */
export function newsColumns({ head, parted }: Pick<CellTable, "head" | "parted">): NewsColumns | null {
  const names = head.map((name) => name.trim());
  const words = [...names.keys()].filter((place) => NAMES_WORDS.test(names[place]));
  // A line that is "News" is the title of a text.
  if (!parted || words.length === 0 || names.length < 2) return null;
  const isDate = (name: string) => NAMES_MOMENT.test(name) || NAMES_DATES.test(name);
  return { date: names.findIndex((name, place) => !words.includes(place) && isDate(name)), words };
}

/** A cell in a line of its own: a date at the beginning of a further line would begin another item. */
const inLine = (cell: string): string => cell.replace(/\s+/g, " ").trim();

function wordsOf(cells: readonly string[], places: readonly number[]): string {
  if (places.length === 1) return inLine(cells[places[0]] ?? "");
  const parts = new Set(places.map((place) => inLine(cells[place] ?? "")).filter((part) => part !== ""));
  return [...parts].join(" · ");
}

/** 2018-10-03, or 2018-10-03 14:30 where it says a time of day (UTC). */
function momentText(time: number): string {
  const [day, clock] = new Date(time).toISOString().split("T");
  return clock.startsWith("00:00") ? day : `${day} ${clock.slice(0, 5)}`;
}

/**
 * News of a table as a text: with dates an item a line that begins with its date, in the order of the table; without them articles with a line
 * of hyphens between them. An item whose date cannot be read comes first, without one.
 * @returns null where the text would be longer than is read, undefined where rows have more or fewer cells than names: prose with commas
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
  // Many items are of the same day.
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
