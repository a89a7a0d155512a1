import type { Count, Millis } from "../../workers/contract";
import { isPlain, LONG, releaseColumns } from "./release-columns";

/** Chromium looks for what can be collected when buffers of the page's own have grown by 64 MB. Untouched memory is never really taken. */
const FELT_BYTES = 65 << 20;
/** Below this nobody misses the memory. */
const MISSED_BYTES = 64 << 20;
/**
 * What is let go is still held by drawings and events on their way; and a collection takes a while, in slices: each time twice as long is
 * waited, for a machine that is busy.
 */
const PATIENCE: Millis = 400;
/** A buffer that is there while the engine collects counts as held, so that of two in a row one may set off nothing. */
const TIMES: Count = 5;

/** Bytes of long columns the page has been given that have not been collected. */
let held = 0;
let left = 0;
let waiting = false;
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
  waiting = false;
  if (held < MISSED_BYTES) return;
  if (--left > 0) {
    // Written as a call: a bundler drops an object that nobody uses.
    Reflect.construct(ArrayBuffer, [FELT_BYTES]);
    wait();
  } else measure();
}

/** An engine that measures its memory collects first, within some twenty seconds, whatever it made of the buffers. */
function measure(): void {
  const { measureUserAgentSpecificMemory } = performance as { measureUserAgentSpecificMemory?: () => Promise<unknown> };
  // An engine that does not answer, or has no leave to, is no worse off.
  measureUserAgentSpecificMemory?.call(performance).catch(() => undefined);
}

function wait(): void {
  waiting = true;
  setTimeout(feel, PATIENCE * 2 ** (TIMES - left));
}

/**
 * Has the engine look for columns that were let go. Shared memory does not count when an engine decides whether to collect, and the page makes
 * little else: gigabytes of it may lie about for as long as a screen is only looked at. So the engine is made to feel some memory that counts,
 * and where that did not help it is asked to measure its memory.
 */
export function collectColumns(): void {
  left = TIMES;
  if (!waiting) wait();
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
