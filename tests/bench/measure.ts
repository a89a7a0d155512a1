/** Timings are medians of batches long enough for a browser's coarse clock, with the rivals taking turns in one process. */
const BATCH_MILLIS = 25;
const ROUNDS = 9;

export interface Candidate {
  name: string;
  run: () => unknown;
}

export interface Timing {
  name: string;
  /** Median milliseconds of one call. */
  millis: number;
}

/** Keeps results alive, so that no engine can drop the work as unused. */
export const sink: unknown[] = [];

function batchSize({ run }: Candidate): number {
  run();
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < BATCH_MILLIS) {
    sink[0] = run();
    calls++;
  }
  return Math.max(1, calls);
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];

/** Times every candidate on the same work: warm-up, then `rounds` interleaved batches each. */
export function measure(candidates: Candidate[], rounds = ROUNDS): Timing[] {
  const sizes = candidates.map(batchSize);
  const samples = candidates.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    candidates.forEach(({ run }, index) => {
      const started = performance.now();
      for (let call = 0; call < sizes[index]; call++) sink[0] = run();
      samples[index].push((performance.now() - started) / sizes[index]);
    });
  }
  return candidates.map(({ name }, index) => ({ name, millis: median(samples[index]) }));
}

/** A line of the report: what was measured, the goal in words, and whether it was met. */
export interface Verdict {
  what: string;
  measured: string;
  goal: string;
  met: boolean;
}

export const where = typeof process !== "undefined" && process.versions?.node ? `Node ${process.versions.node}` : "Chromium";

export function report(title: string, timings: Timing[], items: number, verdicts: Verdict[]): void {
  const lines = [`\n${where}: ${title}`];
  for (const { name, millis } of timings) {
    const perItem = (millis * 1e6) / items;
    lines.push(`  ${name.padEnd(44)} ${millis.toFixed(millis < 1 ? 4 : 2).padStart(10)} ms ${perItem.toFixed(2).padStart(9)} ns/item`);
  }
  for (const { what, measured, goal, met } of verdicts) {
    lines.push(`  ${met ? "met   " : "MISSED"} ${what.padEnd(44)} ${measured.padStart(10)}   goal ${goal}`);
  }
  console.log(lines.join("\n"));
}

/** How many times faster `fast` is than `slow`. */
export const ratio = (slow: Timing, fast: Timing) => slow.millis / fast.millis;
export const atLeast = (what: string, value: number, goal: number): Verdict => ({
  what,
  measured: `${value.toFixed(value < 10 ? 2 : 0)}x`,
  goal: `>= ${goal}x`,
  met: value >= goal,
});
export const atMost = (what: string, value: number, goal: number, unit = "x"): Verdict => ({
  what,
  measured: `${value.toFixed(2)} ${unit}`,
  goal: `<= ${goal} ${unit}`,
  met: value <= goal,
});

/** A seeded positive price path: the same numbers in every engine and run. */
export function pricePath(length: number, seed = 1): Float64Array {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const prices = new Float64Array(length);
  let price = 100;
  for (let index = 0; index < length; index++) {
    const shock = (uniform() + uniform() + uniform() - 1.5) * 0.02;
    price *= 1 + shock + 1e-4 * (1 - price / 100);
    prices[index] = price;
  }
  return prices;
}
