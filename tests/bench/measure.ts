import type { TaskMeta } from "vitest";

/** Timings are medians of batches long enough for a browser's coarse clock, with the candidates interleaved in one run. */
export const BATCH_MILLIS = 25;
const ROUNDS = 9;

/** Something to time: `run` is a single call, possibly asynchronous; `batch` times itself and returns milliseconds per call. */
export type Candidate = { name: string; run: () => unknown } | { name: string; batch: () => number | Promise<number> };

export interface Timing {
  name: string;
  /** Median milliseconds of one call. */
  millis: number;
  /** Milliseconds per call in each round; two candidates' batches of the same round ran one after the other. */
  rounds: number[];
}

/** Keeps results alive, so that no engine can eliminate the work as unused. */
export const sink: unknown[] = [];

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

async function batchOf(run: () => unknown, calls: number): Promise<number> {
  const started = performance.now();
  for (let call = 0; call < calls; call++) {
    const result = run();
    // Awaiting a value that is not a promise would add an event loop turn to each short call.
    sink[0] = result instanceof Promise ? await result : result;
  }
  return (performance.now() - started) / calls;
}

/** Doubles the number of calls until a batch is long enough to time, warming up on the way. */
async function batchSize(run: () => unknown): Promise<number> {
  await batchOf(run, 1);
  let calls = 1;
  for (;;) {
    const millis = await batchOf(run, calls);
    if (millis * calls >= BATCH_MILLIS / 2) return Math.max(1, Math.ceil(BATCH_MILLIS / millis));
    calls *= 2;
  }
}

type Timings<C extends readonly (Candidate | null)[]> = { [K in keyof C]: null extends C[K] ? Timing | null : Timing };

/** Times every candidate on the same work: warm-up, then `rounds` interleaved batches each. Null stands for an unavailable peer. */
export async function measure<const C extends readonly (Candidate | null)[]>(candidates: C, rounds = ROUNDS): Promise<Timings<C>> {
  const sizes = await inTurn(candidates, (candidate) => ("run" in candidate ? batchSize(candidate.run) : 1));
  const samples = candidates.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    await inTurn(candidates, async (candidate, index) => {
      samples[index].push("run" in candidate ? await batchOf(candidate.run, sizes[index]) : await candidate.batch());
      return 0;
    });
  }
  return candidates.map(
    (candidate, index) => candidate && { name: candidate.name, millis: median(samples[index]), rounds: samples[index] },
  ) as unknown as Timings<C>;
}

async function inTurn(
  candidates: readonly (Candidate | null)[],
  work: (candidate: Candidate, index: number) => number | Promise<number>,
): Promise<number[]> {
  const results: number[] = [];
  for (const [index, candidate] of candidates.entries()) results.push(candidate ? await work(candidate, index) : 0);
  return results;
}

/** A goal, the measured value, and whether it was met; null if it could not be measured. */
export interface Verdict {
  what: string;
  measured: string;
  goal: string;
  met: boolean | null;
  /** Milliseconds per call of ours, and of its reference. */
  ours?: number;
  rival?: number;
  floor?: number;
}

/** A row of the table of kernels. */
interface KernelRow {
  kernel: string;
  /** Length of the column, or as the name says. */
  n: number;
  /** Nanoseconds per observation. */
  nanos: number;
  /** Time of the JavaScript package and of plain TypeScript as multiples of the kernel's; null if there is none. */
  library: number | null;
  twin: number | null;
}

declare module "vitest" {
  interface TaskMeta {
    verdicts?: Verdict[];
    kernels?: KernelRow[];
    /** Milliseconds of the machine's floors, by name. */
    yardstick?: Record<string, number>;
  }
}

export const inNode = typeof process !== "undefined" && process.versions?.node !== undefined;
/** Value of an environment variable; empty if unset, and in a browser. */
export const fromEnvironment = (name: string): string => (inNode ? (process.env[name] ?? "") : "");
const browser = () => /(Chrome|Firefox)\/(\d+)/.exec(navigator.userAgent) ?? ["", "a browser", ""];
export const where = inNode ? `Node ${process.versions.node}` : browser().slice(1).join(" ").replace("Chrome ", "Chromium ");

