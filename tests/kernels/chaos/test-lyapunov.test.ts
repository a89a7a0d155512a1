import { beforeAll, expect, it } from "vitest";
import { lorenzSystemBlock } from "../../../assembly/build/chaos-layouts.js";
import { type LyapunovCheck, testLyapunov } from "../../../workers/chaos/jobs/test-lyapunov";
import type { JobContext } from "../../../workers/runtime/job";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { logistic, lorenz } from "./chaos-series";

let context: JobContext;
let checks: LyapunovCheck[];
beforeAll(async () => {
  context = await testContext();
  const found = resultOf(await testLyapunov({}, context));
  checks = found;
});

it("passes: logistic map within 2%, Lorenz flow within 12%, and noise is not classified as chaos", () => {
  expect(checks.map(({ system, passed }) => [system, passed])).toEqual([
    ["Logistic map", true],
    ["Lorenz flow", true],
    ["White noise", true],
  ]);
  for (const { theory, found, tolerance } of checks.slice(0, 2)) {
    expect(Math.abs((found ?? 0) / (theory ?? 1) - 1)).toBeLessThan(tolerance ?? 0);
  }
  // Noise has a positive slope too: only the verdict separates them.
  expect(checks[2].found).toBeGreaterThan(0);
});

it("uses the systems it names: the kernels' series equal plain loops", async () => {
  const chaos = await context.load("chaos");
  const series = (n: number, write: (out: number) => void) =>
    context.arena.scope(() => {
      const out = context.arena.take(n);
      write(out);
      return context.arena.view(out, n).slice();
    });
  expect(series(500, (out) => chaos.logisticMap(4, 0.3, 500, out))).toEqual(logistic(500));
  const flow = series(100, (out) =>
    chaos.lorenzFlow(context.arena.block(lorenzSystemBlock, { sigma: 10, rho: 28, beta: 8 / 3, step: 0.02 }), 0, 100, out),
  );
  // Sums in another order: rounding errors grow exponentially on a chaotic orbit.
  const plain = lorenz(100, [10, 28, 8 / 3], 0.02, 0);
  for (const [t, x] of flow.entries()) expect(Math.abs(x - plain[t])).toBeLessThan(1e-9);
});
