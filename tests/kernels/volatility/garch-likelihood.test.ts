import { describe, expect, it } from "vitest";
import { completeModel, type Distribution, type PreSample } from "../../../workers/volatility/garch-model";
import { GarchLikelihood } from "../../../workers/volatility/likelihoods/garch-likelihood";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { logLikelihood, variances } from "../reference/garch";

interface GridCase {
  p: number;
  q: number;
  dist: Distribution;
  params: number[];
  arch_backcast: { loglikelihood: number; last_var: number };
  mean_sq_resid: { loglikelihood: number; last_var: number };
}

async function likelihoodOf(values: Float64Array, p: number, q: number, distribution: Distribution, preSample: PreSample) {
  const context = await testContext();
  const model = completeModel({ p, q, distribution, preSample });
  const series = prepareSeries(context, values, model)!;
  return { context, series, likelihood: new GarchLikelihood(context, model, series, series.moments.backcast) };
}

/** Parameters converted from the scale of the data to that of the standardized series. */
function standardized(params: number[], series: { mean: number; scale: number }): Float64Array {
  const theta = Float64Array.from(params);
  theta[0] = (params[0] - series.mean) / series.scale;
  theta[1] = params[1] / (series.scale * series.scale);
  return theta;
}

const dem2gbp = async () => (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
const grid = await goldenJson<{ expected: GridCase[] }>("garch/eval_grid_dem2gbp.json");
const conventions = [
  ["sample", "mean_sq_resid"],
  ["ewma75", "arch_backcast"],
] as const;

describe("GARCH log-likelihood at given parameters", () => {
  // The reference is within 1e-12 of arch 8.0.0 at fixed parameters.
  for (const entry of grid.expected) {
    for (const [preSample, key] of conventions) {
      // The reference files use arch's order: their p counts shock lags.
      it(`agrees with arch to 1e-10: (${entry.q},${entry.p}) ${entry.dist} ${entry.params.join(" ")} ${preSample}`, async () => {
        const values = await dem2gbp();
        const { series, likelihood } = await likelihoodOf(values, entry.q, entry.p, entry.dist, preSample);
        const theta = standardized(entry.params, series);
        const expected = entry[key].loglikelihood;
        expect(Math.abs(likelihood.quickValue(theta) / expected - 1)).toBeLessThan(1e-10);
        expect(Math.abs(likelihood.value(theta) / expected - 1)).toBeLessThan(1e-10);
        const [volatility, residuals] = [new Float64Array(series.n), new Float64Array(series.n)];
        likelihood.columns(volatility, residuals);
        expect(Math.abs((volatility[series.n - 1] * volatility[series.n - 1]) / entry[key].last_var - 1)).toBeLessThan(1e-10);
        expect(residuals[7] * volatility[7]).toBeCloseTo(values[7] - entry.params[0], 12);
      });
    }
  }
});

const points: { distribution: Distribution; shape: number[] }[] = [
  { distribution: "normal", shape: [] },
  { distribution: "t", shape: [5.5] },
  { distribution: "t", shape: [180] },
  { distribution: "skewt", shape: [6.5, -0.2] },
  { distribution: "skewt", shape: [2.4, 0.7] },
];
const orders = [
  { alpha: [0.1], beta: [0.85] },
  { alpha: [0.05, 0.07], beta: [0.3, 0.5] },
  { alpha: [0.1], beta: [0.4, 0.1, 0.2, 0.05, 0.1] },
  { alpha: [0.1, 0.02, 0.03, 0.04, 0.05], beta: [0.6] },
];

describe("GARCH log-likelihood and gradient against independent computation", () => {
  for (const { distribution, shape } of points) {
    for (const { alpha, beta } of orders) {
      const name = `(${beta.length},${alpha.length}) ${distribution} ${shape.join(" ")}`;
      it(`has the twin's likelihood, variances and gradient: ${name}`, async () => {
        const values = await dem2gbp();
        const { context, series, likelihood } = await likelihoodOf(values, beta.length, alpha.length, distribution, "sample");
        const y = context.arena.view(series.address, series.n).slice();
        const theta = Float64Array.of(0.03, 0.06, ...alpha, ...beta, ...shape);
        const [nu, lambda] = shape;
        const logDensity = (z: number) => {
          if (distribution === "normal") return -0.5 * (Math.log(2 * Math.PI) + z * z);
          return distribution === "t" ? context.kernels.unitStudentLogDensity(z, nu) : context.kernels.skewedTLogDensity(z, nu, lambda);
        };
        const preSample = y.reduce((total, value) => total + (value - 0.03) ** 2, 0) / y.length;
        const twin = { mu: 0.03, omega: 0.06, alpha, beta, preSample };
        const expected = logLikelihood(y, twin, logDensity) - series.n * Math.log(series.scale);
        // Rounding of 2000 terms and of the look-ahead: 1e-12 relative.
        expect(Math.abs(likelihood.value(theta) / expected - 1)).toBeLessThan(1e-11);
        expect(likelihood.nextVariance()).toBeCloseTo(variances(y, twin)[series.n], 12);
        const gradient = likelihood.gradient();
        for (let i = 0; i < theta.length; i++) {
          // Central differences of the log-likelihood with Richardson extrapolation: relative error about 1e-7.
          const slope = (step: number) => {
            const up = theta.slice();
            const down = theta.slice();
            up[i] += step;
            down[i] -= step;
            return (likelihood.quickValue(up) - likelihood.quickValue(down)) / (2 * step);
          };
          const step = 2e-4 * Math.max(Math.abs(theta[i]), 0.02);
          const difference = (4 * slope(step) - slope(2 * step)) / 3;
          expect(Math.abs(gradient[i] - difference)).toBeLessThan(1e-6 * (1 + Math.abs(difference)) + 1e-5);
        }
        // The gradient of ln h[n], used by the first forecast band: an exact recursion against differences accurate to about 1e-9.
        likelihood.value(theta);
        likelihood.outerProduct();
        const nextSlopes = likelihood.nextLogSlopes();
        for (let i = 0; i < theta.length; i++) {
          const step = 1e-5;
          const next = [1, -1].map((direction) => {
            const moved = theta.slice();
            moved[i] += direction * step;
            likelihood.quickValue(moved);
            return Math.log(likelihood.nextVariance());
          });
          expect(Math.abs(nextSlopes[i] - (next[0] - next[1]) / (2 * step))).toBeLessThan(1e-7 * (1 + Math.abs(nextSlopes[i])));
        }
      });
    }
  }
});

describe("second derivatives of a GARCH(1,1) in mu, omega, alpha and beta", () => {
  // Odd lengths, one row into the second chunk, and shorter than a block of the kernel's columns.
  for (const rows of [101, 1973, 16_385]) {
    for (const preSample of ["sample", "ewma75"] as const) {
      for (const [distribution, shape] of [
        ["normal", []],
        ["t", [5.5]],
        ["skewt", [6.5, -0.2]],
      ] as const) {
        it(`equal differences of the gradient: ${rows} rows, ${distribution}, ${preSample}`, async () => {
          const values = await dem2gbp();
          // Returns are moved away from zero so that no difference straddles the kink of the skewed t.
          const returns = Float64Array.from(
            { length: rows },
            (_, t) => values[t % values.length] + 0.2 * Math.sign(values[t % values.length]),
          );
          const { likelihood } = await likelihoodOf(returns, 1, 1, distribution, preSample);
          const theta = Float64Array.of(0.03, 0.06, 0.12, 0.82, ...shape);
          likelihood.value(theta);
          const { block, size } = likelihood.curvature()!;
          const gradientAt = (index: number, step: number) => {
            const moved = theta.slice();
            moved[index] += step;
            likelihood.value(moved);
            return likelihood.gradient();
          };
          for (let i = 0; i < size; i++) {
            const step = i === 0 ? 1e-4 : 2e-5;
            const [up2, up, down, down2] = [2, 1, -1, -2].map((times) => gradientAt(i, times * step));
            for (let j = 0; j < size; j++) {
              const difference = -(8 * (up[j] - down[j]) - (up2[j] - down2[j])) / (12 * step);
              // Fourth-order differences with this step: nine digits relative to the diagonal.
              const unit = Math.sqrt(Math.abs(block[i * size + i] * block[j * size + j]));
              expect(Math.abs(block[i * size + j] - difference) / unit).toBeLessThan(1e-8);
            }
          }
        });
      }
    }
  }

  it("equal second differences of the twin", async () => {
    const { context, series, likelihood } = await likelihoodOf((await dem2gbp()).slice(0, 501), 1, 1, "normal", "ewma75");
    const y = context.arena.view(series.address, series.n).slice();
    const theta = Float64Array.of(0.03, 0.06, 0.12, 0.82);
    likelihood.value(theta);
    const { block, size } = likelihood.curvature()!;
    const preSample = series.moments.backcast;
    const at = ([mu, omega, alpha, beta]: Float64Array) =>
      logLikelihood(y, { mu, omega, alpha: [alpha], beta: [beta], preSample }, (z) => -0.5 * (Math.log(2 * Math.PI) + z * z));
    const second = (i: number, j: number, step: number) => {
      const moved = (a: number, b: number) => {
        const point = theta.slice();
        point[i] += a * step;
        point[j] += b * step;
        return at(point);
      };
      return (moved(1, 1) - moved(1, -1) - moved(-1, 1) + moved(-1, -1)) / (4 * step * step);
    };
    for (let i = 0; i < size; i++) {
      for (let j = i; j < size; j++) {
        const difference = -(4 * second(i, j, 5e-4) - second(i, j, 1e-3)) / 3;
        const unit = Math.sqrt(Math.abs(block[i * size + i] * block[j * size + j]));
        // Fourth-order truncation error, and rounding of a sum of 501 terms divided by the squared step.
        expect(Math.abs(block[i * size + j] - difference) / unit).toBeLessThan(1e-5);
      }
    }
  });

  it("are not available for more lags", async () => {
    const { likelihood } = await likelihoodOf(await dem2gbp(), 2, 1, "normal", "sample");
    likelihood.value(Float64Array.of(0.03, 0.06, 0.12, 0.4, 0.4));
    expect(likelihood.curvature()).toBeNull();
  });
});
