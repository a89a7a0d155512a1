import type { Count } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { tableWriter } from "../lib/table-writer";
import { Pool } from "./pool";
import { MAX_THREADS } from "./thread-count";

export const defaultThreads = (): Count => Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, MAX_THREADS));

let threads: Count | null = null;

/** How many workers compute at the same time; null for as many as suits the machine. */
export function setThreads(count: Count | null): void {
  threads = count === null ? null : Math.max(1, Math.min(Math.floor(count), MAX_THREADS));
}

/** How many computations go on at the same time. */
export const threadCount = (): Count => threads ?? defaultThreads();

const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module", name: "compute" });

/** Where every computation of the product runs. */
export const compute = new Pool<Jobs>({ spawn, size: threadCount });

tableWriter.write = (input) => compute.run("write-table", input, { cache: false });

/** A worker of its own for reading and writing the device, so that a save never waits behind a long fit. */
export const storage = new Pool<Jobs>({ spawn, size: () => 1 });

/**
 * Ends the workers of a page that is put aside for a way back, and starts them when it comes back: WebKit leaves locked what a worker of such a
 * page has locked, and all other pages wait for it (https://bugs.webkit.org/show_bug.cgi?id=316904).
 */
export function restWithPage(): void {
  const attend =
    (resting: boolean) =>
    ({ persisted }: PageTransitionEvent) => {
      if (persisted) for (const pool of [compute, storage]) pool.rest(resting);
    };
  window.addEventListener("pagehide", attend(true));
  window.addEventListener("pageshow", attend(false));
}
