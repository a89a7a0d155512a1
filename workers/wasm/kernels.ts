import { instantiate } from "../../assembly/build/kernels.js";

/** The compiled kernels; every function's name, parameters and types are generated from `assembly/index.ts`. */
export type Kernels = Awaited<ReturnType<typeof instantiate>>;

export function instantiateKernels(module: WebAssembly.Module): Promise<Kernels> {
  return instantiate(module, {});
}

let loading: Promise<Kernels> | undefined;

/** Loads the kernels once per thread; after a failure the next call tries again. `url` is where the page serves the wasm file. */
export function loadKernels(url: string): Promise<Kernels> {
  loading ??= WebAssembly.compileStreaming(fetch(url))
    .then(instantiateKernels)
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
