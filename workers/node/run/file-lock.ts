import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { UsageError } from "../command/usage-error";

/** Who holds a lock: a process of a machine. */
interface Holder {
  machine: string;
  process: number;
}

function holderOf(lock: string): Holder | null {
  try {
    return JSON.parse(readFileSync(lock, "utf8")) as Holder;
  } catch {
    // It ended between making the file and writing into it, or has just let go.
    return null;
  }
}

/** Whether the process may still write. Of another machine's this cannot be seen. */
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
 * Keeps other processes from writing a file, by one beside it; one that a killed process left behind is taken over. Throws a `UsageError`
 * where another process has it.
 * @returns lets go
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
