import type { Millis } from "../../workers/contract";
import { isPlain, LONG, releaseColumns } from "./release-columns";

/** Chromium looks for what can be collected when buffers of the page's own have grown by 64 MB. Untouched memory is never really taken. */
const FELT_BYTES = 65 << 20;
/** Below this nobody misses the memory. */
const MISSED_BYTES = 64 << 20;
/** What is let go is still held by drawings and events on their way, and a buffer that is there while the engine collects counts as held. */
const FELT_AFTER: readonly Millis[] = [400, 800];
/**
 * What optimized code still leads to is found by the collection alone with which Chromium makes itself small, eight seconds after the last one
 * of a page that rests: each of ours puts it off.
 */
const RESTED: Millis = 12_000;

/** Bytes of long columns the page has been given that have not been collected. */
let held = 0;
/** How often the engine was made to feel memory since something was let go. */
let felt = 0;
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

function feel(): void {
  timer = undefined;
  if (held < MISSED_BYTES) return;
  if (felt++ < FELT_AFTER.length) {
    // Written as a call: a bundler drops an object that nobody uses.
    Reflect.construct(ArrayBuffer, [FELT_BYTES]);
    wait();
  } else measure();
}

/** An engine that measures its memory collects first, within some twenty seconds. */
function measure(): void {
  const { measureUserAgentSpecificMemory } = performance as { measureUserAgentSpecificMemory?: () => Promise<unknown> };
  // An engine that does not answer, or has no leave to, is no worse off.
  measureUserAgentSpecificMemory?.call(performance).catch(() => undefined);
}

function wait(): void {
  timer = setTimeout(feel, FELT_AFTER[felt] ?? RESTED);
}

/**
 * Has the engine look for columns that were let go. Shared memory does not count when an engine decides whether to collect, and the page makes
 * little else: gigabytes of it may lie about for as long as a screen is only looked at. So the engine is made to feel some memory that counts,
 * and where that did not help it is asked to measure its memory.
 */
export function collectColumns(): void {
  if (timer !== undefined && felt === 0) return;
  clearTimeout(timer);
  felt = 0;
  wait();
}

/** Remembers the long columns of a result, as long as they are in memory; what was made on the way to them may be collected. */
export function takeNote(value: unknown): void {
  noteColumns(value);
  collectColumns();
}

/** Takes the columns out of a result that is shown no more, and has the engine look for them. */
export function letGo(result: object): void {
  releaseColumns(result);
  collectColumns();
}
