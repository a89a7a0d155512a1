import type { Count, Millis } from "../contract";
import { isObject, type JsonObject, parseMoment } from "../ingest";

const TIMES = ["timestamp", "time", "ts", "datetime", "date", "T", "E", "t"];
const SYMBOLS = ["symbol", "sym", "ticker", "s"];
/** Numbers that count or identify messages: a host's reply to a subscription contains no others. */
const ORDINALS = /^(id|req(uest)?_?id|seq(uence)?|status|code|count|version)$/i;
const MAX_COLUMNS = 20;
const MAX_MESSAGE_LENGTH: Count = 1 << 20;
/** Maximum messages per second, beyond which they are not even parsed: a flood must not block the thread. */
const MAX_A_SECOND: Count = 2000;
const MAX_ROWS: Count = 50_000;

export interface LiveCount {
  rows: Count;
  /** Messages that are not rows: not JSON, without numbers, too long, or of another kind. */
  rejected: Count;
  /** Messages skipped because too many arrived. */
  dropped: Count;
}

/** A number, also if given as text. */
function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value === "" || value.length > 40) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function timeOf(record: JsonObject, arrived: Millis): { key: string | null; time: Millis } {
  for (const key of TIMES) {
    const value = record[key];
    const number = numberOf(value);
    // Seconds, milliseconds, microseconds or nanoseconds since 1970.
    if (number !== null && number > 1e8) {
      const scale = number < 1e11 ? 1000 : number < 1e14 ? 1 : number < 1e17 ? 1e-3 : 1e-6;
      return { key, time: Math.round(number * scale) };
    }
    const parsed = typeof value === "string" && value.length <= 40 ? parseMoment(value) : Number.NaN;
    if (Number.isFinite(parsed)) return { key, time: parsed };
  }
  return { key: null, time: arrived };
}

const symbolOf = (record: JsonObject): string | null => {
  const key = SYMBOLS.find((name) => typeof record[name] === "string");
  return key === undefined ? null : String(record[key]);
};

/** The rows of a live channel: only messages with the type and symbol of the first numeric one. The oldest rows are dropped for new ones. */
export class LiveRows {
  private columns: readonly string[] | null = null;
  /** Type and symbol of the first row. */
  private first: { type: unknown; symbol: string | null } | null = null;
  private lines: string[] = [];
  private second: Millis = 0;
  private inSecond: Count = 0;
  private readonly tally: LiveCount = { rows: 0, rejected: 0, dropped: 0 };

  /** @param earlier stored rows of this channel, in the format of `text` or as CSV with a time in the first column */
  constructor(earlier = "") {
    const [header, ...rows] = earlier.split(/\r?\n/).filter((line) => line !== "");
    if (header === undefined) return;
    this.columns = header
      .split(",")
      .slice(1)
      .map((name) => name.replaceAll('"', ""));
    this.lines = rows.map((row) => `${row}\n`);
  }

  get count(): LiveCount {
    return { ...this.tally };
  }

  /** Takes a message as received. */
  take(data: unknown, arrived: Millis): void {
    const second = Math.floor(arrived / 1000);
    if (second !== this.second) [this.second, this.inSecond] = [second, 0];
    if (++this.inSecond > MAX_A_SECOND) {
      this.tally.dropped++;
      return;
    }
    const records = typeof data === "string" && data.length <= MAX_MESSAGE_LENGTH ? recordsOf(data) : [];
    if (records.length === 0) this.tally.rejected++;
    for (const record of records) if (!this.add(record, arrived)) this.tally.rejected++;
  }

  /** All rows as CSV. */
  text(): Blob {
    return new Blob([`${["Time", ...(this.columns ?? [])].map((name) => `"${name.replaceAll('"', "")}"`).join(",")}\n`, ...this.lines]);
  }

  private add(record: JsonObject, arrived: Millis): boolean {
    const { key, time } = timeOf(record, arrived);
    if (this.columns === null) {
      const names = Object.keys(record).filter((name) => name !== key && /^[\w .%/-]{1,40}$/.test(name) && numberOf(record[name]) !== null);
      if (names.every((name) => ORDINALS.test(name))) return false;
      this.columns = names.slice(0, MAX_COLUMNS);
    }
    const values = this.columns.map((name) => numberOf(record[name]));
    if (values.every((value) => value === null)) return false;
    this.first ??= { type: record.type, symbol: symbolOf(record) };
    if (record.type !== this.first.type || symbolOf(record) !== this.first.symbol) return false;
    this.lines.push(`${new Date(clamped(time)).toISOString()},${values.map((value) => value ?? "").join(",")}\n`);
    if (this.lines.length > MAX_ROWS + 1000) this.lines = this.lines.slice(-MAX_ROWS);
    this.tally.rows++;
    return true;
  }
}

/** Limits a time to valid dates. */
const clamped = (time: Millis): Millis => Math.max(0, Math.min(time, 253_402_300_799_999));

/** The objects of a message: itself, its items, or those of its field `data`. */
function recordsOf(text: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(text);
    const inner = isObject(value) && typeof value.data === "object" && value.data !== null ? value.data : value;
    return (Array.isArray(inner) ? inner : [inner]).filter(isObject);
  } catch {
    return [];
  }
}
