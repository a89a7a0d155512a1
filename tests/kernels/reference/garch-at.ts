import { completeModel, type GarchFit, type GarchParameters, type ModelAsk } from "../../../workers/volatility/garch-model";

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The plain recursion at given parameters, starting from `before` or the mean squared residual. Length n + 1: the last value is the
 * forecast.
 */
function variancesAt(returns: Float64Array, { mu, omega, alpha, beta }: GarchParameters, before?: number): Float64Array {
  const squares = returns.map((r) => (r - mu) ** 2);
  const start = before ?? mean(squares);
  const h = new Float64Array(returns.length + 1);
  for (let t = 0; t <= returns.length; t++) {
    h[t] = omega;
    for (let i = 1; i <= alpha.length; i++) h[t] += alpha[i - 1] * (t >= i ? squares[t - i] : start);
    for (let j = 1; j <= beta.length; j++) h[t] += beta[j - 1] * (t >= j ? h[t - j] : start);
  }
  return h;
}

/** A fit as if the optimizer had stopped at the given parameters, with a diagonal covariance: input for forecasts and diagnostics. */
export function garchAt(
  returns: Float64Array,
  model: ModelAsk,
  given: Omit<GarchParameters, "ar" | "gamma">,
  errors: number[] = [],
  before?: number,
): GarchFit {
  const parameters: GarchParameters = { ar: [], gamma: [], ...given };
  const h = variancesAt(returns, parameters, before);
  const n = returns.length;
  const volatility = h.subarray(0, n).map(Math.sqrt);
  const persistence = [...parameters.alpha, ...parameters.beta].reduce((sum, weight) => sum + weight, 0);
  const list = [parameters.mu, parameters.omega, ...parameters.alpha, ...parameters.beta];
  const k = list.length;
  const at = (values: number[]): GarchParameters => ({
    ...parameters,
    mu: values[0],
    omega: values[1],
    alpha: values.slice(2, 2 + model.q),
    beta: values.slice(2 + model.q),
  });
  const nextLogVarianceGradient = Float64Array.from(list, (value, i) => {
    const step = 1e-6 * Math.max(Math.abs(value), 1e-3);
    const [up, down] = [step, -step].map((move) => Math.log(variancesAt(returns, at(list.map((v, j) => (j === i ? v + move : v))))[n]));
    return (up - down) / (2 * step);
  });
  const covariance = new Float64Array(k * k);
  for (const [i, error] of errors.slice(0, k).entries()) covariance[i * k + i] = error ** 2;
  return {
    model: completeModel(model),
    parameters,
    estimates: [],
    covariance: { classic: covariance, robust: covariance },
    n,
    k,
    logLikelihood: 0,
    aic: 0,
    bic: 0,
    persistence,
    persistenceError: 0.005,
    halfLife: Math.log(0.5) / Math.log(persistence),
    preSampleVariance: h[0],
    halfLifeError: null,
    unconditionalVarianceError: null,
    unconditionalVariance: persistence < 1 ? parameters.omega / (1 - persistence) : null,
    nextVariance: h[n],
    nextLogVarianceGradient,
    status: "converged",
    statusText: "",
    iterations: 0,
    evaluations: 0,
    startSpread: 0,
    volatility,
    residuals: returns.map((r, t) => (r - parameters.mu) / volatility[t]),
  };
}
