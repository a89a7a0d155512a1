import type { ScaledColumn } from "../../../workers/chaos/neighbors";
import type { JobContext } from "../../../workers/runtime/job";

/** The logistic map x -> r x (1 - x); the first value is the image of the start. */
export function logistic(n: number, r = 4, start = 0.3): Float64Array {
  const out = new Float64Array(n);
  for (let t = 0, x = start; t < n; t++) {
    x = r * x * (1 - x);
    out[t] = x;
  }
  return out;
}

/** The first coordinate of the Henon map 1.4, 0.3 from (0, 0), after 100 steps. */
export function henon(n: number): Float64Array {
  const out = new Float64Array(n);
  for (let t = -100, x = 0, y = 0; t < n; t++) {
    [x, y] = [1 - 1.4 * x * x + y, 0.3 * x];
    if (t >= 0) out[t] = x;
  }
  return out;
}

type Flow = (state: number[]) => number[];

/** The first coordinate of a flow, integrated by fourth-order Runge-Kutta. */
function follow(flow: Flow, start: number[], step: number, transient: number, n: number): Float64Array {
  const out = new Float64Array(n);
  const along = (state: number[], slope: number[], by: number) => state.map((s, d) => s + by * slope[d]);
  for (let t = -transient, state = start; t < n; t++) {
    const a = flow(state);
    const b = flow(along(state, a, step / 2));
    const c = flow(along(state, b, step / 2));
    const d = flow(along(state, c, step));
    state = state.map((s, i) => s + (step / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
    if (t >= 0) out[t] = state[0];
  }
  return out;
}

export const lorenz = (n: number, [sigma, r, b]: number[], step: number, transient: number) =>
  follow(([x, y, z]) => [sigma * (y - x), x * (r - z) - y, x * y - b * z], [1, 1, 1], step, transient, n);
export const rossler = (n: number, [a, b, c]: number[], step: number, transient: number) =>
  follow(([x, y, z]) => [-y - z, x + a * y, b + z * (x - c)], [1, 1, 1], step, transient, n);

/**
 * Tent map of slope 2 on the multiples of 1 / p: binary fractions would run out of digits after 53 steps. 2 is a primitive root of this
 * prime, so no orbit closes early.
 */
export function tent(n: number, start = 214_748_357): Float64Array {
  const modulus = 1_999_997_603;
  const out = new Float64Array(n);
  for (let t = 0, x = start; t < n; t++) {
    x = 2 * Math.min(x, modulus - x);
    out[t] = x / modulus;
  }
  return out;
}

/** Rossler's (1979) hyperchaotic flow with two positive exponents, a = .25, b = 3, c = .05, d = .5. */
export const hyperRossler = (n: number, every = 10) =>
  follow(([x, y, z, w]) => [-y - z, x + 0.25 * y + w, 3 + x * z, -0.5 * z + 0.05 * w], [-10, -6, 0, 10.1], 0.01, 20_000, n * every).filter(
    (_, t) => t % every === 0,
  );

/**
 * x' = a x[t - delay] / (1 + x[t - delay]^10) - b x (Mackey and Glass 1977), a = .2, b = .1, sampled once per unit of time, by Runge-Kutta
 * with step 0.1.
 */
export function mackeyGlass(n: number, delay: number, transient = 2000): Float64Array {
  const perUnit = 10;
  const lag = Math.round(delay * perUnit);
  const step = 1 / perUnit;
  const path = new Float64Array(lag + 1 + (n + transient) * perUnit).fill(1.2);
  const slope = (x: number, past: number) => (0.2 * past) / (1 + past ** 10) - 0.1 * x;
  for (let t = lag; t + 1 < path.length; t++) {
    const [past, next] = [path[t - lag], path[t - lag + 1]];
    const half = (past + next) / 2;
    const a = slope(path[t], past);
    const b = slope(path[t] + (step / 2) * a, half);
    const c = slope(path[t] + (step / 2) * b, half);
    const d = slope(path[t] + step * c, next);
    path[t + 1] = path[t] + (step / 6) * (a + 2 * b + 2 * c + d);
  }
  return Float64Array.from({ length: n }, (_, t) => path[lag + 1 + (transient + t) * perUnit - 1]);
}

/** Roughly normal noise, identical in every engine. */
export function noise(n: number, key = 1): Float64Array {
  let state = key;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Float64Array.from({ length: n }, () => next() + next() + next() + next() + next() + next() - 3);
}

/** A column in the kernels' memory with its mean and standard deviation. */
export function scaled(context: JobContext, values: Float64Array): ScaledColumn {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n);
  return { address: context.arena.put(values), n, mean, deviation };
}

export const logReturnsOf = (prices: Float64Array) =>
  Float64Array.from({ length: prices.length - 1 }, (_, t) => Math.log(prices[t + 1] / prices[t]));
