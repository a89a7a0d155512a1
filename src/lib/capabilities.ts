/** What the engine gives to pages alone, and what holds where it is missing; what threads have too is in `workers/capabilities.ts`. */

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

interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Hears of the files the system opens with the installed app, those of before included; of none where the engine does not hand them on. */
export const whenOpenedWithFiles = (hear: (files: readonly FileSystemFileHandle[]) => void): void =>
  (window as unknown as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => hear(files));

type Picker = (options: {
  multiple?: boolean;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle[]>;

/** Lets the user choose a file that the page may read again; null where files are read once, when they are given. */
export const filePicker = (): Picker | null =>
  (window as unknown as { showOpenFilePicker?: Picker }).showOpenFilePicker?.bind(window) ?? null;

/** Lets the user choose a folder that the page may read again; null where there is no such picker. */
export const folderPicker = (): (() => Promise<FileSystemDirectoryHandle>) | null =>
  (window as unknown as { showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle> }).showDirectoryPicker?.bind(window) ?? null;
