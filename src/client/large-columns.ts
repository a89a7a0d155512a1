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
/**
 * A buffer that is there while the engine collects counts as held, so that of two in a row one may set off nothing; and an engine whose
 * machine is busy may not have come to its slices for half a minute.
 */
const TIMES: Count = 8;
const MAX_PATIENCE: Millis = 6_400;

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
  // Written as a call: a bundler drops an object that nobody uses.
  Reflect.construct(ArrayBuffer, [FELT_BYTES]);
  if (--left > 0) wait();
}

function wait(): void {
  waiting = true;
  setTimeout(feel, Math.min(PATIENCE * 2 ** (TIMES - left), MAX_PATIENCE));
}

/**
 * Has the engine look for columns that were let go. Shared memory does not count when an engine decides whether to collect, and the page makes
 * little else: gigabytes of it may lie about for as long as a screen is only looked at. So the engine is made to feel some memory that counts.
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
