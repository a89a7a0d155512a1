import type { DiagnosisValue, ForecastValue, GarchRun } from "./use-garch";

/**
 * Everything the screen shows of a run, except columns, as data: settings, fit, tests, interpretation, forecast. Field names follow the
 * specification where it defines them.
 */
export function resultDocument(run: GarchRun, diagnosis: DiagnosisValue | null, forecast: ForecastValue | null) {
  const { fit, kind, unit, caution } = run.value;
  const { model, parameters, estimates, n, k, logLikelihood, aic, bic, persistence, persistenceError, halfLife, unconditionalVariance } =
    fit;
  return {
    format: "prospect-garch-result",
    version: 1,
    data: { name: run.series.name, sha256: run.series.hash, rows: run.series.length, values: kind, unit },
    settings: run.settings,
    status: fit.status,
    statusText: fit.statusText,
    caution,
    model,
    metrics: {
      aic,
      bic,
      loglikelihood: logLikelihood,
      persistence,
      half_life: finite(halfLife),
      lyapunov: diagnosis?.metrics.lyapunov ?? null,
    },
    n,
    k,
    persistenceError,
    unconditionalVariance,
    preSampleVariance: fit.preSampleVariance,
    nextVariance: fit.nextVariance,
    parameters,
    estimates,
    tests: diagnosis?.tests ?? null,
    interpretation: diagnosis?.interpretation ?? null,
    behavioral: diagnosis?.behavioral ?? null,
    forecast: forecast?.forecast ?? null,
    forecastSettings: forecast
      ? {
          horizon: forecast.horizon,
          method: forecast.method,
          paths: forecast.paths,
          seed: forecast.seed,
          annualization: forecast.annualization,
        }
      : null,
  };
}

/** JSON has no Infinity: an infinite half-life is null. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
