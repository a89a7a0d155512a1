import { hasSimd, isPersisted, locks, sharesMemory, usedSpace } from "../../../workers/capabilities";
import { adapterName, graphicsAdapter } from "../../../workers/graphics";
import { type BrowserModelState, browserModelState } from "../../client/browser-model";
import { storage } from "../../client/compute";
import {
  measuresMemory,
  notifies,
  readsClipboard,
  recordsRequests,
  reportsPressure,
  serviceWorkers,
  supportsIdleCallback,
} from "../../lib/capabilities";
import { filePicker, folderPicker } from "../../lib/file-handles";

/** Capabilities of this browser, as far as it reports them or they can be tested. */
export interface Capabilities {
  model: BrowserModelState;
  sharedMemory: boolean;
  simd: boolean;
  wasm: boolean;
  workers: boolean;
  cores: number | null;
  /** Whether series are stored in private files, as reported by the storage worker. */
  privateFiles: boolean;
  /** Whether a service worker serves this page; null if the browser has none. */
  offline: boolean | null;
  persisted: boolean;
  /** In bytes; null if the browser does not report it. */
  space: { used: number; available: number } | null;
  locks: boolean;
  idle: boolean;
  packs: boolean;
  clipboard: boolean;
  files: boolean;
  folders: boolean;
  requests: boolean;
  memory: boolean;
  pressure: boolean;
  notifications: boolean;
  /** Name of the GPU available for computing, as reported by the browser; null if there is none. */
  graphics: string | null;
}

export async function readCapabilities(): Promise<Capabilities> {
  const [model, store, space, persisted, adapter] = await Promise.all([
    browserModelState(),
    storage.run("find-series-store", {}, { cache: false }),
    usedSpace(),
    isPersisted(),
    graphicsAdapter(),
  ]);
  const container = serviceWorkers();
  return {
    model,
    sharedMemory: sharesMemory(),
    wasm: typeof WebAssembly === "object",
    simd: hasSimd(),
    workers: typeof Worker === "function",
    cores: navigator.hardwareConcurrency || null,
    privateFiles: store.ok && store.value === "files",
    offline: container && container.controller !== null,
    persisted: persisted === true,
    space,
    locks: locks() !== null,
    idle: supportsIdleCallback(),
    packs: typeof CompressionStream === "function" && typeof DecompressionStream === "function",
    clipboard: readsClipboard(),
    files: filePicker() !== null,
    folders: folderPicker() !== null,
    requests: recordsRequests(),
    memory: measuresMemory(),
    pressure: reportsPressure(),
    notifications: notifies(),
    graphics: adapter && adapterName(adapter),
  };
}
