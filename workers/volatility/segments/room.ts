import type { Count, Millis } from "../../contract";
import { Slot } from "../likelihoods/garch-state";

/** Rows of a segment: what restarts, whoever computes it, so that the sums are the same for any number of workers. */
export const SEGMENT = 131_072;
/** Most rows before a segment that bring it to its variance. */
export const MAX_LEAD = 16_384;
/** What is left of a wrong start after the lead: far below the rounding of a variance. */
const FORGOTTEN = 2 ** -64;
/** Below this powers of the weight of a past variance could leave the range of a double. */
const MIN_BETA = 2 ** -20;
/** A multiple of what the kernels ask of the first row of a chunk. */
const LEAD_STEP = 128;
/** Workers that may share a fit. */
export const MAX_MEMBERS = 8;

/** Interval between checks of the cancel flag. */
export const PATIENCE: Millis = 10;

/** Places of the shared flags. */
export const Flag = { task: 0, closed: 1, joined: 2, pass: 3, size: 4, done: 5, length: 5 + MAX_MEMBERS } as const;
/** What a member that gives up leaves instead of the task it has done. */
export const LEFT = -1;

/**
 * Slots of a segment's results, in its row of the board. `value`: log-likelihood, next variance and the direct gradient; `sums`: those over
 * its adjoints, and the last of them; `first`: the adjoint of its first row; `reach`: what an adjoint of 1 behind it adds to the sums.
 */
export const Cell = { value: 0, sums: 20, first: 30, reach: 40, curvature: 50, products: 72, next: 328, length: 344 } as const;

/** What the workers of one fit share. Only the first asks; the others answer. */
export interface Room {
  flags: Int32Array;
  /** The kernels' state that every segment begins from. */
  state: Float64Array;
  /** What the returns are standardized by: mean, then scale. */
  location: Float64Array;
  /** A row per segment. */
  board: Float64Array;
  returns: Float64Array;
  /** The column of the result, of which each member writes its rows. */
  volatility: Float64Array;
}

export const segmentsOf = (n: Count): Count => Math.ceil(n / SEGMENT);

/** Segments [from, to) of a member among so many. */
export const shareOf = (member: Count, size: Count, segments: Count): readonly [from: Count, to: Count] => [
  Math.floor((member * segments) / size),
  Math.floor(((member + 1) * segments) / size),
];

/** Rows after which a variance has forgotten where it began; null where it remembers for too long, or no power of beta is a number. */
export function leadOf(beta: number): Count | null {
  if (!(beta >= MIN_BETA)) return null;
  let step = beta;
  for (let i = 1; i < LEAD_STEP; i *= 2) step *= step;
  let left = step;
  for (let rows = LEAD_STEP; rows <= MAX_LEAD; rows += LEAD_STEP, left *= step) if (left <= FORGOTTEN) return rows;
  return null;
}

/** The room of a fit of these returns. @param shared on memory that other workers see; false for the driver's own */
export function openRoom(returns: Float64Array, volatility: Float64Array, shared: boolean): Room {
  const bytes = (length: Count, each: Count) => (shared ? new SharedArrayBuffer(length * each) : new ArrayBuffer(length * each));
  const doubles = (length: Count) => new Float64Array(bytes(length, Float64Array.BYTES_PER_ELEMENT));
  return {
    flags: new Int32Array(bytes(Flag.length, Int32Array.BYTES_PER_ELEMENT)),
    state: doubles(Slot.length),
    location: doubles(2),
    board: doubles(segmentsOf(returns.length) * Cell.length),
    returns,
    volatility,
  };
}

/** Lets the members go. */
export function closeRoom({ flags }: Room): void {
  Atomics.store(flags, Flag.closed, 1);
  Atomics.add(flags, Flag.task, 1);
  Atomics.notify(flags, Flag.task);
}