/** Amount of work in one call of a candidate. */
export interface Amount {
  count: number;
  unit: "value" | "byte";
}

function line({ name, millis, rounds }: Timing, { count, unit }: Amount): string {
  const perItem = unit === "byte" ? `${(count / millis / 1e6).toFixed(2)} GB/s` : `${((millis * 1e6) / count).toFixed(2)} ns/value`;
  const digits = (value: number) => value.toFixed(value < 1 ? 4 : 2);
  const range = `${digits(Math.min(...rounds))} .. ${digits(Math.max(...rounds))}`;
  return `  ${name.padEnd(52)} ${digits(millis).padStart(10)} ms ${perItem.padStart(16)}   ${range}`;
}

/** Prints the timings and adds the verdicts to the final table. */
export function report(meta: TaskMeta, title: string, timings: readonly (Timing | null)[], amount: Amount, verdicts: Verdict[] = []): void {
  const lines = timings.filter((timing) => timing !== null).map((timing) => line(timing, amount));
  const kept = verdicts.filter(({ met }) => met !== null || inNode);
  meta.verdicts = [...(meta.verdicts ?? []), ...kept];
  console.log([`\n${where}: ${title}`, ...lines, ...kept.map(verdictLine)].join("\n"));
}

/** Adds a kernel to the final table. @param count observations per call, if not n */
export function tabulate(
  meta: TaskMeta,
  kernel: string,
  n: number,
  timing: Timing,
  { count = n, library = null, twin = null }: { count?: number; library?: Timing | null; twin?: Timing | null } = {},
): void {
  const row = { kernel, n, nanos: (timing.millis * 1e6) / count, library: ratio(library, timing), twin: ratio(twin, timing) };
  meta.kernels = [...(meta.kernels ?? []), row];
}

function verdictLine({ what, measured, goal, met }: Verdict): string {
  const word = met === null ? "-" : met ? "met" : "MISSED";
  return `  ${word.padEnd(7)}${what.padEnd(60)} ${measured.padStart(12)}   goal ${goal}`;
}

/** A timing as a multiple of `other`, round by round; null without a peer. */
export const ratio = (timing: Timing | null, other: Timing | null): number | null =>
  timing && other && median(timing.rounds.map((millis, round) => millis / other.rounds[round]));

const digitsOf = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const NOT_MEASURED = "not measured: no g++";

function verdict(what: string, value: number | null, goal: string, unit: string, met: (value: number) => boolean): Verdict {
  if (value === null) return { what, measured: NOT_MEASURED, goal, met: null };
  return { what, measured: unit === "" ? String(value) : `${digitsOf(value)}${unit}`, goal, met: met(value) };
}
/** Speedup over a peer in the same rounds. */
export const faster = (what: string, rival: Timing | null, ours: Timing, goal: number): Verdict => ({
  ...atLeast(what, ratio(rival, ours), goal),
  ours: ours.millis,
  rival: rival?.millis,
});
/** Time as a multiple of a peer's in the same rounds. */
export const within = (what: string, ours: Timing, rival: Timing | null, goal: number): Verdict => ({
  ...atMost(what, ratio(ours, rival), goal),
  ours: ours.millis,
  rival: rival?.millis,
});
/** Time as a multiple of a floor of the machine. */
export const withinFloor = (what: string, ours: number, floor: { name: string; millis: number }, goal: number): Verdict => ({
  ...atMost(what, ours / floor.millis, goal, `x ${floor.name}`),
  ours,
  floor: floor.millis,
});
export const atLeast = (what: string, value: number | null, goal: number, unit = "x"): Verdict =>
  verdict(what, value, `>= ${goal}${unit}`, unit, (found) => found >= goal);
export const atMost = (what: string, value: number | null, goal: number, unit = "x"): Verdict =>
  verdict(what, value, `<= ${goal}${unit}`, unit, (found) => found <= goal);
