/** What the engine gives to pages alone, and what holds where it is missing; what threads have too is in `workers/capabilities.ts`, and pickers of files in `file-handles.ts`, which no first page needs. */

/** Whether the engine records what a page has fetched; without it the privacy meter knows of sockets alone where no service worker counts. */
export const recordsRequests = (): boolean => typeof PerformanceObserver !== "undefined";

/** Keeps the app for visits without a network; null if there is none, as in a private window: each visit loads it. */
export const serviceWorkers = (): ServiceWorkerContainer | null => navigator.serviceWorker ?? null;

/** Whether the engine reports idle time; otherwise there is a short wait. */
export const tellsIdle = (): boolean => typeof requestIdleCallback === "function";

/** Whether a paste can be read without its text passing through the page; it is read as text otherwise. */
export const readsClipboard = (): boolean => typeof navigator.clipboard?.read === "function";

/** Whether the engine measures the memory of the app's threads, or at least the page's. */
export const measuresMemory = (): boolean => "measureUserAgentSpecificMemory" in performance || "memory" in performance;

/** Whether the engine reports how busy the machine's processors are. */
export const reportsPressure = (): boolean => "PressureObserver" in globalThis;

/** Whether system notifications can announce a finished job; otherwise the page title does. */
export const notifies = (): boolean => "Notification" in window;

/** Asks the engine not to clear what is stored. @returns whether it promised */
export const persist = async (): Promise<boolean> => (await navigator.storage?.persist?.().catch(() => false)) ?? false;

/** Whether files can be kept for later visits. */
export const keepsFiles = (): boolean => "caches" in window;
