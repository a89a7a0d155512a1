import type { Count, Outcome } from "../contract";
import type { Arena } from "./wasm/arena";
import type { Kernels, LoadModule } from "./wasm/kernels";

/** Thrown by `checkpoint` when the run was canceled; the job layer turns it into the failure "canceled". */
export class Canceled extends Error {
  constructor() {
    super("canceled");
    this.name = "Canceled";
  }
}

/** A job's environment. */
export interface JobContext {
  /** The kernels of the core module. */
  kernels: Kernels;
  /** The kernels of another module, on the same memory; fetched on first use. */
  load: LoadModule;
  arena: Arena;
  /** Reports progress; cheap, so it can be called often. */
  progress(fraction: number, label: string): void;
  /** Throws `Canceled` once the user has canceled. Call it between chunks of at most 5 ms of work. */
  checkpoint(): void;
  /** A new result column: in shared memory if the page is cross-origin isolated, otherwise transferred to the page. */
  column(length: number): Float64Array;
  /**
   * Runs a part once per input on this worker and on idle ones; outcomes in the order of the inputs. Call it through `inParallel`, which
   * knows the types, and with no arena scope open. Within a part it runs everything here.
   * @param span interval of the job's progress these inputs cover; all of it by default
   * @param keepsPart if the user ends the run but wants the partial result, unfinished parts are missing and the job goes on
   */
  parallel(
    part: string,
    inputs: readonly unknown[],
    label: string,
    span?: readonly [from: number, to: number],
    keepsPart?: boolean,
  ): Promise<Outcome<unknown>[]>;
  /** Milliseconds since the job began. */
  elapsed(): number;
}

/** One question: input in, outcome out. Expected errors are failures in the outcome; an exception is a bug. */
export type Job<Input, Output> = (input: Input, context: JobContext) => Outcome<Output> | Promise<Outcome<Output>>;

/** Values per call where each takes tens of nanoseconds: at most 5 ms. A multiple of 8. */
export const CHUNK: Count = 65_536;

/**
 * Runs `step(from, to)` over 0..length in chunks, so that no wasm call lasts longer than about 5 ms and cancellation is checked between
 * calls.
 * @param chunk values per call
 */
export function inChunks(context: JobContext, length: number, chunk: number, step: (from: number, to: number) => void): void {
  for (let from = 0; from < length; from += chunk) {
    context.checkpoint();
    step(from, Math.min(from + chunk, length));
  }
}

/** Copies values from the kernels' memory into a result column. */
export function columnOf(context: JobContext, address: number, length: Count): Float64Array {
  const column = context.column(length);
  column.set(context.arena.view(address, length));
  return column;
}

/** Values scanned per call when searching: far below a millisecond. */
const LOOK = 131_072;

/** The first index in 0..length that `find(from, to)` returns, called in chunks; -1 if there is none. */
export function firstInChunks(context: JobContext, length: number, find: (from: number, to: number) => number): number {
  for (let from = 0; from < length; from += LOOK) {
    context.checkpoint();
    const place = find(from, Math.min(from + LOOK, length));
    if (place >= 0) return place;
  }
  return -1;
}
