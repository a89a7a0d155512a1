import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { UsageError } from "../command/usage-error";

/** Holder of a lock: a process on a machine. */
interface Holder {
  machine: string;
  process: number;
}

function holderOf(lock: string): Holder | null {
  try {
    return JSON.parse(readFileSync(lock, "utf8")) as Holder;
  } catch {
    // The holder ended between creating the file and writing to it, or has just released it.
    return null;
  }
}

/** Whether the process may still be writing. For another machine this cannot be determined. */
function isAlive({ machine, process: id }: Holder): boolean {
  if (machine !== hostname()) return true;
  if (id === process.pid) return true;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Locks a file against other processes by a lock file beside it; a stale lock of a killed process is taken over. Throws a `UsageError` if
 * another process holds it.
 * @returns a function that releases the lock
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(lock, "wx");
      writeSync(file, JSON.stringify({ machine: hostname(), process: process.pid } satisfies Holder));
      closeSync(file);
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = holderOf(lock);
      if (holder && isAlive(holder)) {
        throw new UsageError(
          `${path} is being written by process ${holder.process} on ${holder.machine}; if that has ended, delete ${lock}.`,
        );
      }
      rmSync(lock, { force: true });
    }
  }
  throw new UsageError(`${path} is being written by another process.`);
}
