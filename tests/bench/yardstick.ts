import { readModule } from "./context";
import { type Candidate, measure, type Timing, type Verdict, withinFloor } from "./measure";

/** Lower bounds of the machine, measured in the same engine and run. */
const FLOORS = {
  chain: "a step of a chain of multiply-adds",
  division: "a division of a column, two to a vector",
  copy: "a byte copied in memory",
} as const;
export type Floor = keyof typeof FLOORS;

/** Maximum steps, in millions, of a single kernel call: 5 ms at 4.5 GHz. */
export const LONGEST_CALL = 3.8;

const STEPS = 100_000;
/** Fits into the L1 cache. */
const DIVISIONS = 1024;
/** Larger than any cache. */
const COPIED = 64 << 20;
const COUNTS: Record<Floor, number> = { chain: STEPS, division: DIVISIONS, copy: COPIED };

interface Kernels {
  chain(steps: number, x: number, a: number, b: number): number;
  divide(numerators: number, denominators: number, quotients: number, n: number): void;
  copy(source: number, target: number, bytes: number): void;
}

async function candidates(): Promise<Record<Floor, Candidate>> {
  const memory = new WebAssembly.Memory({ initial: (2 * COPIED + (1 << 20)) >> 16, maximum: 65_536 });
  const { instance } = await WebAssembly.instantiate(await readModule("/assembly/build/yardstick.wasm"), { env: { memory } });
  const kernels = instance.exports as unknown as Kernels;
  const base = 1 << 16;
  const [numerators, denominators, quotients] = [0, 1, 2].map((place) => base + place * DIVISIONS * 8);
  new Float64Array(memory.buffer, numerators, 2 * DIVISIONS).fill(1.000001);
  return {
    chain: { name: FLOORS.chain, run: () => kernels.chain(STEPS, 1, 0.999, 0.001) },
    division: { name: FLOORS.division, run: () => kernels.divide(numerators, denominators, quotients, DIVISIONS) },
    copy: { name: FLOORS.copy, run: () => kernels.copy(base, base + COPIED, COPIED) },
  };
}

/** Milliseconds per step, division or byte. */
type Yardstick = Record<Floor, number>;

/** Times the machine's floors, interleaved. */
export async function measureYardstick(): Promise<{ yardstick: Yardstick; timings: Record<Floor, Timing> }> {
  const { chain, division, copy } = await candidates();
  const [ofChain, ofDivision, ofCopy] = await measure([chain, division, copy]);
  const timings = { chain: ofChain, division: ofDivision, copy: ofCopy };
  const per = (floor: Floor) => timings[floor].millis / COUNTS[floor];
  return { yardstick: { chain: per("chain"), division: per("division"), copy: per("copy") }, timings };
}

const { yardstick } = await measureYardstick();

/**
 * A goal as a multiple of the machine's floor, so that it holds on slow and fast machines alike.
 * @param count steps, divisions or bytes that make up the floor of one call
 */
export const atMostFloor = (what: string, millis: number, floor: Floor, count: number, goal: number): Verdict =>
  withinFloor(what, millis, { name: floor, millis: count * yardstick[floor] }, goal);
