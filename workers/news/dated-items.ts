import type { Count, Millis } from "../contract";

interface DatedItem {
  time: Millis;
  text: string;
}

interface DatedItems {
  items: DatedItem[];
  /** Number of items before the first date. */
  undated: Count;
}

const DATED = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?(?:[\s,;:|](.*))?$/s;
const RULE = /^\s*-{3,}\s*$/;

const timeOf = (day: string, clock = "00:00"): Millis | null => {
  const time = Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(time) ? null : time;
};

/**
 * News with their dates: a line that starts with an ISO date, optionally with a time (UTC), starts an item, which ends at a line of hyphens or
 * the next date.
 */
export function datedItems(text: string): DatedItems {
  const items: DatedItem[] = [];
  let undated = 0;
  let time: Millis | null = null;
  let lines: string[] = [];
  const close = () => {
    const body = lines.join("\n").trim();
    lines = [];
    if (body === "") return;
    if (time === null) undated++;
    else items.push({ time, text: body });
  };
  for (const line of text.split(/\r?\n/)) {
    const [, day, clock, rest = ""] = DATED.exec(line) ?? [];
    const own = day ? timeOf(day, clock) : null;
    if (own === null && !RULE.test(line)) {
      lines.push(line);
      continue;
    }
    close();
    time = own;
    if (own !== null) lines.push(rest.replace(/^[\s,;:|]+/, ""));
  }
  close();
  return { items, undated };
}
