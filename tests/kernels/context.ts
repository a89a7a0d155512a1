import type { JobContext } from "../../workers/lib/job";
import { Arena } from "../../workers/wasm/arena";
import { instantiateKernels, type Kernels } from "../../workers/wasm/kernels";

/** True where the test runs in Node; the same tests run in Chromium too. */
export const inNode = typeof process !== "undefined" && process.versions?.node !== undefined;

async function compile(): Promise<WebAssembly.Module> {
  if (inNode) {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(new URL("../../assembly/build/kernels.wasm", import.meta.url)));
  }
  const { default: url } = await import("../../assembly/build/kernels.wasm?url");
  return WebAssembly.compileStreaming(fetch(url));
}

/** A fresh instance of the compiled kernels, in Node and in the browser alike. */
export async function freshKernels(): Promise<Kernels> {
  return instantiateKernels(await compile());
}

/** A job's context for tests: nothing shared, progress kept in `reports`, cancelled when `cancelAt` checkpoints have passed. */
export async function testContext(
  cancelAt = Number.POSITIVE_INFINITY,
): Promise<JobContext & { reports: { fraction: number; label: string }[] }> {
  const { Cancelled } = await import("../../workers/lib/job");
  const kernels = await freshKernels();
  const reports: { fraction: number; label: string }[] = [];
  const started = performance.now();
  let passed = 0;
  return {
    kernels,
    arena: new Arena(kernels),
    reports,
    progress: (fraction, label) => reports.push({ fraction, label }),
    checkpoint: () => {
      if (++passed > cancelAt) throw new Cancelled();
    },
    column: (length) => new Float64Array(length),
    elapsed: () => performance.now() - started,
  };
}
