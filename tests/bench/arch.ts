import type { Distribution } from "../../workers/volatility/garch-model";
import { BATCH_MILLIS, type Candidate, fromEnvironment, inNode, sink } from "./measure";

/** Path of a Python with arch, set by `scripts/bench.mjs`; empty if there is none. */
const python = fromEnvironment("BENCH_ARCH");
const system = inNode
  ? {
      ...(await import(/* @vite-ignore */ "node:child_process")),
      ...(await import(/* @vite-ignore */ "node:fs")),
      ...(await import(/* @vite-ignore */ "node:path")),
      ...(await import(/* @vite-ignore */ "node:os")),
      ...(await import(/* @vite-ignore */ "node:readline")),
    }
  : null;

/** Python's arch in a separate, persistent process: importing it and compiling its recursions takes seconds. */
interface Arch {
  /**
   * A fit with standard errors, timed as the fastest call of a batch; a log-likelihood below `expected` minus the tolerance stops the
   * bench.
   */
  fit(returns: Float64Array, distribution: Distribution, expected: number): Candidate;
  end(): void;
}

/** Log-likelihoods closer than this count as the same maximum: arch stops when its gain falls below its own limit. */
const SAME_MAXIMUM = 1e-2;

/** Null without arch, and in a browser. */
export function startArch(): Arch | null {
  if (!system || python === "") return null;
  const folder = system.mkdtempSync(system.join(system.tmpdir(), "prospect-arch-"));
  const script = new URL("./native/arch-peer.py", import.meta.url).pathname;
  const peer = system.spawn(python, ["-W", "ignore", script], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = system.createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    peer.stdin.write(`${line}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error("arch has ended");
    return value.split(" ").map(Number);
  };
  return {
    fit(returns, distribution, expected) {
      const path = system.join(folder, `${returns.length}-${distribution}`);
      system.writeFileSync(path, returns);
      const batch = async () => {
        const [millis, height] = await ask(`${distribution} ${10 * BATCH_MILLIS} ${path}`);
        if (!(Math.abs(height - expected) < SAME_MAXIMUM)) throw new Error(`arch ends at ${height}, not ${expected}`);
        return millis;
      };
      return { name: `Python's arch, ${distribution}`, batch };
    },
    end() {
      peer.kill();
      system.rmSync(folder, { recursive: true });
    },
  };
}

/** The fastest call of a batch, as for the peer. */
export const fastestOf = (name: string, run: () => unknown): Candidate => ({
  name,
  batch: () => {
    let [best, spent] = [Number.POSITIVE_INFINITY, 0];
    while (spent < 2 * BATCH_MILLIS) {
      const started = performance.now();
      sink[0] = run();
      const millis = performance.now() - started;
      [best, spent] = [Math.min(best, millis), spent + millis];
    }
    return best;
  },
});
