/** Derivatives of one observation's log-density, and their expected products: what standard errors and the scoring matrix are made of. */
import * as S from "./garch-state";
import { get } from "./garch-state";

/** Nodes of the quadrature over the density: its error is far below what a step of an iteration notices. */
const NODES: i32 = 512;
const HALF_PI: f64 = 1.57079632679489661923;

/**
 * Derivatives of ln f(e | h) at `out`: with respect to e, h, nu and lambda (0 where the density has no such parameter).
 * @param v the variance h
 */
export function densityScores(state: usize, density: i32, e: f64, v: f64, out: usize): void {
  if (density == S.NORMAL) {
    const inverse = 1.0 / v;
    store<f64>(out, -e * inverse);
    store<f64>(out, 0.5 * inverse * (e * e * inverse - 1.0), 8);
    store<f64>(out, 0.0, 16);
    store<f64>(out, 0.0, 24);
    return;
  }
  const nu = get(state, S.NU), k = get(state, S.K);
  const shift = get(state, S.SHIFT), width = get(state, S.WIDTH);
  const lambda = density == S.SKEWED ? get(state, S.LAMBDA) : 0.0;
  const root = Math.sqrt(v);
  const m = width * e + shift * root;
  const side = m < 0.0 ? -1.0 / (1.0 - lambda) : 1.0 / (1.0 + lambda);
  const mr = m * side * side;
  const square = m * mr;
  const x = k * v + square;
  const c = mr / x;
  const share = square / x;
  store<f64>(out, -(nu + 1.0) * width * c);
  store<f64>(out, 0.5 * (nu / v - (nu + 1.0) * (k + (shift * mr) / root) / x), 8);
  const widthNu = get(state, S.WIDTH_BY_NU), shiftNu = get(state, S.SHIFT_BY_NU);
  const stretched = 2.0 * c * (widthNu * e + shiftNu * root) - share / k;
  store<f64>(out, get(state, S.LOG_C_BY_NU) + widthNu / width - 0.5 * Math.log1p(square / (k * v)) - 0.5 * (nu + 1.0) * stretched, 16);
  let byLambda: f64 = 0.0;
  if (density == S.SKEWED) {
    const widthLambda = get(state, S.WIDTH_BY_LAMBDA);
    const tilted = c * (widthLambda * e + get(state, S.SHIFT_BY_LAMBDA) * root) - share * side;
    byLambda = widthLambda / width - (nu + 1.0) * tilted;
  }
  store<f64>(out, byLambda, 24);
}

/**
 * Expected products of the derivatives at h = 1 (location, variance, nu, lambda): a symmetric 4 x 4 matrix at `out`, row-major.
 * Normal: 1 and 1/2 on the diagonal. Otherwise the midpoint rule in the angle w, y = sqrt(nu - 2) tan(w), where y is the standardised
 * distance on either side of the mode: the density becomes cos(w)^(nu - 1), smooth and bounded for every nu > 2.
 * @param scratch room for 4 values
 */
export function garchDensityInformation(state: usize, out: usize, scratch: usize): void {
  const density = <i32>get(state, S.DENSITY);
  memory.fill(out, 0, 16 << 3);
  if (density == S.NORMAL) {
    store<f64>(out, 1.0);
    store<f64>(out, 0.5, 5 << 3);
    return;
  }
  const nu = get(state, S.NU), lambda = density == S.SKEWED ? get(state, S.LAMBDA) : 0.0;
  const reach = Math.sqrt(get(state, S.K)), shift = get(state, S.SHIFT), width = get(state, S.WIDTH);
  let weights: f64 = 0.0;
  for (let i = 0; i < NODES; i++) {
    const angle = HALF_PI * ((2.0 * <f64>i + 1.0) / <f64>NODES - 1.0);
    const stretch = angle < 0.0 ? 1.0 - lambda : 1.0 + lambda;
    const weight = stretch * Math.exp((nu - 1.0) * Math.log(Math.cos(angle)));
    densityScores(state, density, (stretch * reach * Math.tan(angle) - shift) / width, 1.0, scratch);
    weights += weight;
    for (let row: usize = 0; row < 4; row++) {
      const scaled = weight * load<f64>(scratch + (row << 3));
      for (let column: usize = 0; column <= row; column++) {
        const at = out + ((4 * row + column) << 3);
        store<f64>(at, load<f64>(at) + scaled * load<f64>(scratch + (column << 3)));
      }
    }
  }
  for (let row: usize = 0; row < 4; row++) {
    for (let column: usize = 0; column <= row; column++) {
      const value = load<f64>(out + ((4 * row + column) << 3)) / weights;
      store<f64>(out + ((4 * row + column) << 3), value);
      store<f64>(out + ((4 * column + row) << 3), value);
    }
  }
}
