import type { Count } from "../contract";
import { clipped } from "../format";
import { type Amount, plainBlanks, readAmount } from "./amounts";
import { inOutputOrder } from "./output-order";

/** A named figure of a report. */
export interface Metric {
  name: string;
  value: number;
}

export interface UnreadLine {
  /** Counted from 1. */
  line: Count;
  text: string;
}

/** Longer lines do not belong to a report. */
const MAX_LINE_LENGTH = 2000;
const MAX_NAME_LENGTH = 200;
const MAX_LISTED = 20;
const SHOWN = 160;
/** A report has a few hundred figures; a text with more is something else. */
const MAX_METRICS = 20_000;

const LIST_MARK = /^(?:[-*•‣]|\d{1,3}[.)])\s+/;
/** Horizontal rules and fences, without content. */
const ORNAMENT = /^[-=_*~`|:+\s]+$/;
const WON = /^(.*)\(\s{0,3}won\s{0,3}%\s{0,3}\)$/i;
const LETTER = /\p{L}/u;

/** A text without trailing blanks and marks; a loop, since a regular expression would scan every run of them. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s:|]/.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** "5 %" as "5%". */
function tightPercent(text: string): string {
  const at = text.indexOf("%");
  return at < 0 ? text : text.slice(0, at).trimEnd() + text.slice(at);
}

const cleanName = (text: string): string =>
  withoutEnd(plainBlanks(text.replaceAll("**", "")).replace(LIST_MARK, ""))
    .replace(/\s+/g, " ")
    .slice(0, MAX_NAME_LENGTH)
    .trim();

/** Converts the lines of a results report into named figures, by the product specification's rules. */
export class MetricLines {
  private readonly found: Metric[] = [];
  private readonly taken = new Map<string, Count>();
  private heading = "";
  readonly unread: UnreadLine[] = [];
  unreadCount: Count = 0;

  get count(): Count {
    return this.found.length;
  }

  /** In output order: balance, profit, trades, the rest; otherwise in the order of the report. */
  metrics(): Metric[] {
    return inOutputOrder(this.found);
  }

  /** Takes one line; a line that is not understood is listed. */
  take(line: string, number: Count): void {
    const text = plainBlanks(line);
    if (text === "" || (text.length <= MAX_LINE_LENGTH && ORNAMENT.test(text))) return;
    if (text.length <= MAX_LINE_LENGTH && this.found.length < MAX_METRICS && this.read(text)) return;
    this.unreadCount++;
    if (this.unread.length < MAX_LISTED) this.unread.push({ line: number, text: clipped(text, SHOWN) });
  }

  /** A label and its value; false if that is not an amount. */
  pair(label: string, value: string): boolean {
    const name = cleanName(label);
    if (name === "" || !LETTER.test(name)) return false;
    const amount = readAmount(value.replaceAll("**", ""));
    if (amount) this.add(name, amount);
    return amount !== null;
  }

  private read(text: string): boolean {
    return (
      this.headingLine(text) ||
      this.boldPairs(text) ||
      this.cells(text) ||
      this.plainPair(text) ||
      this.commaLine(text) ||
      this.bareCoin(text)
    );
  }

  /** A line wrapped in ** is the heading of the lines after it. */
  private headingLine(text: string): boolean {
    const bare = text.replace(/:$/, "").trimEnd();
    if (!bare.startsWith("**") || !bare.endsWith("**") || bare.length < 5) return false;
    const inner = bare.slice(2, -2);
    // "**Balance:** 5 **" and "**a** b **c**" are not headings.
    if (inner.includes("**") || cleanName(inner) === "") return false;
    this.heading = cleanName(inner);
    return true;
  }

  /** "Label: **value**", once or several times in a line; a percentage or a unit may follow the bold value. */
  private boldPairs(text: string): boolean {
    const parts = text.split("**");
    if (parts.length < 3 || parts.length % 2 === 0) return false;
    const pairs: [string, string][] = [];
    for (let at = 0; at + 2 < parts.length; at += 2) {
      // What belongs to the previous value has already been removed from the label.
      const label = parts[at].trim();
      if (!label.endsWith(":")) return false;
      const after = parts[at + 2].trimStart();
      const beside = /^(?:\([^()]*\)|%|[A-Z][A-Z0-9]{1,9}(?=\s|$))/.exec(after)?.[0] ?? "";
      parts[at + 2] = after.slice(beside.length).replace(/^[\s|;,]+/, "");
      pairs.push([label, tightPercent(`${parts[at + 1].trim()} ${beside}`).trim()]);
    }
    if (parts[parts.length - 1].trim() !== "") return false;
    return this.allOrNone(pairs);
  }

  /** Cells separated by tabs or pipes, as in pasted tables: labels end with a colon, or there are just two cells. */
  private cells(text: string): boolean {
    const delimiter = text.includes("\t") ? "\t" : text.startsWith("|") ? "|" : null;
    if (!delimiter) return false;
    const cells = text.split(delimiter).map((cell) => cell.trim());
    const filled = cells.filter((cell) => cell !== "");
    if (filled.length === 2) return this.pair(filled[0], filled[1]);
    let any = false;
    for (const [index, label] of filled.slice(0, -1).entries()) if (label.endsWith(":") && this.pair(label, filled[index + 1])) any = true;
    return any;
  }

  /** "label: number", "label: percent". */
  private plainPair(text: string): boolean {
    const bare = text.replaceAll("**", "");
    const first = bare.indexOf(":");
    if (first < 0) return false;
    const last = bare.lastIndexOf(":");
    // "3:2" and "10:00" are not a label and a number.
    return [first, last].some((at) => !/\d$/.test(bare.slice(0, at)) && this.pair(bare.slice(0, at), bare.slice(at + 1)));
  }

  /** "name, 1, 2": the numbers after the first item. */
  private commaLine(text: string): boolean {
    if (!text.includes(",")) return false;
    const [name, ...items] = splitQuoted(text.replaceAll("**", ""));
    const label = cleanName(name);
    if (!LETTER.test(label) || (name.includes(":") && /\d/.test(name.slice(name.indexOf(":"))))) return false;
    const amounts = items.flatMap((item) => readAmount(item) ?? []);
    if (amounts.length === 0) return false;
    for (const [index, amount] of amounts.entries()) this.add(amounts.length === 1 ? label : `${label}_${index + 1}`, amount);
    return true;
  }

  /** "1.5 BTC" on its own. */
  private bareCoin(text: string): boolean {
    const amount = readAmount(text.replaceAll("**", "").replace(LIST_MARK, ""));
    if (amount?.kind !== "crypto") return false;
    this.add("", amount);
    return true;
  }

  private allOrNone(pairs: [string, string][]): boolean {
    const read = pairs.map(([label, value]): [string, Amount | null] => [cleanName(label), readAmount(value)]);
    if (!read.every(([name, amount]) => amount !== null && LETTER.test(name))) return false;
    for (const [name, amount] of read) if (amount) this.add(name, amount);
    return true;
  }

  private add(name: string, amount: Amount): void {
    const won = WON.exec(name);
    if (won) {
      this.addWinRate(won[1].trim(), amount);
      return;
    }
    switch (amount.kind) {
      case "number":
        this.field(name, amount.value);
        return;
      case "percent":
        this.field(`${name} (%)`, amount.percent);
        this.field(name, amount.fraction);
        return;
      case "both":
        this.field(name, amount.value);
        this.field(`${name} (%)`, amount.percent);
        return;
      case "several":
        for (const [index, value] of amount.values.entries()) this.field(`${name}_${index + 1}`, value);
        return;
      case "crypto":
        this.field(`${amount.symbol}_Amount`, amount.value);
    }
  }

  /** "x (won %)": a single number is the rate itself; with a percentage beside it, it is the number of trades. */
  private addWinRate(name: string, amount: Amount): void {
    const rate = `${name} Win Rate`.trim();
    if (amount.kind === "number") this.field(rate, amount.value);
    else if (amount.kind === "percent" || amount.kind === "both") {
      if (amount.kind === "both") this.field(name, amount.value);
      this.field(`${rate} (%)`, amount.percent);
      this.field(rate, amount.fraction);
    } else if (amount.kind === "several") {
      this.field(name, amount.values[0]);
      this.field(rate, amount.values[1]);
    } else this.field(`${amount.symbol}_Amount`, amount.value);
  }

  private field(name: string, value: number): void {
    const full = this.heading ? `${this.heading} - ${name}` : name;
    const times = (this.taken.get(full) ?? 0) + 1;
    this.taken.set(full, times);
    if (this.found.length < MAX_METRICS) this.found.push({ name: times === 1 ? full : this.unused(full, times), value });
  }

  /** A repeated name gets a number, so that no value is overwritten. */
  private unused(name: string, times: Count): string {
    let number = times;
    while (this.taken.has(`${name} (${number})`)) number++;
    this.taken.set(`${name} (${number})`, 1);
    return `${name} (${number})`;
  }
}

/** Items separated by commas; quoted ones may contain commas. */
export function splitQuoted(text: string, delimiter = ","): string[] {
  const items: string[] = [];
  let item = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      if (quoted && text[at + 1] === '"') item += text[at++];
      else quoted = !quoted;
    } else if (sign === delimiter && !quoted) {
      items.push(item);
      item = "";
    } else item += sign;
  }
  items.push(item);
  return items;
}
