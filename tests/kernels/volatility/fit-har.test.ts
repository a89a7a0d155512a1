import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { fitHar } from "../../../workers/volatility/jobs/fit-har";
import { goldenColumn } from "../../fixtures/golden";
import { inWords } from "../../fixtures/in-words";
import { testContext } from "../context";

const fitted = async (variances: Float64Array) => {
  const outcome = await fitHar({ variances }, await testContext());
  if (!outcome.ok) throw new Error(inWords(outcome.failure));
  return outcome.value;
};

const mean = (values: ArrayLike<number> & Iterable<number>) => [...values].reduce((sum, x) => sum + x, 0) / values.length;
/** Regressors of the day after t. */
const rowAt = (x: Float64Array, t: number) => [1, x[t], mean(x.slice(t - 4, t + 1)), mean(x.slice(t - 21, t + 1))];

describe("the HAR regression of realized variances", () => {
  it("leaves residuals at right angles to every regressor", async () => {
    const squares = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!.map((r) => r * r);
    const fit = await fitted(squares);
    const weights = fit.estimates.map(({ value }) => value);
    const normal = [0, 0, 0, 0];
    let rest = 0;
    for (let t = 21; t < squares.length - 1; t++) {
      const row = rowAt(squares, t);
      const residual = squares[t + 1] - row.reduce((sum, x, i) => sum + x * weights[i], 0);
      rest += residual * residual;
      row.forEach((x, i) => {
        normal[i] += x * residual;
      });
    }
    // Sums of 1952 products of order 1: the normal equations hold to 1e-9.
    for (const equation of normal) expect(Math.abs(equation)).toBeLessThan(1e-9);
    expect(fit.n).toBe(squares.length - 22);
    const center = mean(squares.slice(22));
    const total = squares.slice(22).reduce((sum, x) => sum + (x - center) ** 2, 0);
    expect(fit.rSquared).toBeCloseTo(1 - rest / total, 9);
    const last = rowAt(squares, squares.length - 1);
    expect(fit.next).toBeCloseTo(
      last.reduce((sum, x, i) => sum + x * weights[i], 0),
      12,
    );
    expect(fit.persistence).toBeCloseTo(weights[1] + weights[2] + weights[3], 14);
  });

  it("finds the weights of a series that follows them exactly, in any unit", async () => {
    const series = Float64Array.from({ length: 300 }, (_, t) => (t < 22 ? 1 + ((t * 7919) % 31) / 10 : 0));
    for (let t = 21; t < 299; t++) {
      const [one, day, week, month] = rowAt(series, t);
      series[t + 1] = 0.05 * one - 0.4 * day + 0.3 * week + 0.9 * month;
    }
    const fit = await fitted(series);
    [0.05, -0.4, 0.3, 0.9].forEach((weight, i) => {
      expect(fit.estimates[i].value).toBeCloseTo(weight, 8);
    });
    const tiny = await fitted(series.map((x) => x * 1e-8));
    expect(tiny.estimates[1].value).toBeCloseTo(-0.4, 7);
    expect(tiny.estimates[0].value / 1e-8).toBeCloseTo(0.05, 7);
  });

  it("refuses empty, short, broken and constant columns, and stops when canceled", async () => {
    const good = Float64Array.from({ length: 200 }, (_, t) => 1 + ((t * 7919) % 13));
    for (const variances of [
      new Float64Array(),
      good.slice(0, 99),
      good.map((x, t) => (t === 7 ? Number.NaN : x)),
      new Float64Array(200).fill(2),
    ]) {
      const outcome = await fitHar({ variances }, await testContext());
      expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
    }
    await expect(fitHar({ variances: good }, await testContext(0))).rejects.toThrow(Canceled);
  });
});
