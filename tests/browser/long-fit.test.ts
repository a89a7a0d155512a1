import { afterEach, describe, expect, it, vi } from "vitest";
import { Pool } from "../../src/client/pool";
import type { Jobs } from "../../workers/jobs";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { Flag, type Room } from "../../workers/volatility/segments/room";
import { resultOf } from "../fixtures/failure-text";

const pools: Pool<Jobs>[] = [];
const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module", name: "compute" });

function poolOf(size: number): Pool<Jobs> {
  const pool = new Pool<Jobs>({ spawn, size: () => size });
  pools.push(pool);
  return pool;
}

/** Returns with volatility clustering, on shared memory. */
function clustered(n: number): Float64Array {
  const values = new Float64Array(new SharedArrayBuffer(n * Float64Array.BYTES_PER_ELEMENT));
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  let h = 1;
  for (let t = 0; t < n; t++) {
    values[t] = Math.sqrt(3 * h) * (uniform() + uniform() + uniform() + uniform() - 2);
    h = 0.02 + 0.08 * values[t] ** 2 + 0.9 * h;
  }
  return values;
}

const MODEL = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
const input = (values: Float64Array) => ({ values, kind: "returns", model: MODEL, options: DEFAULT_FIT_OPTIONS }) as const;

const digest = async (column: Float64Array) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", column.slice()))].join();

/** All bits of a fit. */
async function fitted(pool: Pool<Jobs>, values: Float64Array): Promise<string> {
  const found = resultOf(await pool.run("fit-garch", input(values), { cache: false }));
  const { volatility, ...fit } = found.fit;
  const columns = await Promise.all([volatility, found.returns].map(digest));
  return JSON.stringify({ ...fit, columns }, (_, value: unknown) => (value instanceof Float64Array ? [...value] : value));
}

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

describe("a fit of a long series on several workers", () => {
  it("has the same bits with one worker, two and three, and the others do take part", async () => {
    const values = clustered(600_001);
    const alone = await fitted(poolOf(1), values);
    for (const size of [2, 3]) {
      const pool = poolOf(size);
      const run = vi.spyOn(pool, "run");
      /** The largest number of workers that took part in the fits so far: a worker that is still starting comes too late for one. */
      const most = () => {
        const rooms = run.mock.calls.filter(([job]) => String(job) === "share-fit").map(([, room]) => room as unknown as Room);
        return rooms.reduce((largest, { flags }) => Math.max(largest, Atomics.load(flags, Flag.size)), 0);
      };
      for (let round = 0; round < 30 && (round < 3 || most() < 2); round++) expect(await fitted(pool, values)).toBe(alone);
      expect(most()).toBeGreaterThan(1);
    }
  });

  it("can be canceled midway, and the next one is unaffected", async () => {
    const values = clustered(4_000_000);
    const pool = poolOf(2);
    const short = values.slice(0, 300_000);
    await fitted(pool, short);
    const controller = new AbortController();
    const run = pool.run("fit-garch", input(values), { cache: false, signal: controller.signal });
    await vi.waitUntil(() => pool.jobs().some(({ progress }) => progress?.label), { timeout: 10_000 });
    controller.abort();
    const outcome = await run;
    expect(outcome.ok ? "ok" : outcome.failure.code).toBe("canceled");
    expect(await fitted(pool, short)).toBe(await fitted(poolOf(1), short));
  });
});
