import { type Count, DAY, type Millis } from "../contract";
import { parseMoment } from "../ingest";
import { plainText } from "./plain-text";
import type { NewsItem } from "./types";

/** Maximum number of items read: feeds list the latest first. */
export const MAX_ITEMS: Count = 500;
/** Maximum characters of a field before its markup is removed. */
export const MAX_FIELD_LENGTH: Count = 20_000;
const MAX_TITLE_LENGTH: Count = 300;
const MAX_TEXT_LENGTH: Count = 1000;
const EARLIEST: Millis = Date.UTC(1900, 0);

/** A time as in feeds: RFC 822, ISO 8601, seconds or milliseconds since 1970. Null if invalid or more than a day in the future. */
export function newsTime(written: string | number | null, now: Millis): Millis | null {
  if (written === null) return null;
  const number = Number(written);
  const counted = Number.isFinite(number) && number > 1e8 ? number * (number < 1e11 ? 1000 : 1) : Number.NaN;
  const time = Number.isNaN(counted) ? parseMoment(String(written).slice(0, 64)) : counted;
  return Number.isFinite(time) && time >= EARLIEST && time <= now + DAY ? time : null;
}

/** A news item from a feed's fields, as plain text; null if nothing remains. */
export function newsItem(fields: { title: string; text: string; time: string | number | null }, now: Millis): NewsItem | null {
  const title = plainText(fields.title.slice(0, MAX_FIELD_LENGTH), MAX_TITLE_LENGTH);
  const text = plainText(fields.text.slice(0, MAX_FIELD_LENGTH), MAX_TEXT_LENGTH);
  if (title === "" && text === "") return null;
  return { time: newsTime(fields.time, now), title: title || text.slice(0, 80), text: text === title ? "" : text };
}

/** Latest first; items without a date last. */
export const newestFirst = (items: readonly NewsItem[]): NewsItem[] =>
  [...items].sort((a, b) => (b.time ?? Number.NEGATIVE_INFINITY) - (a.time ?? Number.NEGATIVE_INFINITY) || 0);
