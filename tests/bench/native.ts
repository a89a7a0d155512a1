import { type Candidate, fromEnvironment, inNode } from "./measure";

/** Path of the peers built by `scripts/bench.mjs`; empty without g++. */
const program = fromEnvironment("BENCH_PEERS");
const system = inNode
  ? {
      ...(await import(/* @vite-ignore */ "node:child_process")),
      ...(await import(/* @vite-ignore */ "node:fs")),
      ...(await import(/* @vite-ignore */ "node:path")),
    }
  : null;

let files = 0;

/** Passes an input to the peers; null if there are none. */
export function nativeInput(values: Float64Array | Uint8Array): string | null {
  if (!system || program === "") return null;
  const path = system.join(system.dirname(program), `input-${process.pid}-${files++}`);
  system.writeFileSync(path, values);
  return path;
}

/**
 * A method in C++ (tests/bench/native), timed in a separate process, one batch per round.
 * @param input of `nativeInput`
 * @param expected a number of the method's result that the peer must match; NaN skips the check
 */
export function nativePeer(
  name: string,
  method: string,
  input: string | null,
  numbers: number[] = [],
  expected = Number.NaN,
): Candidate | null {
  if (!system || input === null) return null;
  const batch = () => {
    const run = system.spawnSync(program, [method, input, ...numbers.map(String)], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`${method}: the native peer ended with ${run.status ?? run.signal}`);
    const [millis, found] = run.stdout.split(" ").map(Number);
    if (Math.abs(found - expected) > 1e-8 * Math.abs(expected))
      throw new Error(`${method}: the native peer gives ${found}, not ${expected}`);
    return millis;
  };
  return { name, batch };
}
