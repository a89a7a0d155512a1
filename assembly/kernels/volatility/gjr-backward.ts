/**
 * Backward (adjoint) pass of the GJR model, in blocks: with g[t] = d l[t] / d h[t] the derivative of the whole log-likelihood with respect
 * to h[t] obeys L[t] = g[t] + sum beta[j] L[t+j]; every weight's derivative is a sum of L[t] times its regressor, and that of a shock is
 * the density's plus its effect on later variances.
 */
import { GjrPassBlock } from "../../build/layouts/volatility";
import * as S from "./garch-state";
import { get, set } from "./garch-state";
import * as V from "./gjr-state";

const BLOCK: i32 = 512;

/** Turns g into L in place, four at a time: with F[t] = g[t] + beta g[t+1], L[t] = F[t] + beta^2 F[t+2] + beta^4 L[t+4]. */
function adjoint(state: usize, g: usize, from: i32, to: i32, last: bool): void {
  const b = get(state, S.BETA);
  const beta = f64x2.splat(b), beta2 = f64x2.splat(b * b), beta4 = f64x2.splat(b * b * b * b);
  const carry = state + (V.ADJOINT_CARRY << 3);
  const bottom = g + (<usize>from << 3);
  let at = g + (<usize>((to + 3) & ~3) << 3);
  const zero = f64x2.splat(0.0);
  let g4 = last ? zero : v128.load(carry), f4 = last ? zero : v128.load(carry, 16);
  let l4 = last ? zero : v128.load(at), l6 = last ? zero : v128.load(at, 16);
  while (at > bottom) {
    at -= 32;
    const g0 = v128.load(at), g2 = v128.load(at, 16);
    const f0 = f64x2.add(g0, f64x2.mul(beta, v128.shuffle<u64>(g0, g2, 1, 2)));
    const f2 = f64x2.add(g2, f64x2.mul(beta, v128.shuffle<u64>(g2, g4, 1, 2)));
    l4 = f64x2.add(f64x2.add(f0, f64x2.mul(beta2, f2)), f64x2.mul(beta4, l4));
    l6 = f64x2.add(f64x2.add(f2, f64x2.mul(beta2, f4)), f64x2.mul(beta4, l6));
    v128.store(at, l4);
    v128.store(at, l6, 16);
    g4 = g0;
    f4 = f0;
  }
  v128.store(carry, g4);
  v128.store(carry, f4, 16);
}

/** The same with several lags, one by one. */
function adjointOfLags(state: usize, g: usize, from: i32, to: i32): void {
  const b1 = get(state, S.BETA), b2 = get(state, S.BETA + 1), b3 = get(state, S.BETA + 2), b4 = get(state, S.BETA + 3);
  const b5 = get(state, S.BETA + 4);
  const bottom = g + (<usize>from << 3);
  let at = g + (<usize>to << 3);
  let l1 = load<f64>(at), l2 = load<f64>(at, 8), l3 = load<f64>(at, 16), l4 = load<f64>(at, 24), l5 = load<f64>(at, 32);
  while (at > bottom) {
    at -= 8;
    const l = load<f64>(at) + b2 * l2 + (b3 * l3 + (b4 * l4 + b5 * l5)) + b1 * l1;
    store<f64>(at, l);
    l5 = l4;
    l4 = l3;
    l3 = l2;
    l2 = l1;
    l1 = l;
  }
}

/** Sums with the newest lag; completes the derivatives by the shocks if it is the only lag. */
function newestLag(state: usize, e: usize, h: usize, l: usize, u: usize, from: i32, to: i32): void {
  const alpha = f64x2.splat(get(state, S.ALPHA)), gamma = f64x2.splat(get(state, V.GAMMA)), zero = f64x2.splat(0.0);
  const sums = state + (V.OMEGA_SUM << 3);
  let omega = v128.load(sums), byGamma = v128.load(sums, 16), byAlpha = v128.load(sums, 32), byBeta = v128.load(state + (V.BETA_SUMS << 3));
  const end = <usize>to << 3;
  for (let at = <usize>from << 3; at < end; at += 16) {
    const shock = v128.load(e + at);
    const loss = f64x2.pmin(shock, zero);
    const next = v128.load(l + at + 8);
    const weighted = f64x2.mul(next, shock);
    omega = f64x2.add(omega, v128.load(l + at));
    byAlpha = f64x2.add(byAlpha, f64x2.mul(weighted, shock));
    byGamma = f64x2.add(byGamma, f64x2.mul(weighted, loss));
    byBeta = f64x2.add(byBeta, f64x2.mul(next, v128.load(h + at)));
    const later = f64x2.add(f64x2.mul(alpha, weighted), f64x2.mul(gamma, f64x2.mul(next, loss)));
    v128.store(u + at, f64x2.add(v128.load(u + at), later));
  }
  v128.store(sums, omega);
  v128.store(sums, byGamma, 16);
  v128.store(sums, byAlpha, 32);
  v128.store(state + (V.BETA_SUMS << 3), byBeta);
}

