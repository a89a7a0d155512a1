/**
 * Capabilities of the engine that exist only in pages, and their fallbacks; those shared with workers are in `workers/capabilities.ts`, and
 * file pickers, which are not needed at first load, in `file-handles.ts`.
 */

/** Whether the engine records the page's requests; otherwise, without a service worker, the privacy meter knows only of sockets. */
export const recordsRequests = (): boolean => typeof PerformanceObserver !== "undefined";

/** Serves the app offline; null if unavailable, as in a private window: then every visit loads it. */
export const serviceWorkers = (): ServiceWorkerContainer | null => navigator.serviceWorker ?? null;

/** Whether the engine reports idle time; otherwise a short timeout is used. */
export const supportsIdleCallback = (): boolean => typeof requestIdleCallback === "function";

/** Whether a paste can be read without its text passing through the page; otherwise it is read as text. */
export const readsClipboard = (): boolean => typeof navigator.clipboard?.read === "function";

/** Whether the engine measures the memory of all the app's threads, or at least the page's. */
export const measuresMemory = (): boolean => "measureUserAgentSpecificMemory" in performance || "memory" in performance;

/** Whether the engine reports processor load. */
export const reportsPressure = (): boolean => "PressureObserver" in globalThis;

/** Whether system notifications can announce a finished job; otherwise the page title does. */
export const notifies = (): boolean => "Notification" in window;

/** Asks the engine not to evict stored data. @returns whether it agreed */
export const persist = async (): Promise<boolean> => (await navigator.storage?.persist?.().catch(() => false)) ?? false;

/** Whether files can be stored for later visits. */
export const keepsFiles = (): boolean => "caches" in window;
