import { describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { wilsonInterval } from "../../../workers/numerics/wilson";
import { analyzeRisk } from "../../../workers/risk/jobs/analyze-risk";
import { type ResampleInput, resamplePerformance } from "../../../workers/risk/jobs/resample-performance";
import { Canceled } from "../../../workers/runtime/job";
import { resultOf, says, told } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";
import { stagesOf } from "../stages";

const context = await testContext();
const account = randomWalk(700, 5);
const times = account.map((_, t) => t * DAY);

const found = async (input: Partial<ResampleInput>) =>
  resultOf(await resamplePerformance({ values: account, iterations: 100, ...input }, context));
const refusal = async (input: Partial<ResampleInput>) => {
  const outcome = await resamplePerformance({ values: account, ...input }, context);
  return outcome.ok ? null : told(outcome.failure);
};

describe("resample-performance", () => {
  it("gives Risk Manager's intervals for the same values, to the bit", async () => {
    for (const scheme of ["stationary", "circular", "independent"] as const) {
      const asked = { values: account, times, scheme, iterations: 200, seed: 3, perYear: 365, riskFree: 0.01 };
      const risk = resultOf(await analyzeRisk({ ...asked, kind: "values" }, context));
      const { metrics, bootstrap } = await found(asked);
      expect(metrics).toEqual(risk.metrics);
      expect(bootstrap).toEqual(risk.bootstrap);
    }
  });

  it("treats the initial capital as one more value", async () => {
    const [before, ...rest] = account;
    const whole = await found({});
    const { metrics } = await found({ before, values: Float64Array.from(rest) });
    expect(metrics).toEqual(whole.metrics);
    expect((await found({ values: Float64Array.from(rest) })).metrics).not.toEqual(whole.metrics);
  });

  it("gives the same intervals for the same seed, and others for another", async () => {
    expect(await found({ seed: 8 })).toEqual(await found({ seed: 8 }));
    expect((await found({ seed: 8 })).metrics.sharpe).not.toEqual((await found({ seed: 9 })).metrics.sharpe);
  });

  it("gives the win rate a Wilson interval, and none without trades", async () => {
    const { winRate } = await found({ trades: { count: 40, won: 22 } });
    const [lower, upper] = wilsonInterval(0.55, 40);
    expect(winRate).toEqual({ value: 0.55, lower, upper, reason: null });
    // Computed separately with z = 1.959964.
    expect(lower).toBeCloseTo(0.398291, 6);
    expect(upper).toBeCloseTo(0.692947, 6);
    expect((await found({ trades: { count: 0, won: 0 } })).winRate).toBeNull();
    expect((await found({})).winRate).toBeNull();
  });

  it("gives only figures without resamples, for few values, or for constant ones", async () => {
    const cases: Partial<ResampleInput>[] = [{ iterations: 0 }, { values: account.slice(0, 10) }, { values: new Float64Array(50).fill(7) }];
    for (const input of cases) {
      const { metrics, bootstrap } = await found(input);
      expect(bootstrap).toBeNull();
      expect(metrics.totalReturn.value).not.toBeNull();
      for (const { lower, upper } of Object.values(metrics)) expect([lower, upper]).toEqual([null, null]);
    }
    expect((await found({ values: account.slice(0, 11) })).bootstrap).not.toBeNull();
  });

  it("refuses settings out of range, and invalid account values", async () => {
    expect((await refusal({ iterations: -1 }))?.message).toBe(says("risk/replicates", { least: 0 }));
    expect((await refusal({ perYear: 0 }))?.message).toBe(says("numerics/annualization"));
    expect(await refusal({ values: Float64Array.of(5) })).not.toBeNull();
    expect(await refusal({ values: Float64Array.of(5, 4, 0, 3) })).toMatchObject({ row: 3 });
    expect(await refusal({ values: Float64Array.of(5, 4, Number.NaN, 3) })).toMatchObject({ row: 3 });
  });

  it("canceled while resampling, has intervals from those drawn; canceled elsewhere, frees its memory", async () => {
    const input = { values: randomWalk(5001, 3), iterations: 1000 };
    const [stage] = await stagesOf((counting) => resamplePerformance(input, counting));
    expect(stage.parts).toHaveLength(10);
    const part = resultOf(await resamplePerformance(input, await testContext(stage.parts[3], "part")));
    expect(part.canceledAfter).toEqual({ done: 300, of: 1000 });
    expect(part.metrics).toEqual((await found({ ...input, iterations: 300 })).metrics);
    for (const at of [0, 3, 20]) {
      const canceled = await testContext(at);
      await canceled.load("risk");
      const mark = canceled.kernels.arenaMark();
      await expect(resamplePerformance(input, canceled)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(mark);
    }
  });
});
