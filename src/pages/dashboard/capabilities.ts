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

/** The smallest module with a SIMD instruction (i8x16.popcnt): valid only where SIMD is there. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

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
    simd: wasm && WebAssembly.validate(SIMD_MODULE),
    workers: typeof Worker === "function",
    cores: navigator.hardwareConcurrency || null,
    privateFiles: files,
    offline: Boolean(navigator.serviceWorker?.controller),
    persisted: persisted === true,
    used: space?.usage ?? null,
    quota: space?.quota ?? null,
  };
}
