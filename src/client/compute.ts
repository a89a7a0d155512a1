import type { Count } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { tableWriter } from "../lib/table-writer";
import { Pool } from "./pool";
import { MAX_THREADS } from "./thread-count";

export const defaultThreads = (): Count => Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, MAX_THREADS));

let threads: Count | null = null;

/** Sets the number of concurrent compute workers; null: chosen for the machine. */
export function setThreads(count: Count | null): void {
  threads = count === null ? null : Math.max(1, Math.min(Math.floor(count), MAX_THREADS));
}

/** Maximum number of concurrent computations. */
export const threadCount = (): Count => threads ?? defaultThreads();

const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module", name: "compute" });

/** Runs every computation of the app. */
export const compute = new Pool<Jobs>({ spawn, size: threadCount });

tableWriter.write = (input) => compute.run("write-table", input, { cache: false });

/** A separate worker for device storage, so that a save never waits for a long fit. */
export const storage = new Pool<Jobs>({ spawn, size: () => 1 });

/**
 * Ends the workers while the page is in the back/forward cache and restarts them when it is restored: WebKit keeps locks held by workers of
 * a cached page, and all other pages would wait for them (https://bugs.webkit.org/show_bug.cgi?id=316904).
 */
export function suspendWithPage(): void {
  const attend =
    (resting: boolean) =>
    ({ persisted }: PageTransitionEvent) => {
      if (persisted) for (const pool of [compute, storage]) pool.rest(resting);
    };
  window.addEventListener("pagehide", attend(true));
  window.addEventListener("pageshow", attend(false));
}
