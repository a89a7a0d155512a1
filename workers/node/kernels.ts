import { readFile } from "node:fs/promises";
import { type KernelSet, openKernels } from "../runtime/wasm/kernels";

let opening: Promise<KernelSet> | undefined;

/** The kernels of this thread, each module compiled once, from the files beside this one. */
export const kernels = (): Promise<KernelSet> => {
  opening ??= openKernels(async (url) => WebAssembly.compile(await readFile(new URL(url))));
  return opening;
};
