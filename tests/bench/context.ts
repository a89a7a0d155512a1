import type { JobContext } from "../../workers/runtime/job";
import { Arena } from "../../workers/runtime/wasm/arena";
import { type KernelSet, type LoadModule, openKernels } from "../../workers/runtime/wasm/kernels";
import { inNode } from "./measure";

/** The bytes of a built module. */
export async function readModule(url: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!inNode) return new Uint8Array(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
  return new Uint8Array(await readFile(new URL(`../..${url}`, import.meta.url)));
}

let copies = 0;

/** Kernels new to the engine: engines share the compiled code of equal modules, so each copy carries a unique section. */
async function compileCold(url: string): Promise<WebAssembly.Module> {
  const bytes = await readModule(url);
  const section = [0, 5, 1, 0x63, ++copies & 127, (copies >> 7) & 127, Math.floor(performance.now()) & 127];
  const marked = new Uint8Array(bytes.length + section.length);
  marked.set(bytes);
  marked.set(section, bytes.length);
  return WebAssembly.compile(marked);
}

export const coldKernels = (): Promise<KernelSet> => openKernels(compileCold);

/** A job's context that only computes: no progress, no cancellation, results in unshared memory. */
export function contextOf({ core, load }: KernelSet): JobContext {
  return {
    kernels: core,
    load,
    arena: new Arena(core),
    progress: () => undefined,
    checkpoint: () => undefined,
    column: (length) => new Float64Array(length),
    parallel: () => Promise.reject(new Error("benchmarks measure one worker")),
    elapsed: () => 0,
  };
}

export const benchContext = async (): Promise<JobContext> => contextOf(await coldKernels());

/** Time spent in each kernel, in milliseconds: longest call and total. */
interface CallTimes {
  longest: Map<string, number>;
  total: Map<string, number>;
}

/** The same kernels with every call timed. */
export function watched({ core, load }: KernelSet): { kernels: KernelSet; times: CallTimes } {
  const times: CallTimes = { longest: new Map(), total: new Map() };
  const wrapped = new Map<PropertyKey, unknown>();
  const wrap = (name: string, call: (...values: unknown[]) => unknown) => {
    return (...values: unknown[]) => {
      const started = performance.now();
      const result = call(...values);
      const spent = performance.now() - started;
      times.longest.set(name, Math.max(spent, times.longest.get(name) ?? 0));
      times.total.set(name, spent + (times.total.get(name) ?? 0));
      return result;
    };
  };
  const timed = <T extends object>(kernels: T): T =>
    new Proxy(kernels, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!wrapped.has(name)) wrapped.set(name, wrap(String(name), value as (...values: unknown[]) => unknown));
        return wrapped.get(name);
      },
    });
  // A module's bindings are proxied as they are: their type is their own.
  const loadTimed: LoadModule = (name) => load(name).then(timed);
  return { kernels: { core: timed(core), load: loadTimed }, times };
}
