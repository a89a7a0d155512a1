/** Distributions by numerical integration of their densities, independent of the kernels' series and continued fractions. */

/**
 * Integral of f over (a, b) by tanh-sinh quadrature, which tolerates infinite slopes at the ends. Nodes are measured from the nearer end.
 */
export function integral(f: (x: number) => number, a: number, b: number): number {
  let sum = 0;
  for (let i = -400; i <= 400; i++) {
    const t = i / 100;
    const share = 1 / (1 + Math.exp(Math.PI * Math.sinh(Math.abs(t))));
    const weight = Math.PI * Math.cosh(t) * share * (1 - share);
    const value = f(t < 0 ? a + (b - a) * share : b - (b - a) * share);
    if (weight > 0 && Number.isFinite(value)) sum += weight * value;
  }
  return (sum * (b - a)) / 100;
}

/** Integral of f from a to infinity: exp-sinh. */
export function tailIntegral(f: (x: number) => number, a: number): number {
  let sum = 0;
  for (let i = -600; i <= 600; i++) {
    const t = i / 128;
    const distance = Math.exp((Math.PI / 2) * Math.sinh(t));
    const value = (Math.PI / 2) * Math.cosh(t) * distance * f(a + distance);
    if (Number.isFinite(value)) sum += value;
  }
  return sum / 128;
}

/** ln Gamma(x): Stirling's series from 20 on, Gamma(x + 1) = x Gamma(x) below. */
export function logGammaTwin(x: number): number {
  if (x < 20) return logGammaTwin(x + 1) - Math.log(x);
  const q = 1 / (x * x);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + (1 / 12 - q * (1 / 360 - q * (1 / 1260 - q / 1680))) / x;
}

/** Its derivative. */
export function digammaTwin(x: number): number {
  if (x < 20) return digammaTwin(x + 1) - 1 / x;
  const q = 1 / (x * x);
  return Math.log(x) - 0.5 / x - q * (1 / 12 - q * (1 / 120 - q * (1 / 252 - q / 240)));
}

export const logBetaTwin = (a: number, b: number) => logGammaTwin(a) + logGammaTwin(b) - logGammaTwin(a + b);
export const erfTwin = (x: number) => (2 / Math.sqrt(Math.PI)) * integral((t) => Math.exp(-t * t), 0, x);
export const erfcTwin = (x: number) => (2 / Math.sqrt(Math.PI)) * tailIntegral((t) => Math.exp(-t * t), x);
const gammaDensity = (a: number) => (t: number) => Math.exp((a - 1) * Math.log(t) - t - logGammaTwin(a));
export const gammaPTwin = (a: number, x: number) => integral(gammaDensity(a), 0, x);
export const gammaQTwin = (a: number, x: number) => tailIntegral(gammaDensity(a), x);
export const betaTwin = (a: number, b: number, x: number) =>
  integral((t) => Math.exp((a - 1) * Math.log(t) + (b - 1) * Math.log1p(-t) - logBetaTwin(a, b)), 0, x);

/** A density and its mode or kink, on either side of which it is smooth. */
export interface Density {
  at: (x: number) => number;
  mode: number;
}

export const normalDensity = (): Density => ({ mode: 0, at: (x) => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI) });

export function studentDensity(nu: number): Density {
  const constant = Math.exp(logGammaTwin((nu + 1) / 2) - logGammaTwin(nu / 2)) / Math.sqrt(nu * Math.PI);
  return { mode: 0, at: (t) => constant * (1 + (t * t) / nu) ** (-(nu + 1) / 2) };
}

/** Student's t with variance 1. */
export function unitStudentDensity(nu: number): Density {
  const scale = Math.sqrt(nu / (nu - 2));
  const { at } = studentDensity(nu);
  return { mode: 0, at: (x) => scale * at(scale * x) };
}

/** Hansen's (1994) skewed t: two halves of a t with different scales, standardized to mean 0 and variance 1 by their own moments. */
export function skewedDensity(nu: number, lambda: number): Density & { shift: number; scale: number } {
  const { at } = unitStudentDensity(nu);
  const halves = (y: number) => at(y / (y < 0 ? 1 - lambda : 1 + lambda));
  const moment = (power: number) => tailIntegral((y) => y ** power * (halves(y) + (-1) ** power * halves(-y)), 0);
  const shift = moment(1);
  const scale = Math.sqrt(moment(2) - shift * shift);
  return { shift, scale, mode: -shift / scale, at: (x) => scale * halves(scale * x + shift) };
}

/** Generalized error distribution (Nelson 1991) with variance 1. */
export function gedDensity(nu: number): Density {
  const c = Math.sqrt(2 ** (-2 / nu) * Math.exp(logGammaTwin(1 / nu) - logGammaTwin(3 / nu)));
  const top = nu / (c * 2 ** (1 + 1 / nu) * Math.exp(logGammaTwin(1 / nu)));
  return { mode: 0, at: (x) => top * Math.exp(-0.5 * Math.abs(x / c) ** nu) };
}

/** Expectation of g, integrated separately on each side of the mode and of 0. */
export function expectationTwin({ at, mode }: Density, g: (x: number) => number): number {
  const [low, high] = [Math.min(mode, 0), Math.max(mode, 0)];
  const weighed = (x: number) => g(x) * at(x);
  return tailIntegral((x) => weighed(-x), -low) + (high > low ? integral(weighed, low, high) : 0) + tailIntegral(weighed, high);
}

/** Distribution function from the tail on the nearer side. */
export function distributionTwin({ at, mode }: Density, x: number): number {
  return x <= mode ? tailIntegral((y) => at(-y), -x) : 1 - tailIntegral(at, x);
}

/** Fisher information: expected products of the derivatives of ln f by value, variance and shape, by central differences. */
export function informationTwin(densityOf: (shape: number[]) => Density, shape: number[]): number[] {
  const step = 1e-4;
  const middle = densityOf(shape);
  const moved = shape.map((_, k) => [1, -1].map((side) => densityOf(shape.map((value, i) => (i === k ? value + side * step : value)))));
  const slope = (up: number, down: number) => (Math.log(up) - Math.log(down)) / (2 * step);
  const scores = (x: number) => [
    slope(middle.at(x + step), middle.at(x - step)),
    slope(...([1, -1].map((side) => middle.at(x / Math.sqrt(1 + side * step)) / Math.sqrt(1 + side * step)) as [number, number])),
    ...moved.map(([up, down]) => slope(up.at(x), down.at(x))),
  ];
  const size = 2 + shape.length;
  return Array.from({ length: size * size }, (_, cell) =>
    expectationTwin(middle, (x) => {
      const found = scores(x);
      const product = found[Math.floor(cell / size)] * found[cell % size];
      return Number.isFinite(product) ? product : 0;
    }),
  );
}

/** Upper tail of the integral of the squared norm of a two-dimensional Brownian bridge, which up to scale has Kolmogorov's distribution. */
export const planeBridgeTail = (x: number) =>
  Array.from({ length: 200 }, (_, j) => 2 * (-1) ** j * Math.exp((-((j + 1) ** 2) * Math.PI ** 2 * x) / 2)).reduce(
    (sum, term) => sum + term,
    0,
  );
