import type { Millis } from "../../workers/contract";
import { isPlain, LONG, releaseColumns } from "./release-columns";

/** Chromium considers a collection once a page's own buffers have grown by 64 MB. An untouched buffer uses no physical memory. */
const PRESSURE_BYTES = 65 << 20;
/** Retained memory below this does not matter. */
const MIN_RETAINED_BYTES = 64 << 20;
/**
 * Delays between attempts: released columns are still referenced by pending renders and events, and a buffer alive during a collection
 * counts as retained.
 */
const PRESSURE_DELAYS: readonly Millis[] = [400, 800];
/**
 * Columns referenced by optimized code are freed only by Chromium's memory reduction, eight seconds after the last collection of an idle
 * page; each forced collection postpones it.
 */
const MEASURE_DELAY: Millis = 12_000;

/** Bytes of long columns passed to the page and not yet collected. */
let held = 0;
/** Number of buffers allocated since the last release. */
let allocations = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const collected = new FinalizationRegistry<number>((bytes) => {
  held -= bytes;
});

function noteColumns(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Float64Array) {
    if (value.length < LONG) return;
    held += value.byteLength;
    collected.register(value.buffer, value.byteLength);
  } else if (isPlain(value)) for (const item of Object.values(value)) noteColumns(item);
}

function applyPressure(): void {
  timer = undefined;
  if (held < MIN_RETAINED_BYTES) return;
  if (allocations++ < PRESSURE_DELAYS.length) {
    // Via Reflect: bundlers drop an unused `new`.
    Reflect.construct(ArrayBuffer, [PRESSURE_BYTES]);
    wait();
  } else measure();
}

/** Engines collect before measuring memory, within about twenty seconds. */
function measure(): void {
  const { measureUserAgentSpecificMemory } = performance as { measureUserAgentSpecificMemory?: () => Promise<unknown> };
  // If it is unsupported or refused, nothing is lost.
  measureUserAgentSpecificMemory?.call(performance).catch(() => undefined);
}

function wait(): void {
  timer = setTimeout(applyPressure, PRESSURE_DELAYS[allocations] ?? MEASURE_DELAY);
}

/**
 * Prompts the engine to collect released columns. Engines ignore shared memory when they schedule collections, and the page allocates
 * little else, so gigabytes may be retained while a screen is only viewed. Therefore ordinary memory is allocated, and if that does not
 * help, memory is measured.
 */
export function collectColumns(): void {
  if (timer !== undefined && allocations === 0) return;
  clearTimeout(timer);
  allocations = 0;
  wait();
}

/** Tracks the long columns of a result until they are collected, and prompts collection of what its computation left behind. */
export function takeNote(value: unknown): void {
  noteColumns(value);
  collectColumns();
}

/** Removes the columns from a result that is no longer shown, and prompts their collection. */
export function markReleased(result: object): void {
  releaseColumns(result);
  collectColumns();
}
