import * as v from "valibot";
import type { Count, Millis } from "../../workers/contract";

const KEY = "prospect.status-history";
/** Half an hour of measurements. */
export const MAX_POINTS: Count = 900;
export const MAX_EVENTS: Count = 100;

const time = v.pipe(v.number(), v.finite());
const figure = v.nullable(v.pipe(v.number(), v.finite()));
const schema = v.object({
  /** Source of the status: the URL of a socket, "" for this device. */
  source: v.string(),
  points: v.pipe(v.array(v.object({ time, cpu: figure, memory: figure, latency: figure })), v.maxLength(MAX_POINTS)),
  events: v.pipe(v.array(v.object({ number: v.number(), time, text: v.pipe(v.string(), v.maxLength(1000)) })), v.maxLength(MAX_EVENTS)),
});

/** One reading of the status, in percent, megabytes and milliseconds; null if unknown. */
export interface StatusPoint {
  time: Millis;
  cpu: number | null;
  memory: number | null;
  latency: number | null;
}
export interface StatusEvent {
  number: Count;
  time: Millis;
  text: string;
}
export interface StatusHistory {
  /** Oldest first. */
  points: readonly StatusPoint[];
  /** Newest first. */
  events: readonly StatusEvent[];
}

/** The latest stored readings of a source; empty if those stored are of another source. */
export function keptHistory(source: string): StatusHistory {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(KEY) ?? "null"));
    if (parsed.success && parsed.output.source === source) return parsed.output;
  } catch {
    // Storage refused or not JSON: starts empty.
  }
  return { points: [], events: [] };
}

/** Stores the latest readings of a source, replacing earlier ones. */
export function keepHistory(source: string, { points, events }: StatusHistory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ source, points, events }));
  } catch {
    // Storage refused or full: kept until the page is left.
  }
}
