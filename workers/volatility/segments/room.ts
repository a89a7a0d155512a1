import { type Count, type Millis, VALUE_BYTES } from "../../contract";
import { Slot } from "../likelihoods/garch-state";

/** Rows per segment: the unit of summation, independent of who computes it, so that sums do not depend on the number of workers. */
export const SEGMENT = 131_072;
/** Maximum number of burn-in rows before a segment. */
export const MAX_LEAD = 16_384;
/** Remaining influence of a wrong initial variance after the burn-in: far below the rounding of a variance. */
const FORGOTTEN = 2 ** -64;
/** For a smaller beta, its powers could leave the range of a double. */
const MIN_BETA = 2 ** -20;
/** A multiple of the alignment that kernels require for the first row of a chunk. */
const LEAD_STEP = 128;
/** Maximum number of workers per fit. */
export const MAX_MEMBERS = 8;

/** Interval between checks of the cancel flag. */
export const PATIENCE: Millis = 10;

/** Indices of the shared flags. */
export const Flag = { task: 0, closed: 1, joined: 2, pass: 3, size: 4, done: 5, length: 5 + MAX_MEMBERS } as const;
/** Value a member that gives up stores instead of the completed task. */
export const LEFT = -1;

/**
 * Slots of a segment's results, in its row of the board. `value`: log-likelihood, next variance and the direct gradient; `sums`: sums over
 * its adjoints, followed by the last of these; `first`: the adjoint of its first row; `reach`: contribution to the sums of a unit adjoint
 * after its end.
 */
export const Cell = { value: 0, sums: 20, first: 30, reach: 40, curvature: 50, products: 72, next: 328, length: 344 } as const;

/** Memory shared by the workers of a fit. Only the driver makes requests; the others respond. */
export interface Room {
  flags: Int32Array;
  /** The kernels' state at the start of every segment. */
  state: Float64Array;
  /** Mean and scale that standardize the returns. */
  location: Float64Array;
  /** A row per segment. */
  board: Float64Array;
  returns: Float64Array;
  /** The result column, of which each member writes its rows. */
  volatility: Float64Array;
}

export const segmentsOf = (n: Count): Count => Math.ceil(n / SEGMENT);

/** Segments [from, to) of a member, given the number of members. */
export const shareOf = (member: Count, size: Count, segments: Count): readonly [from: Count, to: Count] => [
  Math.floor((member * segments) / size),
  Math.floor(((member + 1) * segments) / size),
];

/**
 * Burn-in rows after which a variance has forgotten its initial value; null if its memory is too long, or a power of beta leaves the range
 * of a double.
 */
export function leadOf(beta: number): Count | null {
  if (!(beta >= MIN_BETA)) return null;
  let step = beta;
  for (let i = 1; i < LEAD_STEP; i *= 2) step *= step;
  let left = step;
  for (let rows = LEAD_STEP; rows <= MAX_LEAD; rows += LEAD_STEP, left *= step) if (left <= FORGOTTEN) return rows;
  return null;
}

/** The room for fitting these returns. @param shared in memory that other workers can access; false for the driver alone */
export function openRoom(returns: Float64Array, volatility: Float64Array, shared: boolean): Room {
  const bytes = (length: Count, each: Count) => (shared ? new SharedArrayBuffer(length * each) : new ArrayBuffer(length * each));
  const doubles = (length: Count) => new Float64Array(bytes(length, VALUE_BYTES));
  return {
    flags: new Int32Array(bytes(Flag.length, Int32Array.BYTES_PER_ELEMENT)),
    state: doubles(Slot.length),
    location: doubles(2),
    board: doubles(segmentsOf(returns.length) * Cell.length),
    returns,
    volatility,
  };
}

/** Releases the members. */
export function closeRoom({ flags }: Room): void {
  Atomics.store(flags, Flag.closed, 1);
  Atomics.add(flags, Flag.task, 1);
  Atomics.notify(flags, Flag.task);
}
