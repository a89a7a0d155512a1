import { afterEach, describe, expect, it, vi } from "vitest";
import { Pool } from "../../src/client/pool";
import type { Jobs } from "../../workers/jobs";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { failureText, resultOf } from "../fixtures/failure-text";
import { goldenText } from "../fixtures/golden";

const pools: Pool<Jobs>[] = [];
function productPool(shared: boolean): Pool<Jobs> {
  const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" });
  const pool = new Pool<Jobs>({ spawn, size: () => 1, shared });
  pools.push(pool);
  return pool;
}
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

const model = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;

describe.each([{ shared: true }, { shared: false }])("the product's worker with shared memory: $shared", ({ shared }) => {
  it("reads the published benchmark series and fits it", async () => {
    const pool = productPool(shared);
    const text = await goldenText("series/dem2gbp.csv");
    const read = resultOf(await pool.run("read-series", { source: new Blob([text ?? ""]), name: "dem2gbp.csv", origin: "file" }));
    const { values } = read.columns[read.primary];
    expect(values.buffer instanceof SharedArrayBuffer).toBe(shared);
    const input = { values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS } as const;
    const fitted = await pool.run("fit-garch", input);
    if (!fitted.ok) throw new Error(failureText(fitted.failure));
    // The benchmark's log-likelihood, to the published digits.
    expect(fitted.value.fit.logLikelihood).toBeCloseTo(-1106.607881, 5);
    expect(await pool.run("fit-garch", input)).toBe(fitted);
  });

  it("cancels a fit in the middle and fits the next series", async () => {
    const pool = productPool(shared);
    const length = 1_000_000;
    const values = new Float64Array(shared ? new SharedArrayBuffer(8 * length) : new ArrayBuffer(8 * length));
    for (let i = 0; i < length; i++) values[i] = Math.sin(i * 12.9898) + Math.sin(i * 78.233);
    const controller = new AbortController();
    const fit = pool.run("fit-garch", { values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, { signal: controller.signal });
    await vi.waitUntil(() => pool.jobs().some(({ progress }) => progress?.label), { timeout: 20_000, interval: 5 });
    controller.abort();
    expect(await fit).toMatchObject({ ok: false, failure: { code: "canceled" } });
    const next = await pool.run("fit-garch", { values: values.slice(0, 500), kind: "returns", model, options: DEFAULT_FIT_OPTIONS });
    expect(next.ok).toBe(true);
  });
});
