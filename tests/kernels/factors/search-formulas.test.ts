import { beforeAll, describe, expect, it } from "vitest";
import { readFormula } from "../../../workers/factors/formula/read";
import { type SearchFormulasInput, type SearchFormulasOutput, searchFormulasJob } from "../../../workers/factors/jobs/search-formulas";
import { expectedMaximum } from "../../../workers/performance/sharpe-inference";
import type { JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

let context: JobContext;

/** Prices whose steps are noise minus a fraction of the previous step. */
function prices(n: number, seed: number, pull: number): Float64Array {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  let [price, step] = [100, 0];
  return Float64Array.from({ length: n }, () => {
    step = -pull * step + 0.02 * (draw() + draw() + draw() - 1.5);
    price *= Math.exp(step);
    return price;
  });
}

const INPUT = { method: "genetic", trials: 150, seed: 1, holdout: 0.3, depth: 3, horizon: 1, lookback: 60 } as const;

async function search(values: Float64Array, changes: Partial<SearchFormulasInput> = {}, own = context): Promise<SearchFormulasOutput> {
  return resultOf(await searchFormulasJob({ ...INPUT, assets: [{ values, volume: null }], ...changes }, own));
}

beforeAll(async () => {
  context = await testContext();
});

describe("a planted relation", () => {
  it("is found, holds out of sample, and remains significant after correction for the number of trials", async () => {
    const { found, statistics, columns } = await search(prices(1500, 3, 0.4));
    expect(columns).toEqual(["close", "returns"]);
    expect(statistics).toMatchObject({
      trials: 150,
      rows: 1500,
      skipped: 0,
      train: { from: 0, to: 1050 },
      holdout: { from: 1050, to: 1500 },
    });
    const [best] = found;
    // Spearman's correlation of an AR(1) with coefficient -0.4 is close to -0.4.
    expect(best.train.ic).toBeGreaterThan(0.25);
    expect(best.holdout.ic).toBeGreaterThan(0.2);
    expect(best.deflatedInformation).toBeGreaterThan(0.95);
    expect(best.deflatedSharpe).toBeGreaterThan(0.95);
    expect(best.bonferroni).toBeLessThan(0.001);
    expect(statistics.proven).toBeGreaterThan(10_000);
    for (const { text } of found) expect(readFormula(text).ok, text).toBe(true);
  });
});

describe("noise", () => {
  it("yields no formula that is significant after correction", async () => {
    for (const seed of [11, 12, 13]) {
      const { found, statistics } = await search(prices(1200, seed, 0), { seed });
      expect(found[0].train.ic).toBeGreaterThan(0.02);
      expect(found[0].deflatedInformation ?? 0).toBeLessThan(0.95);
      expect(found[0].deflatedSharpe ?? 0).toBeLessThan(0.95);
      expect(statistics.luck).toBe(expectedMaximum(context.kernels, 2 * statistics.tested));
    }
  });
});

describe("rules of the search", () => {
  const values = prices(900, 21, 0.1);

  it("a seed repeats its bits, and another seed gives others", async () => {
    const first = await search(values);
    expect(await search(values, {}, await testContext())).toEqual(first);
    expect((await search(values, { seed: 2 })).found).not.toEqual(first.found);
  });

  it("never uses the holdout: other prices there change nothing in training", async () => {
    const first = await search(values);
    const other = values.map((price, t) => (t < 630 ? price : price * (1 + 0.3 * Math.sin(t))));
    const again = await search(other);
    expect(again.found.map(({ text, train, sharpe, bonferroni }) => ({ text, train, sharpe, bonferroni }))).toEqual(
      first.found.map(({ text, train, sharpe, bonferroni }) => ({ text, train, sharpe, bonferroni })),
    );
    expect(again.found.map(({ holdout }) => holdout.ic)).not.toEqual(first.found.map(({ holdout }) => holdout.ic));
  });

  it("tries the requested number of distinct formulas, in random search too", async () => {
    const { statistics, found } = await search(values, { method: "random", trials: 60 });
    expect(statistics.trials).toBe(60);
    expect(statistics.tested).toBeLessThanOrEqual(60);
    expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
    // Depth 1 over two columns has fewer than 2,000 formulas; the search still ends.
    const shallow = await search(prices(200, 4, 0), { method: "random", trials: 2000, depth: 1 });
    expect(shallow.statistics.trials).toBeLessThan(2000);
  });

  it("compares several assets date by date", async () => {
    const assets = [1, 2, 3, 4, 5].map((seed) => ({ values: prices(500, seed, 0.4), volume: null }));
    const { found } = await search(assets[0].values, { assets, trials: 80 });
    expect(found[0].train.ic).toBeGreaterThan(0.15);
    expect(found[0].holdout.ic).toBeGreaterThan(0.1);
  });

  it("counts its trials, can be canceled, and frees its memory", async () => {
    const watched = await testContext();
    const labels: [string, readonly number[]][] = [];
    const { parallel } = watched;
    await search(
      values,
      { trials: 120 },
      {
        ...watched,
        parallel: (job, inputs, label, span = [0, 1]) => {
          labels.push([label.replace(/\d+ a second/, "n a second"), span]);
          return parallel(job, inputs, label, span);
        },
      },
    );
    expect(labels).toEqual([
      ["Trying formulas, 0 of 120", [0, 60 / 120]],
      ["Trying formulas, 60 of 120, n a second", [60 / 120, 100 / 120]],
      ["Trying formulas, 100 of 120, n a second", [100 / 120, 1]],
      ["Checking for look-ahead", [1, 1]],
    ]);
    const stopped = await testContext(400);
    const mark = stopped.kernels.arenaMark();
    await expect(searchFormulasJob({ ...INPUT, assets: [{ values, volume: null }] }, stopped)).rejects.toThrow("canceled");
    expect(stopped.kernels.arenaMark()).toBe(mark);
  });

  it("canceled midway it corrects for the number of formulas tried so far", async () => {
    const whole = await search(values);
    const part = await search(values, {}, await testContext(1500, "part"));
    const { statistics, found } = part;
    expect(statistics.canceledAfter?.of).toBe(INPUT.trials);
    expect(statistics.canceledAfter?.done).toBe(statistics.trials);
    expect(statistics.trials).toBeGreaterThan(0);
    expect(statistics.trials).toBeLessThan(INPUT.trials);
    expect(statistics.luck).toBe(expectedMaximum(context.kernels, 2 * statistics.tested));
    expect(statistics.luck).toBeLessThan(whole.statistics.luck);
    expect(whole.statistics).not.toHaveProperty("canceledAfter");
    // A p-value is multiplied only by the number of formulas tried.
    for (const { bonferroni, train } of found) expect(bonferroni).toBeCloseTo(Math.min(1, (train.p ?? 1) * statistics.tested), 12);
    expect(found.length).toBeGreaterThan(0);
  });

  it("refuses with a message", async () => {
    const refusal = async (changes: Partial<SearchFormulasInput>) => {
      const outcome = await searchFormulasJob({ ...INPUT, assets: [{ values, volume: null }], ...changes }, context);
      return outcome.ok ? "" : failureText(outcome.failure);
    };
    const prefix = "Failed to search for formulas: ";
    expect(await refusal({ assets: [] })).toBe(`${prefix}Please enter market data`);
    expect(await refusal({ assets: [{ values: values.subarray(0, 150), volume: null }] })).toBe(
      `${prefix}at least 200 data points are needed, 150 given`,
    );
    expect(await refusal({ trials: 0 })).toContain("number of trials");
    expect(await refusal({ holdout: 0.9 })).toContain("holdout");
    expect(await refusal({ horizon: 0 })).toContain("whole numbers");
    expect(await refusal({ assets: [{ values: values.map((price, t) => (t === 4 ? -1 : price)), volume: null }] })).toContain("row 5");
  });
});
