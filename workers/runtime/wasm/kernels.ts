import backtestUrl from "../../../assembly/build/backtest.wasm?url";
import chaosUrl from "../../../assembly/build/chaos.wasm?url";
import { instantiate } from "../../../assembly/build/core.js";
import coreUrl from "../../../assembly/build/core.wasm?url";
import factorsUrl from "../../../assembly/build/factors.wasm?url";
import indicatorsUrl from "../../../assembly/build/indicators.wasm?url";
import pagesUrl from "../../../assembly/build/pages.wasm?url";
import portfolioUrl from "../../../assembly/build/portfolio.wasm?url";
import regimesUrl from "../../../assembly/build/regimes.wasm?url";
import riskUrl from "../../../assembly/build/risk.wasm?url";
import structureUrl from "../../../assembly/build/structure.wasm?url";
import validationUrl from "../../../assembly/build/validation.wasm?url";
import volatilityUrl from "../../../assembly/build/volatility.wasm?url";
import { ModuleNotLoaded } from "./module-not-loaded";

/** The compiled kernels every screen needs; names, parameters and types are generated from `assembly/modules/core.ts`. */
export type Kernels = Awaited<ReturnType<typeof instantiate>>;

/** The other modules: URL and generated bindings of each. They run on the memory of `core`, so that addresses are valid in all. */
// biome-ignore format: one line per module
const modules = {
  backtest: { url: backtestUrl, bindings: () => import("../../../assembly/build/backtest.js") },
  chaos: { url: chaosUrl, bindings: () => import("../../../assembly/build/chaos.js") },
  factors: { url: factorsUrl, bindings: () => import("../../../assembly/build/factors.js") },
  indicators: { url: indicatorsUrl, bindings: () => import("../../../assembly/build/indicators.js") },
  pages: { url: pagesUrl, bindings: () => import("../../../assembly/build/pages.js") },
  portfolio: { url: portfolioUrl, bindings: () => import("../../../assembly/build/portfolio.js") },
  regimes: { url: regimesUrl, bindings: () => import("../../../assembly/build/regimes.js") },
  risk: { url: riskUrl, bindings: () => import("../../../assembly/build/risk.js") },
  structure: { url: structureUrl, bindings: () => import("../../../assembly/build/structure.js") },
  validation: { url: validationUrl, bindings: () => import("../../../assembly/build/validation.js") },
  volatility: { url: volatilityUrl, bindings: () => import("../../../assembly/build/volatility.js") },
} as const;

export type ModuleName = keyof typeof modules;
type Bindings<Name extends ModuleName> = Awaited<ReturnType<(typeof modules)[Name]["bindings"]>>;
/** The functions of a module. */
export type KernelsOf<Name extends ModuleName> = Awaited<ReturnType<Bindings<Name>["instantiate"]>>;
export type LoadModule = <Name extends ModuleName>(name: Name) => Promise<KernelsOf<Name>>;

/** The compiled kernels of a thread. */
export interface KernelSet {
  core: Kernels;
  /** Fetches a module on demand; after a failure the next call tries again. Throws `ModuleNotLoaded`. */
  load: LoadModule;
}

/** Turns the address of a wasm file into a compiled module. */
type Compile = (url: string) => Promise<WebAssembly.Module>;

const compileServed: Compile = (url) => WebAssembly.compileStreaming(fetch(url));

/** Loads the core module on a fresh memory; the others follow on demand. */
export async function openKernels(compile: Compile = compileServed): Promise<KernelSet> {
  const memory = new WebAssembly.Memory({ initial: 32, maximum: 65_536 });
  const imports = { env: { memory } };
  const core = await instantiate(await compile(coreUrl), imports);
  const loaded = new Map<ModuleName, Promise<unknown>>();
  const load = <Name extends ModuleName>(name: Name) => {
    const open = async () => {
      const { url, bindings } = modules[name];
      const [{ instantiate }, module] = await Promise.all([bindings(), compile(url)]);
      return instantiate(module, imports);
    };
    const loading =
      loaded.get(name) ??
      open().catch((error) => {
        loaded.delete(name);
        throw new ModuleNotLoaded(name, error);
      });
    loaded.set(name, loading);
    // The map holds the bindings of this very name.
    return loading as Promise<KernelsOf<Name>>;
  };
  return { core, load };
}

let loading: Promise<KernelSet> | undefined;

/** Loads the kernels once per thread; after a failure the next call tries again. */
export function loadKernels(): Promise<KernelSet> {
  loading ??= openKernels().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
