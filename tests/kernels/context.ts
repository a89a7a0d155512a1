import type { JobContext } from "../../workers/lib/job";
import { Arena } from "../../workers/wasm/arena";
import { type KernelSet, type Kernels, openKernels } from "../../workers/wasm/kernels";

/** True where the test runs in Node; the same tests run in Chromium too. */
export const inNode = typeof process !== "undefined" && process.versions?.node !== undefined;

async function compile(url: string): Promise<WebAssembly.Module> {
  if (!inNode) return WebAssembly.compileStreaming(fetch(url));
  const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
  return WebAssembly.compile(await readFile(new URL(`../..${url}`, import.meta.url)));
}

/** Fresh instances of the compiled kernels on a memory of their own, in Node and in the browser alike. */
export const freshKernelSet = (): Promise<KernelSet> => openKernels(compile);

/** A fresh instance of the core module. */
export const freshKernels = async (): Promise<Kernels> => (await freshKernelSet()).core;

/** A job's context for tests: nothing shared, progress kept in `reports`, cancelled when `cancelAt` checkpoints have passed. */
export async function testContext(
  cancelAt = Number.POSITIVE_INFINITY,
): Promise<JobContext & { reports: { fraction: number; label: string }[] }> {
  const { Cancelled } = await import("../../workers/lib/job");
  const { core, load } = await freshKernelSet();
  const reports: { fraction: number; label: string }[] = [];
  const started = performance.now();
  let passed = 0;
  return {
    kernels: core,
    load,
    arena: new Arena(core),
    reports,
    progress: (fraction, label) => reports.push({ fraction, label }),
    checkpoint: () => {
      if (++passed > cancelAt) throw new Cancelled();
    },
    column: (length) => new Float64Array(length),
    elapsed: () => performance.now() - started,
  };
}
