/** Figures of whole results against other programs, or plain arithmetic outside this project, on the same series. */
import { describe, expect, it } from "vitest";
import { computeIndicator } from "../../workers/indicators/jobs/compute-indicator";
import type { IndicatorKind } from "../../workers/indicators/schema";
import { fitRegimesJob } from "../../workers/regimes/jobs/fit-regimes";
import { measureStructure } from "../../workers/structure/jobs/measure-structure";
import { validateStrategy } from "../../workers/validation/validate-strategy";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility";
import type { Distribution, VarianceModel } from "../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../workers/volatility/jobs/diagnose-garch";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { forecastGarch } from "../../workers/volatility/jobs/forecast-garch";
import { resultOf } from "../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../fixtures/golden";
import { testContext } from "./context";

const context = await testContext();

async function columnOf(series: string, column: string): Promise<Float64Array> {
  const values = await goldenColumn(series, column);
  if (!values) throw new Error(`no ${series}`);
  return values;
}

/** Fails if a figure differs from its reference by more than a relative tolerance. */
function near(found: number | null | undefined, reference: number, share: number, name: string): void {
  expect(Math.abs((found ?? Number.NaN) - reference), `${name}: ${found}, not ${reference}`).toBeLessThanOrEqual(
    share * Math.abs(reference) + 1e-300,
  );
}

const allNear = (found: ArrayLike<number | null>, reference: readonly number[], share: number, name: string) => {
  expect(found.length, name).toBe(reference.length);
  for (const [i, value] of reference.entries()) near(found[i], value, share, `${name} ${i}`);
};

interface Volatility {
  series: string;
  horizons: number[];
  models: Record<
    string,
    { logLikelihood: number; variance: number[]; tests: Record<string, [number, number]>; classic?: number[]; robust?: number[] }
  >;
}
const volatility = await goldenJson<Volatility>("garch/arch_beyond_garch.json");

describe("volatility models of DEM/GBP against arch and statsmodels", () => {
  for (const [id, reference] of Object.entries(volatility.models)) {
    it(`forecasts up to 60 steps and residual tests: ${id}`, async () => {
      const [variance, distribution] = id.split(" ") as [VarianceModel, Distribution];
      const values = await columnOf(volatility.series, "ret_pct");
      const model = { variance, distribution, p: 1, q: 1, preSample: "ewma75" } as const;
      const { fit, returns } = resultOf(await fitGarchJob({ values, kind: "returns", model, options: DEFAULT_FIT_OPTIONS }, context));
      near(fit.logLikelihood, reference.logLikelihood, 1e-11, "log-likelihood");
      const { tests } = resultOf(await diagnoseGarch({ fit, returns, behavioral: null }, context));
      for (const [key, [statistic, p]] of Object.entries(reference.tests)) {
        const test = tests.find((one) => one.key === key);
        // Parameters match up to the optimizer's stopping rule, and p-values far in the tail are sensitive to the statistic.
        near(test?.statistic, statistic, 1e-8, key);
        near(test?.p, p, 1e-6, `${key}, p`);
      }
      const exact = variance !== "egarch";
      const ask = {
        horizon: 60,
        method: exact ? "analytic" : "simulation",
        paths: 20_000,
        seed: 1,
        lastTime: null,
        stepMillis: null,
      } as const;
      const found = resultOf(await forecastGarch({ fit, returns, ...ask }, context));
      for (const [i, step] of volatility.horizons.entries()) {
        const [h, error] = [found.variance[step - 1], found.simulationError[step - 1]];
        if (exact || step === 1) near(h, reference.variance[i], 1e-8, `variance, ${step}`);
        else expect(Math.abs(h - reference.variance[i]) / error, `variance, ${step}`).toBeLessThan(4.5);
      }
      // To the digits of the reference.
      for (const kind of ["classic", "robust"] as const)
        reference[kind]?.forEach((value, i) => {
          expect(Math.abs((fit.estimates[i][kind] ?? 0) - value), `${kind} error of ${fit.estimates[i].key}`).toBeLessThan(2e-8);
        });
    });
  }
});

interface Regimes {
  series: string;
  states: number;
  logLikelihood: number;
  meanErrors: number[];
  varianceErrors: number[];
  transitionErrors: [from: number, to: number, error: number][];
}

it("standard errors of three regimes match second differences in 34-digit arithmetic", async () => {
  const reference = await goldenJson<Regimes>("regime/mpmath_dem2gbp.json");
  const values = await columnOf(reference.series, "ret_pct");
  const ask = { values, kind: "returns", times: null, states: reference.states, compare: false } as const;
  const { fit, regimes, transitionErrors } = resultOf(await fitRegimesJob(ask, context));
  near(fit.logLikelihood, reference.logLikelihood, 1e-11, "log-likelihood");
  const errors = regimes.map(({ meanError, varianceError }) => [meanError, varianceError]);
  // Differences of the exact gradient, in steps of a thousandth of a standard error.
  allNear(
    errors.map(([mean]) => mean),
    reference.meanErrors,
    1e-4,
    "error of a mean",
  );
  allNear(
    errors.map(([, variance]) => variance),
    reference.varianceErrors,
    1e-4,
    "error of a variance",
  );
  for (const [from, to, error] of reference.transitionErrors) near(transitionErrors[from][to], error, 5e-4, `error of ${from} to ${to}`);
});

