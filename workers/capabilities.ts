/**
 * What the engine under a page or a worker has, and what holds where it is missing. Asked each time: a worker lacks what its page has, and
 * the other way round. What pages alone can have is in `src/lib/capabilities.ts`.
 */

/** The smallest module with a SIMD instruction (i8x16.popcnt): valid only where SIMD is there. */
const SIMD_MODULE = /* @__PURE__ */ new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether WebAssembly knows SIMD, which all kernels are compiled to; without it the page says that the browser is too old. */
export const hasSimd = (): boolean => typeof WebAssembly === "object" && WebAssembly.validate(SIMD_MODULE);

/** Whether columns can be shared between threads; they are copied otherwise, and a job is canceled by ending its thread. */
export const sharesMemory = (): boolean => globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";

/** Locks across tabs and threads. Without them nothing is guarded against another tab, and a thread's silent death is not noticed. */
export const locks = (): LockManager | null => navigator.locks ?? null;

/** What the site uses of the device and may use, in bytes; null where the engine does not tell. */
export async function usedSpace(): Promise<{ used: number; available: number } | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return usage === undefined || quota === undefined ? null : { used: usage, available: quota };
}

/** Whether the engine has promised to keep what is stored; null where it does not tell. */
export const isPersisted = async (): Promise<boolean | null> => (await navigator.storage?.persisted?.().catch(() => null)) ?? null;

/** The site's own folder on the device; null if there is none: series are then kept in the database. */
export const privateFolder = async (): Promise<FileSystemDirectoryHandle | null> => (await navigator.storage?.getDirectory?.()) ?? null;

/** That folder where this thread writes its files in place, which no page does; null otherwise: series are then kept in the database. */
export const seriesFolder = async (): Promise<FileSystemDirectoryHandle | null> =>
  typeof FileSystemFileHandle === "function" && "createSyncAccessHandle" in FileSystemFileHandle.prototype ? privateFolder() : null;
