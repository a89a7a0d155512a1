import { afterEach } from "vitest";
import { Pool } from "../../src/client/pool";
import type { Jobs } from "../../workers/jobs";

const open: Pool<Jobs>[] = [];
afterEach(() => {
  for (const pool of open.splice(0)) pool.close();
});

/** A worker that has read nothing yet, as after a reload; it ends with the test. */
export function freshPool(): Pool<Jobs> {
  const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" });
  const pool = new Pool<Jobs>({ spawn, size: () => 1 });
  open.push(pool);
  return pool;
}
