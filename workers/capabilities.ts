/**
 * Browser features used by pages and workers, and what happens without them. Checked on each call, since a worker may lack what its page has,
 * and vice versa. Features of pages alone are in `src/lib/capabilities.ts`.
 */

/** The smallest module with a SIMD instruction (i8x16.popcnt): only valid if SIMD is supported. */
const SIMD_MODULE = /* @__PURE__ */ new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether WebAssembly supports SIMD, which all kernels use; without it the page reports that the browser is too old. */
export const hasSimd = (): boolean => typeof WebAssembly === "object" && WebAssembly.validate(SIMD_MODULE);

/** Whether columns can be shared between threads; otherwise they are copied, and a job is canceled by terminating its worker. */
export const sharesMemory = (): boolean => globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";

/** Locks across tabs and workers. Without them nothing is protected against another tab, and a worker that dies silently goes unnoticed. */
export const locks = (): LockManager | null => navigator.locks ?? null;

/** Storage used by the site, and its quota, in bytes; null if the browser does not report them. */
export async function usedSpace(): Promise<{ used: number; available: number } | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return usage === undefined || quota === undefined ? null : { used: usage, available: quota };
}

/** Whether the browser has promised not to evict what is stored; null if it does not say. */
export const isPersisted = async (): Promise<boolean | null> => (await navigator.storage?.persisted?.().catch(() => null)) ?? null;

/** The site's private folder (OPFS); null if there is none: series are then stored in the database. */
export const privateFolder = async (): Promise<FileSystemDirectoryHandle | null> => (await navigator.storage?.getDirectory?.()) ?? null;

/** That folder if this thread can write its files in place, as no page can; null otherwise: series are then stored in the database. */
export const seriesFolder = async (): Promise<FileSystemDirectoryHandle | null> =>
  typeof FileSystemFileHandle === "function" && "createSyncAccessHandle" in FileSystemFileHandle.prototype ? privateFolder() : null;
