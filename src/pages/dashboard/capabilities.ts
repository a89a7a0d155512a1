import { hasSimd } from "../../client/simd";

/** What this browser can do, as far as it says or can be tried. */
export interface Capabilities {
  promptApi: "available" | "downloadable" | "downloading" | "unavailable" | "missing";
  sharedMemory: boolean;
  simd: boolean;
  wasm: boolean;
  workers: boolean;
  cores: number | null;
  privateFiles: boolean;
  offline: boolean;
  persisted: boolean;
  /** Bytes; null where the browser does not tell. */
  used: number | null;
  quota: number | null;
}

interface PromptApi {
  availability(): Promise<"available" | "downloadable" | "downloading" | "unavailable">;
}

async function promptApi(): Promise<Capabilities["promptApi"]> {
  const api = (globalThis as { LanguageModel?: PromptApi }).LanguageModel;
  if (!api) return "missing";
  try {
    return await api.availability();
  } catch {
    return "unavailable";
  }
}

async function privateFiles(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

const orNull = <T>(value: Promise<T> | undefined): Promise<T | null> => (value ? value.catch(() => null) : Promise.resolve(null));

export async function readCapabilities(): Promise<Capabilities> {
  const [prompt, files, space, persisted] = await Promise.all([
    promptApi(),
    privateFiles(),
    orNull(navigator.storage?.estimate?.()),
    orNull(navigator.storage?.persisted?.()),
  ]);
  const wasm = typeof WebAssembly === "object";
  return {
    promptApi: prompt,
    sharedMemory: globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function",
    wasm,
    simd: hasSimd(),
    workers: typeof Worker === "function",
    cores: navigator.hardwareConcurrency || null,
    privateFiles: files,
    offline: Boolean(navigator.serviceWorker?.controller),
    persisted: persisted === true,
    used: space?.usage ?? null,
    quota: space?.quota ?? null,
  };
}
