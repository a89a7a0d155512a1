import { bytes, plural } from "../../lib/format.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Check } from "./check-list.tsx";

/** A capability: its benefit if available, the fallback otherwise. */
const either = (name: string, there: boolean, given: string, otherwise: string): Check => ({
  name,
  state: there ? "ok" : "caution",
  finding: there ? given : otherwise,
});

/** Capabilities required for computing. */
function engineChecks({ wasm, simd, workers, cores, sharedMemory, graphics }: Capabilities, threads: number): Check[] {
  return [
    {
      name: "WebAssembly",
      state: wasm ? "ok" : "bad",
      finding: wasm ? "available: kernels run at native speed" : "missing: nothing can be computed here",
    },
    { name: "SIMD", state: simd ? "ok" : "bad", finding: simd ? "two values per instruction" : "missing: the kernels need it" },
    {
      name: "Workers",
      state: workers ? "ok" : "bad",
      finding: `up to ${plural(threads, "thread")}${cores ? ` on ${plural(cores, "core")}` : ""}`,
    },
    either(
      "SharedArrayBuffer",
      sharedMemory,
      "series are shared between threads without copying",
      "not on this page: series are copied between threads",
    ),
    either(
      "WebGPU",
      graphics !== null,
      `${graphics || "unnamed"}: compares the windows of long series`,
      "no GPU to compute on: windows are compared by CPU threads",
    ),
  ];
}

function storageChecks({ privateFiles, persisted, space, offline, packs }: Capabilities): Check[] {
  const kept = persisted ? "persistent" : "the browser may clear it when the disk is full";
  return [
    either("Private file system (OPFS)", privateFiles, "series are stored on this device", "missing: series are stored in the database"),
    {
      name: "Storage",
      state: persisted ? "ok" : "caution",
      finding: `${space ? `${bytes(space.used)} of ${bytes(space.available)}, ` : ""}${kept}`,
    },
    offline === null
      ? { name: "Offline", state: "caution", finding: "no service worker here: each visit needs the network" }
      : either("Offline", offline, "all screens work offline", "from the next visit"),
    either("Compression streams", packs, "backups and links are compressed", "missing: no backups, no links to settings"),
  ];
}

function comfortChecks({ locks, idle, clipboard, files, folders, notifications }: Capabilities): Check[] {
  return [
    either("Web Locks", locks, "tabs write in turn", "missing: change data in one tab at a time"),
    either("Idle callbacks", idle, "background work waits for an idle moment", "missing: background work waits half a second"),
    either("Clipboard", clipboard, "a large paste is read in a worker, if allowed", "missing: a large paste is read on the page"),
    either("File handles", files, "a feed may follow a local file", "missing: a local file is read once, when it is chosen"),
    either("Folders", folders, "a local folder may be opened again", "missing: files are opened one by one"),
    either("Notifications", notifications, "a long run may be announced by the system", "missing: runs are announced in the app"),
  ];
}

function figureChecks({ requests, memory, pressure }: Capabilities): Check[] {
  return [
    either("Request records", requests, "the page lists what it fetches", "missing: the page lists sockets only"),
    either("Memory figures", memory, "System Status shows the app's memory", "missing: System Status shows no memory"),
    either("CPU pressure", pressure, "System Status shows it, if the machine reports it", "missing: System Status shows none"),
  ];
}

/** Capabilities of this browser for data and computing, with fallbacks. */
export const dataChecks = (found: Capabilities, threads: number): Check[] => [
  ...engineChecks(found, threads),
  ...storageChecks(found),
  ...comfortChecks(found),
  ...figureChecks(found),
];
