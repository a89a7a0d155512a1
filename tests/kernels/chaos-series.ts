import type { ScaledColumn } from "../../workers/lib/chaos/neighbours";
import type { JobContext } from "../../workers/lib/job";

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

/** The first coordinate of a flow by Runge and Kutta's fourth-order steps. */
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

/** Values without a pattern, roughly normal, the same in every engine. */
export function noise(n: number, key = 1): Float64Array {
  let state = key;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Float64Array.from({ length: n }, () => next() + next() + next() + next() + next() + next() - 3);
}

/** A column in the kernels' memory, with its mean and standard deviation. */
export function scaled(context: JobContext, values: Float64Array): ScaledColumn {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n);
  return { address: context.arena.put(values), n, mean, deviation };
}

/** Log returns of prices. */
export const logReturnsOf = (prices: Float64Array) =>
  Float64Array.from({ length: prices.length - 1 }, (_, t) => Math.log(prices[t + 1] / prices[t]));
