import { parts } from "../../workers/parts";
import { ALONE, shareOut } from "../../workers/runtime/crew";
import { Canceled, type Job, type JobContext } from "../../workers/runtime/job";
import { Stopping } from "../../workers/runtime/stopping";
import { Arena } from "../../workers/runtime/wasm/arena";
import { type KernelSet, type Kernels, type LoadModule, openKernels } from "../../workers/runtime/wasm/kernels";
import { witnessed } from "./witness";

/** True in Node; the same tests also run in Chromium. */
export const inNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** Each module is compiled once and instantiated as often as needed. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

function compile(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url) ?? compileAnew(url);
  compiled.set(url, known);
  return known;
}

async function compileAnew(url: string): Promise<WebAssembly.Module> {
  if (!inNode) return WebAssembly.compileStreaming(fetch(url));
  const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
  return WebAssembly.compile(await readFile(new URL(`../..${url}`, import.meta.url)));
}

/** Fresh instances of the compiled kernels on separate memory, in Node and in browsers. */
async function freshKernelSet(): Promise<KernelSet> {
  const { core, load } = await openKernels(compile);
  // The wrapper keeps the type of the module it wraps.
  const listening: LoadModule = (name) => load(name).then((kernels) => witnessed(name, kernels));
  return { core: witnessed("core", core), load: listening };
}

/** A fresh instance of the core module. */
export const freshKernels = async (): Promise<Kernels> => (await freshKernelSet()).core;

/**
 * A job's context for tests: shares nothing, records progress in `reports`, and is canceled after `cancelAt` checkpoints.
 * @param wanted whether a partial result is wanted on cancellation
 */
export async function testContext(
  cancelAt = Number.POSITIVE_INFINITY,
  wanted: "part" | "nothing" = "nothing",
): Promise<JobContext & { reports: { fraction: number; label: string }[] }> {
  const { core, load } = await freshKernelSet();
  const reports: { fraction: number; label: string }[] = [];
  const started = performance.now();
  let passed = 0;
  const stopping = new Stopping(() => (passed <= cancelAt ? 0 : wanted === "part" ? 2 : 1));
  const table: Record<string, Job<never, unknown>> = parts;
  const context = {
    kernels: core,
    load,
    arena: new Arena(core),
    reports,
    progress: (fraction: number, label: string) => {
      reports.push({ fraction, label });
    },
    checkpoint: () => {
      if (++passed > cancelAt && !stopping.goesOn()) throw new Canceled();
    },
    column: (length: number) => new Float64Array(length),
    parallel: async (job: string, inputs: readonly unknown[], _: string, __?: unknown, keepsPart = false) => {
      const here = async (input: unknown, _place: number) => table[job](input as never, context);
      const share = (compute: typeof here) => shareOut(ALONE, { run: 0, job, inputs }, compute);
      const outcomes = await (keepsPart ? stopping.stage(here, share) : share(here));
      if (passed > cancelAt && !stopping.goesOn()) throw new Canceled();
      return outcomes;
    },
    elapsed: () => performance.now() - started,
  };
  return context;
}
