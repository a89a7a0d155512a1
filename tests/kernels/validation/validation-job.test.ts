import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { type ValidationInput, validateStrategy } from "../../../workers/validation/validate-strategy";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { indexReturns } from "../../fixtures/golden";
import { testContext } from "../context";
import { performanceTwin } from "../reference/performance";
import { sharpeTwin } from "../reference/validation";
import { stagesOf } from "../stages";

const context = await testContext();

const INDICES = ["DAX", "SMI", "CAC", "FTSE"];
const strategies = await Promise.all(INDICES.map(async (name) => ({ name, returns: await indexReturns(name) })));
const one = strategies.slice(0, 1);
const times = Float64Array.from(one[0].returns, (_, t) => Date.UTC(2010, 0, 1) + 86_400_000 * t);

async function report(input: Partial<ValidationInput> = {}) {
  return resultOf(await validateStrategy({ strategies, iterations: 200, ...input }, context));
}
async function refusal(input: Partial<ValidationInput>) {
  const outcome = await validateStrategy({ strategies, ...input }, context);
  return outcome.ok ? null : failureText(outcome.failure);
}
function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : Object.values(value)).flatMap(numbersOf);
}

describe("validateStrategy", () => {
  it("walks forward: the best in each window, and its next performance", async () => {
    const { walkForward: walked } = await report({ times });
    if (!walked) throw new Error("no windows");
    // 1,859 rows hold windows of 252 every 21 rows.
    expect(walked.returns.length).toBe(Math.floor((1859 - 252) / 21) + 1);
    const target = 0.02 / 252;
    for (const { windows, strategy, inSample, outOfSample, month } of walked.returns) {
      const sharpes = strategies.map(({ returns }) => sharpeTwin(returns.subarray(windows.inSample.from, windows.inSample.to), target));
      expect(strategy).toBe(sharpes.indexOf(Math.max(...sharpes)));
      const yearly = (from: number, to: number) =>
        (252 * strategies[strategy].returns.subarray(from, to).reduce((a, b) => a + b, 0)) / (to - from);
      expect(inSample).toBeCloseTo(yearly(windows.inSample.from, windows.inSample.to), 10);
      expect(outOfSample).toBeCloseTo(yearly(windows.outOfSample.from, windows.outOfSample.to), 10);
      expect(month).toBe(new Date(times[windows.outOfSample.to - 1]).toISOString().slice(0, 7));
    }
    const results = walked.returns;
    const mean = (pick: (result: (typeof results)[number]) => number) =>
      results.reduce((sum, result) => sum + pick(result), 0) / results.length;
    const ratio = mean(({ outOfSample }) => outOfSample) / mean(({ inSample }) => inSample);
    expect(walked.metrics.robustness).toBeCloseTo(Math.min(1, Math.max(0, ratio)), 10);
    expect(walked.metrics.consistency).toBeCloseTo(
      mean(({ outOfSample }) => (outOfSample > 0 ? 1 : 0)),
      12,
    );
    expect(walked.metrics.significance).toBe(1 - (walked.pValue ?? Number.NaN));
    const [low, high] = walked.consistencyInterval;
    expect(low).toBeLessThan(walked.metrics.consistency);
    expect(high).toBeGreaterThan(walked.metrics.consistency);
    // Windows overlap: 76 rows out of sample every 21.
    expect(walked.outOfSample.length).toBe(76 * 21 + 76);
    expect(walked.independentWindows).toBe(Math.floor((76 * 21 + 76) / 76));
    const [first, second] = walked.returns;
    expect(walked.outOfSample[0]).toBe(strategies[first.strategy].returns[176]);
    expect(walked.outOfSample[21]).toBe(strategies[second.strategy].returns[197]);
  });

  it("reports each stage by name, including walk-forward resamples, never behind the previous stage", async () => {
    const told: { fraction: number; stage: string }[] = [];
    const listening = await testContext();
    listening.progress = (fraction, label = "") =>
      void told.push({ fraction: fraction ?? Number.NaN, stage: label.replace(/,? window .*/, "") });
    await validateStrategy({ strategies, iterations: 20_000 }, listening);
    const alone = told.slice(
      0,
      told.findIndex(({ stage }) => stage === "Testing superiority"),
    );
    expect([...new Set(alone.map(({ stage }) => stage))]).toEqual([
      "Reading strategies",
      "Walk-forward",
      "Walk-forward, significance",
      "Cross-validating",
      "Measuring overfitting",
    ]);
    const fractions = alone.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(alone.filter(({ stage }) => stage === "Walk-forward, significance").length).toBeGreaterThan(1);
  });

  it("cross-validates: each fold is traded by the best of the purged rest", async () => {
    const { crossValidation, names } = await report({ purge: 5, embargoRows: 10 });
    expect(names).toEqual(INDICES);
    expect(crossValidation.folds.map(({ fold }) => fold)).toEqual([1, 2, 3, 4, 5]);
    for (const { test, train, strategy, sharpe, returns, drawdown } of crossValidation.folds) {
      const rest = strategies.map(({ returns: column }) =>
        sharpeTwin(
          train.flatMap(({ from, to }) => [...column.subarray(from, to)]),
          0.02 / 252,
        ),
      );
      expect(strategy).toBe(rest.indexOf(Math.max(...rest)));
      const twin = performanceTwin(strategies[strategy].returns.slice(test.from, test.to), 252, 0.02);
      expect(sharpe).toBeCloseTo(twin.sharpe, 9);
      expect(returns).toBeCloseTo(twin.totalReturn, 10);
      expect(drawdown).toBeCloseTo(twin.maxDrawdown, 12);
    }
    expect(crossValidation.paths).toMatchObject({ folds: 6, testFolds: 2, splits: 15 });
    expect(crossValidation.paths.sharpes.length).toBe(5);
    // A single strategy is the same on every path.
    const alone = (await report({ strategies: one })).crossValidation.paths;
    for (const sharpe of alone.sharpes) expect(sharpe).toBeCloseTo(performanceTwin(one[0].returns, 252, 0.02).sharpe, 9);
  });

  it("measures selection, overfitting, superiority and intervals, without NaN", async () => {
    const found = await report();
    const sharpes = strategies.map(({ returns }) => sharpeTwin(returns, 0.02 / 252));
    expect(found.selection.strategy).toBe(sharpes.indexOf(Math.max(...sharpes)));
    expect(found.selection.sharpe).toBeCloseTo(Math.sqrt(252) * Math.max(...sharpes), 10);
    expect(found.selection.sharpe).toBeCloseTo(found.bootstrap.sharpe.value ?? Number.NaN, 10);
    expect(found.selection.dsr ?? Number.NaN).toBeLessThan(found.selection.psr ?? Number.NaN);
    expect(found.selection.trials).toBe(4);
    expect(found.selection.effectiveTrials).toBeLessThan(4);
    expect(found.overfitting?.splits).toBe(12_870);
    expect(found.overfittingNote).toBe("Fewer than 10 strategies: the probability of overfitting is not informative.");
    expect(found.bootstrap.sharpe.lower ?? Number.NaN).toBeLessThan(found.selection.sharpe);
    expect(numbersOf(found).filter((value) => !Number.isFinite(value))).toEqual([]);
    const many = await report({ trials: 500 });
    expect(many.selection.dsr ?? Number.NaN).toBeLessThan(found.selection.dsr ?? Number.NaN);
    expect(many.selection.minimumBacktestYears ?? Number.NaN).toBeGreaterThan(found.selection.minimumBacktestYears ?? Number.NaN);
  });

  it("repeats to the bit, the same in Node, Chromium and Firefox, and differs with the seed", async () => {
    const first = await report({ seed: 3 });
    expect(await report({ seed: 3 })).toEqual(first);
    const other = await report({ seed: 4 });
    expect(other.superiorAbility).not.toEqual(first.superiorAbility);
    expect([
      first.walkForward?.pValue,
      first.overfitting?.probability,
      first.superiorAbility?.statistic,
      first.superiorAbility?.pConsistent,
      first.selection.dsr,
      first.bootstrap.sharpe.lower,
    ]).toEqual([
      0.004975124378109453, 0.09355089355089355, 3.6002568111712585, 0.004975124378109453, 0.9990101864931786, 0.46297864935305777,
    ]);
  });

  it("compares strategies with a benchmark", async () => {
    const [dax, ...rest] = strategies;
    const found = await report({ strategies: rest, benchmark: dax.returns });
    const excess = rest.map(({ returns }) => returns.reduce((sum, r, t) => sum + r - dax.returns[t], 0));
    expect(found.superiorAbility?.best).toBe(excess.indexOf(Math.max(...excess)));
    const itself = await report({ strategies: one, benchmark: dax.returns });
    expect(itself.superiorAbility).toBeNull();
  });

  it("uses the rows between the dates", async () => {
    const found = await report({ times, startDate: times[100], endDate: times[799] });
    expect(found.returns).toBe(700);
    const cut = strategies.map(({ name, returns }) => ({ name, returns: returns.slice(100, 800) }));
    expect(found.selection).toEqual((await report({ strategies: cut })).selection);
    expect(await refusal({ times, startDate: times[1858] + 1 })).toBe("No rows between these dates");
  });

  it("states what is not available, and why", async () => {
    const short = strategies.map(({ name, returns }) => ({ name, returns: returns.slice(0, 30) }));
    const found = await report({ strategies: short });
    expect(found.walkForward).toBeNull();
    expect(found.walkForwardReason).toBe("not available: needs a window of 252 returns, at least two in and out of sample; 30 given");
    expect(found.overfitting).toBeNull();
    expect(found.overfittingNote).toBe("not available: needs at least two strategies with varying returns and 40 returns");
    const still = await report({ strategies: [{ name: "cash", returns: new Float64Array(300) }] });
    expect(still.selection).toMatchObject({ psr: null, dsr: null, sharpe: 0 });
    expect(still.walkForward?.metrics.significance).toBeNull();
    expect(still.bootstrap.sharpe).toMatchObject({ value: null, reason: "the values have zero variance" });
    for (const each of [found, still, await report({ outOfSamplePct: 1 })]) {
      expect(numbersOf(each).filter((value) => !Number.isFinite(value))).toEqual([]);
    }
  });

  it("refuses invalid input", async () => {
    expect(await refusal({ strategies: [] })).toBe("Choose at least one strategy to validate");
    const uneven = [...one, { name: "B", returns: new Float64Array(3) }];
    expect(await refusal({ strategies: uneven })).toBe("Every strategy, the benchmark and the dates need the same number of rows");
    expect(await refusal({ strategies: [{ name: "A", returns: new Float64Array(10) }] })).toBe("At least 24 returns are needed, 10 given");
    expect(await refusal({ strategies: [{ name: "A", returns: Float64Array.of(0, Number.NaN) }] })).toBe("A: row 2 is not a finite number");
    expect(await refusal({ strategies: [{ name: "A", returns: Float64Array.of(0, -1, 0) }] })).toBe(
      "A: a return of −100% or less wipes out the portfolio",
    );
    expect(await refusal({ benchmark: one[0].returns.slice().fill(Number.NaN) })).toBe("Benchmark: row 1 is not a finite number");
    expect(await refusal({ windowSize: 0 })).toBe("The window size must be a whole number of days, at least 1");
    expect(await refusal({ stepSize: 0.5 })).toBe("The step size must be a whole number of days, at least 1");
    expect(await refusal({ outOfSamplePct: 1.1 })).toBe("The out-of-sample share must be between 0% and 100%");
    expect(await refusal({ significanceLevel: 0 })).toBe("The significance level must be between 0 and 1");
    expect(await refusal({ folds: 1 })).toBe("The number of folds must be a whole number from 2 to 20");
    const paths = "The number of CPCV folds must be a whole number from 2 to 12, with fewer test folds";
    expect([await refusal({ testFolds: 6 }), await refusal({ pathFolds: 13 })]).toEqual([paths, paths]);
    expect(await refusal({ purge: 400 })).toBe("Purge and embargo must be whole numbers of at least 0, together shorter than a fold");
    expect(await refusal({ trials: 0 })).toBe("The number of trials must be at least 1");
    expect(await refusal({ iterations: 0 })).toBe("The number of iterations must be a whole number from 1 to 100,000");
    expect(await refusal({ perYear: Number.NaN })).toBe("Steps per year must be above 0");
    expect(await refusal({ riskFree: -2 })).toBe("The risk-free rate must be a number above −100%");
    expect(await refusal({ seed: Number.NaN })).toBe("The seed must be a whole number from 0 to 2⁵³ − 1");
  });

  it("can be canceled anywhere, and frees its memory", async () => {
    for (const at of [0, 10, 100, 300]) {
      const canceled = await testContext(at);
      await Promise.all([canceled.load("risk"), canceled.load("validation")]);
      const mark = canceled.kernels.arenaMark();
      await expect(validateStrategy({ strategies }, canceled)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(mark);
    }
  });

  describe("canceled while resampling", () => {
    const input = { strategies: strategies.map(({ name, returns }) => ({ name, returns: returns.slice(0, 1250) })), iterations: 2000 };
    const stages = stagesOf((counting) => validateStrategy(input, counting));
    const canceledAt = async (at: number) => resultOf(await validateStrategy(input, await testContext(at, "part")));

    it("tests superiority with the resamples drawn, with the bits of a run of that many, and gives no interval", async () => {
      const whole = await report(input);
      expect(whole.canceledAfter).toBeUndefined();
      const [{ from, to }] = await stages;
      const part = await canceledAt(to - 2);
      const drawn = part.superiorAbility?.replicates ?? 0;
      expect(drawn).toBeGreaterThan(0);
      expect(drawn).toBeLessThan(2000);
      expect(part.superiorAbility).toEqual((await report({ ...input, iterations: drawn })).superiorAbility);
      expect(part.canceledAfter).toEqual({ done: drawn, of: 4000 });
      expect([part.replicates, part.sharpeHistogram, part.bootstrap.sharpe.lower]).toEqual([0, null, null]);
      expect(part.bootstrap.sharpe.value).toBe(whole.bootstrap.sharpe.value);
      for (const name of ["walkForward", "crossValidation", "selection", "overfitting"] as const) expect(part[name]).toEqual(whole[name]);
      // There is no partial result if nothing has been drawn, or if none is wanted.
      await expect(canceledAt(from + 1)).rejects.toThrow(Canceled);
      await expect(validateStrategy(input, await testContext(to - 2))).rejects.toThrow(Canceled);
    });

    it("plans no interval for constant returns", async () => {
      const flat = await report({ strategies: [{ name: "Flat", returns: new Float64Array(300).fill(0.001) }], iterations: 500 });
      expect([flat.replicates, flat.bootstrap.sharpe.lower, flat.canceledAfter]).toEqual([0, null, undefined]);
    });

    it("has intervals from the resamples drawn, with the bits of a run of that many", async () => {
      const [, { parts }] = await stages;
      expect(parts).toHaveLength(5);
      const part = await canceledAt(parts[2]);
      expect(part.canceledAfter).toEqual({ done: 2800, of: 4000 });
      const few = await report({ ...input, iterations: 800 });
      expect([part.replicates, part.bootstrap, part.sharpeHistogram]).toEqual([800, few.bootstrap, few.sharpeHistogram]);
      expect(part.superiorAbility?.replicates).toBe(2000);
    });
  });
});