/** Sums with the older lags of shocks and variances. */
function olderLags(state: usize, e: usize, h: usize, l: usize, u: usize, from: i32, to: i32): void {
  const end = <usize>to << 3;
  const shockLags = <usize>get(state, S.SHOCK_LAGS), varianceLags = <usize>get(state, S.VARIANCE_LAGS);
  for (let lag: usize = 2; lag <= shockLags; lag++) {
    const weight = f64x2.splat(get(state, S.ALPHA + lag - 1));
    const place = state + ((V.ALPHA_SUMS + 2 * (lag - 1)) << 3);
    const later = l + (lag << 3);
    let sum = v128.load(place);
    for (let at = <usize>from << 3; at < end; at += 16) {
      const shock = v128.load(e + at);
      const weighted = f64x2.mul(v128.load(later + at), shock);
      sum = f64x2.add(sum, f64x2.mul(weighted, shock));
      v128.store(u + at, f64x2.add(v128.load(u + at), f64x2.mul(weight, weighted)));
    }
    v128.store(place, sum);
  }
  for (let lag: usize = 2; lag <= varianceLags; lag++) {
    const place = state + ((V.BETA_SUMS + 2 * (lag - 1)) << 3);
    const later = l + (lag << 3);
    let sum = v128.load(place);
    for (let at = <usize>from << 3; at < end; at += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(later + at), v128.load(h + at)));
    v128.store(place, sum);
  }
}

/** Sums of the shocks' derivatives times the regressors of the mean: 1 and earlier returns. */
function meanSums(state: usize, y: usize, u: usize, from: i32, to: i32): void {
  const end = <usize>to << 3;
  const lags = <usize>get(state, V.MEAN_LAGS);
  for (let lag: usize = 0; lag <= lags; lag++) {
    const place = state + ((V.MEAN_SUMS + 2 * lag) << 3);
    const earlier = y - (lag << 3);
    let sum = v128.load(place);
    if (lag == 0) for (let at = <usize>from << 3; at < end; at += 16) sum = f64x2.add(sum, v128.load(u + at));
    else for (let at = <usize>from << 3; at < end; at += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(u + at), v128.load(earlier + at)));
    v128.store(place, sum);
  }
}

@inline
function pairSum(state: usize, slot: usize): f64 {
  return get(state, slot) + get(state, slot + 1);
}

/** Turns the sums into the gradient; the pre-sample terms are multiplied by the first adjoints. */
function finish(state: usize, l: usize): void {
  const presample = get(state, S.PRESAMPLE);
  const first = load<f64>(l);
  let early = 0.5 * get(state, V.GAMMA) * first;
  let adjoints: f64 = 0.0;
  for (let i: usize = 0; i < <usize>S.MAX_LAGS; i++) {
    // Lag i + 1 refers to the pre-sample at t = 0..i.
    adjoints += load<f64>(l + (i << 3));
    early += (get(state, S.ALPHA + i) + get(state, S.BETA + i)) * adjoints;
    set(state, S.GRADIENT + S.ALPHA + i, 0.5 * (pairSum(state, V.ALPHA_SUMS + 2 * i) + presample * adjoints));
    set(state, S.GRADIENT + S.BETA + i, 0.5 * (pairSum(state, V.BETA_SUMS + 2 * i) + presample * adjoints));
  }
  set(state, S.GRADIENT + S.OMEGA, 0.5 * pairSum(state, V.OMEGA_SUM));
  set(state, V.GAMMA_GRADIENT, 0.5 * (pairSum(state, V.GAMMA_SUM) + 0.5 * presample * first));
  for (let i: usize = 0; i <= <usize>S.MAX_LAGS; i++) {
    set(state, V.MEAN_GRADIENT + i, 0.5 * early * get(state, V.PRESAMPLE_SLOPES + i) - pairSum(state, V.MEAN_SUMS + 2 * i));
  }
}

/**
 * Gradient over observations [from, to), in reverse order: call after `gjrFinish`, with the last chunk first. The call with from = 0
 * completes it. g and u are overwritten by the derivatives of the whole log-likelihood by h (twice) and by e.
 * @of gjrForward
 * @param pass the `GjrPassBlock` of the forward pass
 * @param from a multiple of 512; to = n in the first call, then the last call's from
 */
export function gjrBackward(pass: usize, from: i32, to: i32): void {
  const given = changetype<GjrPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const e = given.e;
  const h = given.h;
  const g = given.g;
  const u = given.u;
  const n = <i32>get(state, S.COUNT);
  const severalVariances = get(state, S.VARIANCE_LAGS) > 1.0;
  const several = severalVariances || get(state, S.SHOCK_LAGS) > 1.0;
  let stop = to;
  while (stop > from) {
    const start = (stop - 1) & ~(BLOCK - 1);
    if (severalVariances) adjointOfLags(state, g, start, stop);
    else adjoint(state, g, start, stop, stop == n);
    newestLag(state, e, h, g, u, start, stop);
    if (several) olderLags(state, e, h, g, u, start, stop);
    meanSums(state, y, u, start, stop);
    stop = start;
  }
  if (from == 0) finish(state, g);
}