interface Indices {
  series: string;
  indices: Record<
    string,
    {
      entropyBits: Record<string, number>;
      varianceRatios: [ratio: number, z: number, p: number][];
      autocorrelations: number[];
      mcLeodLi: [number, number];
      rescaledRange: number;
      fluctuation: number;
      fractalDimension: number;
      localWhittle: number;
    }
  >;
}

it("structure of two stock indices matches arch, statsmodels and NumPy", async () => {
  const { series, indices } = await goldenJson<Indices>("structure/numpy_eustockmarkets.json");
  for (const [index, reference] of Object.entries(indices)) {
    const values = await columnOf(series, index);
    for (const delay of [1, 2]) {
      const { entropy } = resultOf(await measureStructure({ values, kind: "prices", shape: 0, delay }, context));
      for (const { order, bits } of entropy)
        near(bits, reference.entropyBits[`${order} ${delay}`], 1e-12, `${index}, entropy ${order}, ${delay}`);
    }
    const found = resultOf(await measureStructure({ values, kind: "prices", shape: 0, brief: true }, context));
    for (const [i, { ratio, z, p }] of found.varianceRatios.entries())
      allNear([ratio, z, p], reference.varianceRatios[i], 1e-10, "variance ratio");
    allNear(found.clustering?.autocorrelations ?? [], reference.autocorrelations, 1e-10, "autocorrelation of |r|");
    near(found.clustering?.mcLeodLi.statistic, reference.mcLeodLi[0], 1e-10, "McLeod-Li");
    near(found.rescaledRange?.hurst, reference.rescaledRange, 1e-11, "R/S");
    near(found.detrendedFluctuation?.hurst, reference.fluctuation, 1e-11, "DFA");
    near(found.fractalDimension, reference.fractalDimension, 1e-12, "fractal dimension");
    // The objective is flat to its last digit there.
    near(found.memory?.d, reference.localWhittle, 2e-6, "local Whittle");
  }
});

type Path = [sharpe: number, totalReturn: number, drawdown: number];
interface Validation {
  series: string;
  selection: Record<string, number>;
  overfitting: { splits: number; probability: number; lossProbability: number; degradation: [number, number]; selected: number[] };
  folds: [strategy: number, ...path: Path][];
  paths: Path[];
}

it("validation of four strategies matches NumPy on the same rows", async () => {
  const reference = await goldenJson<Validation>("validation/numpy_eustockmarkets.json");
  const names = ["DAX", "SMI", "CAC", "FTSE"];
  const strategies = await Promise.all(
    names.map(async (name) => {
      const values = await columnOf(reference.series, name);
      return { name, returns: values.slice(1).map((value, t) => (value - values[t]) / values[t]) };
    }),
  );
  const ask = { strategies, iterations: 1, trials: 20, purge: 10, embargoRows: 8 };
  const { selection, overfitting, crossValidation } = resultOf(await validateStrategy(ask, context));
  for (const [key, value] of Object.entries(reference.selection))
    near(Object.entries(selection).find(([name]) => name === key)?.[1], value, 1e-11, key);
  const { splits, probability, lossProbability, degradation, selected } = reference.overfitting;
  expect(overfitting).toMatchObject({ splits, selected });
  near(overfitting?.probability, probability, 1e-12, "probability of overfitting");
  near(overfitting?.lossProbability, lossProbability, 1e-12, "probability of a loss");
  allNear([overfitting?.degradation?.slope ?? null, overfitting?.degradation?.intercept ?? null], degradation, 1e-10, "degradation");
  for (const [i, [strategy, ...path]] of reference.folds.entries()) {
    const { sharpe, returns, drawdown, ...fold } = crossValidation.folds[i];
    expect(fold.strategy).toBe(strategy);
    allNear([sharpe, returns, drawdown], path, 1e-10, `fold ${i}`);
  }
  const { sharpes, returns, drawdowns } = crossValidation.paths;
  for (const [i, path] of reference.paths.entries()) allNear([sharpes[i], returns[i], drawdowns[i]], path, 1e-10, `path ${i}`);
});

interface Lines {
  series: string;
  rows: number[];
  lines: Record<string, Record<string, number[]>>;
}

it("indicators that need whole bars are those of pandas", async () => {
  const { series, rows, lines } = await goldenJson<Lines>("indicators/pandas_ttrc_1500.json");
  const [open, high, low, closes, volume] = await Promise.all(
    ["Open", "High", "Low", "Close", "Volume"].map((name) => columnOf(series, name)),
  );
  for (const [kind, references] of Object.entries(lines)) {
    const ask = { kind: kind as IndicatorKind, settings: {}, closes, range: { open, high, low }, volume };
    const found = resultOf(await computeIndicator(ask, context)).lines;
    for (const [line, reference] of Object.entries(references))
      allNear(
        rows.map((row) => found[line][row]),
        reference,
        1e-10,
        `${kind}, ${line}`,
      );
  }
});
