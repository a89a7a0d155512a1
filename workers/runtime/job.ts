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

/** What a job is given besides its input. */
export interface JobContext {
  /** The kernels of the core module. */
  kernels: Kernels;
  /** The kernels of another module, on the same memory; fetched when first asked for. */
  load: LoadModule;
  arena: Arena;
  /** Reports progress; cheap, so call it as often as it is true. */
  progress(fraction: number, label: string): void;
  /** Throws `Canceled` once the user has canceled. Call it between chunks of at most 5 ms of work. */
  checkpoint(): void;
  /** A result column: on shared memory where the page is isolated, transferred to the page otherwise. */
  column(length: number): Float64Array;
  /**
   * Runs a part once per input on this worker and on those that are free; outcomes in the order of the inputs. Call it through `inParallel`,
   * which knows the types, and with no arena scope open. Within a part it runs everything here.
   * @param span of the job's progress that these inputs are; all of it by default
   * @param keepsPart where the user ends the run and wants what is done, parts that are not finished are missing, and the job goes on
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

/** One question: input in, outcome out. Expected trouble is a failure in the outcome; a throw is a bug. */
export type Job<Input, Output> = (input: Input, context: JobContext) => Outcome<Output> | Promise<Outcome<Output>>;

/**
 * Runs `step(from, to)` over 0..length in chunks, so that no wasm call lasts longer than about 5 ms and a cancel is seen between two of them.
 * @param chunk values per call
 */
export function inChunks(context: JobContext, length: number, chunk: number, step: (from: number, to: number) => void): void {
  for (let from = 0; from < length; from += chunk) {
    context.checkpoint();
    step(from, Math.min(from + chunk, length));
  }
}

/** Values in the kernels' memory as a column of an answer. */
export function columnOf(context: JobContext, address: number, length: Count): Float64Array {
  const column = context.column(length);
  column.set(context.arena.view(address, length));
  return column;
}

/** Values looked at per call when one of a kind is sought: far under a millisecond. */
const LOOK = 131_072;

/** The first place `find(from, to)` names in 0..length, asked in chunks; -1 where it finds none anywhere. */
export function firstInChunks(context: JobContext, length: number, find: (from: number, to: number) => number): number {
  for (let from = 0; from < length; from += LOOK) {
    context.checkpoint();
    const place = find(from, Math.min(from + LOOK, length));
    if (place >= 0) return place;
  }
  return -1;
}
