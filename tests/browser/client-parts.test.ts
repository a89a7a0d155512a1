import { afterEach, expect, it } from "vitest";
import { Pool } from "../../src/client/pool";
import type { Jobs } from "../../workers/jobs";

const pools: Pool<Jobs>[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

/** A pool of the product's own workers, and the number it has started. */
function productPool(size: number) {
  let started = 0;
  const spawn = () => {
    started++;
    return new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" });
  };
  const pool = new Pool<Jobs>({ spawn, size: () => size });
  pools.push(pool);
  return { pool, started: () => started };
}

/** Prices of a seeded random walk. */
function prices(length: number): Float64Array {
  let state = 7;
  let price = 100;
  return Float64Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    price *= 1 + 0.02 * (state / 2_147_483_648 - 0.5);
    return price;
  });
}

/** Everything in a result, bit for bit, without wall-clock fields. */
const bits = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => {
    if (key === "elapsed" || key === "millis") return undefined;
    if (part instanceof Float64Array) return [...new BigUint64Array(part.slice().buffer)].map(String);
    return typeof part === "number" ? String(part) : part;
  });

const questions: { job: string; ask: (pool: Pool<Jobs>) => Promise<{ ok: boolean }> }[] = [
  { job: "analyze-risk", ask: (pool) => pool.run("analyze-risk", { values: prices(4000), seed: 3, iterations: 1000 }) },
  {
    job: "estimate-lyapunov",
    ask: (pool) => pool.run("estimate-lyapunov", { close: prices(800), surrogates: { count: 19, method: "iaaft", seed: 5 } }),
  },
];

for (const { job, ask } of questions) {
  it(`${job}: the same bits from one worker and from three`, async () => {
    const [one, three] = [productPool(1), productPool(3)];
    const alone = await ask(one.pool);
    const together = await ask(three.pool);
    expect(alone.ok).toBe(true);
    expect(one.started()).toBe(1);
    // Otherwise nothing was distributed, and the test would prove nothing.
    expect(three.started()).toBeGreaterThan(1);
    expect(bits(together)).toBe(bits(alone));
  });
}
