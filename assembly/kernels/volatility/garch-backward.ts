/**
 * Backward (adjoint) pass: the gradient with respect to mu, omega, alpha and beta in one sweep from the last observation to the first,
 * at a cost that does not grow with the number of parameters. With g[t] = d l[t] / d h[t], the derivative of the whole log-likelihood
 * with respect to h[t] obeys L[t] = g[t] + sum beta[j] L[t+j], and every weight's derivative is a sum of L[t] times its regressor.
 */
import * as S from "./garch-state";
import { get, set } from "./garch-state";

/**
 * GARCH(1,1), four observations at a time. With M[s] = L[s+1] all sums run over the same index, and M[s] = J[s] + beta^2 J[s+2] + beta^4
 * M[s+4], J[s] = g[s+1] + beta g[s+2].
 * @param keep a constant: true if L replaces g, without any sums
 */
@inline
function sweep(state: usize, y: usize, hAt: usize, gAt: usize, from: i32, to: i32, keep: bool): void {
  const betaValue = get(state, S.BETA);
  const mu = f64x2.splat(get(state, S.MU));
  const beta = f64x2.splat(betaValue);
  const beta2 = f64x2.splat(betaValue * betaValue);
  const beta4 = f64x2.splat(betaValue * betaValue * betaValue * betaValue);
  const top = <usize>((to + 3) & ~3) << 3;
  const bottom = y + (<usize>from << 3);
  let at = y + top;
  let h = hAt + top;
  let g = gAt + top;
  let m0 = v128.load(state + (S.ADJOINT << 3));
  let m1 = v128.load(state + (S.ADJOINT << 3), 16);
  let sumOmega = v128.load(state + (S.ADJOINT_SUMS << 3));
  let sumE = v128.load(state + (S.ADJOINT_SUMS << 3), 16);
  let sumE2 = v128.load(state + (S.ADJOINT_SUMS << 3), 32);
  let sumH = v128.load(state + (S.ADJOINT_SUMS << 3), 48);
  let g4 = v128.load(g);
  const g6 = v128.load(g, 16);
  let j4 = f64x2.add(v128.shuffle<u64>(g4, g6, 1, 2), f64x2.mul(beta, g6));
  // The next chunk has already replaced its g by L; the values of g needed here were carried over.
  if (keep && to < <i32>get(state, S.COUNT)) {
    j4 = v128.load(state + (S.ADJOINT << 3), 32);
    g4 = v128.load(state + (S.ADJOINT << 3), 48);
  }
  while (at > bottom) {
    at -= 32;
    h -= 32;
    g -= 32;
    const g0 = v128.load(g);
    const g2 = v128.load(g, 16);
    const j0 = f64x2.add(v128.shuffle<u64>(g0, g2, 1, 2), f64x2.mul(beta, g2));
    const j2 = f64x2.add(v128.shuffle<u64>(g2, g4, 1, 2), f64x2.mul(beta, g4));
    m0 = f64x2.add(f64x2.add(j0, f64x2.mul(beta2, j2)), f64x2.mul(beta4, m0));
    m1 = f64x2.add(f64x2.add(j2, f64x2.mul(beta2, j4)), f64x2.mul(beta4, m1));
    j4 = j0;
    g4 = g0;
    if (keep) {
      v128.store(g, m0, 8);
      v128.store(g, m1, 24);
      continue;
    }
    const e0 = f64x2.sub(v128.load(at), mu);
    const e1 = f64x2.sub(v128.load(at, 16), mu);
    const me0 = f64x2.mul(m0, e0);
    const me1 = f64x2.mul(m1, e1);
    sumOmega = f64x2.add(sumOmega, f64x2.add(m0, m1));
    sumE = f64x2.add(sumE, f64x2.add(me0, me1));
    sumE2 = f64x2.add(sumE2, f64x2.add(f64x2.mul(me0, e0), f64x2.mul(me1, e1)));
    sumH = f64x2.add(sumH, f64x2.add(f64x2.mul(m0, v128.load(h)), f64x2.mul(m1, v128.load(h, 16))));
  }
  v128.store(state + (S.ADJOINT << 3), m0);
  v128.store(state + (S.ADJOINT << 3), m1, 16);
  if (keep) {
    v128.store(state + (S.ADJOINT << 3), j4, 32);
    v128.store(state + (S.ADJOINT << 3), g4, 48);
    return;
  }
  v128.store(state + (S.ADJOINT_SUMS << 3), sumOmega);
  v128.store(state + (S.ADJOINT_SUMS << 3), sumE, 16);
  v128.store(state + (S.ADJOINT_SUMS << 3), sumE2, 32);
  v128.store(state + (S.ADJOINT_SUMS << 3), sumH, 48);
}

function behind(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  sweep(state, y, h, g, from, to, false);
}
function behindKeeping(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  sweep(state, y, h, g, from, to, true);
}

/** Turns the sums of `sweep` into a gradient; the first observation's adjoint is multiplied by the pre-sample terms. */
function finishBehind(state: usize, g: usize): void {
  const alpha = get(state, S.ALPHA);
  const beta = get(state, S.BETA);
  const presample = get(state, S.PRESAMPLE);
  const first = load<f64>(g) + beta * get(state, S.ADJOINT);
  const at = S.ADJOINT_SUMS;
  const e = get(state, at + 2) + get(state, at + 3);
  const byMu = -2.0 * alpha * e + (alpha + beta) * first * get(state, S.PRESAMPLE_SLOPE);
  set(state, S.GRADIENT + S.MU, get(state, S.GRADIENT + S.MU) + 0.5 * byMu);
  set(state, S.GRADIENT + S.OMEGA, 0.5 * (get(state, at) + get(state, at + 1) + first));
  set(state, S.GRADIENT + S.ALPHA, 0.5 * (get(state, at + 4) + get(state, at + 5) + first * presample));
  set(state, S.GRADIENT + S.BETA, 0.5 * (get(state, at + 6) + get(state, at + 7) + first * presample));
}

// Slots of the sums of the general pass.
const SUM_OMEGA: usize = S.ADJOINT_SUMS;
const SUM_MU: usize = S.ADJOINT_SUMS + 1;
const SUM_ALPHA: usize = S.ADJOINT_SUMS + 2;
const SUM_BETA: usize = S.ADJOINT_SUMS + 7;

/** Any order, one observation at a time. `deep`, a constant: more than two lags. */
@inline
function stepwise(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32, deep: bool): void {
  const mu = get(state, S.MU);
  const presample = get(state, S.PRESAMPLE);
  const a1 = get(state, S.ALPHA), a2 = get(state, S.ALPHA + 1), a3 = get(state, S.ALPHA + 2), a4 = get(state, S.ALPHA + 3);
  const a5 = get(state, S.ALPHA + 4);
  const b1 = get(state, S.BETA), b2 = get(state, S.BETA + 1), b3 = get(state, S.BETA + 2), b4 = get(state, S.BETA + 3);
  const b5 = get(state, S.BETA + 4);
  let l1 = get(state, S.ADJOINT), l2 = get(state, S.ADJOINT + 1), l3 = get(state, S.ADJOINT + 2), l4 = get(state, S.ADJOINT + 3);
  let l5 = get(state, S.ADJOINT + 4);
  let omega = get(state, SUM_OMEGA), byMu = get(state, SUM_MU);
  let s1 = get(state, SUM_ALPHA), s2 = get(state, SUM_ALPHA + 1), s3 = get(state, SUM_ALPHA + 2), s4 = get(state, SUM_ALPHA + 3);
  let s5 = get(state, SUM_ALPHA + 4);
  let v1 = get(state, SUM_BETA), v2 = get(state, SUM_BETA + 1), v3 = get(state, SUM_BETA + 2), v4 = get(state, SUM_BETA + 3);
  let v5 = get(state, SUM_BETA + 4);
  for (let t = to - 1; t >= from; t--) {
    const at = <usize>t << 3;
    const e = load<f64>(y + at) - mu;
    let weighted = a1 * l1 + a2 * l2;
    let older = load<f64>(g + at) + b2 * l2;
    // Sums aligned with the regressor: e[t]^2 is paired with L[t+1] for alpha1, L[t+2] for alpha2, and so on.
    const e2 = e * e;
    const v = load<f64>(h + at);
    s1 += l1 * e2;
    s2 += l2 * e2;
    v1 += l1 * v;
    v2 += l2 * v;
    if (deep) {
      weighted += a3 * l3 + (a4 * l4 + a5 * l5);
      older += b3 * l3 + (b4 * l4 + b5 * l5);
      s3 += l3 * e2;
      s4 += l4 * e2;
      s5 += l5 * e2;
      v3 += l3 * v;
      v4 += l4 * v;
      v5 += l5 * v;
      l5 = l4;
      l4 = l3;
      l3 = l2;
    }
    byMu += e * weighted;
    const l = older + b1 * l1;
    omega += l;
    l2 = l1;
    l1 = l;
  }
  if (from == 0) {
    // Before the sample every e^2 and h is the pre-sample variance, which alpha_i and beta_i refer to at t = 0..i-1.
    const p1 = presample * l1, p2 = p1 + presample * l2, p3 = p2 + presample * l3, p4 = p3 + presample * l4, p5 = p4 + presample * l5;
    s1 += p1;
    s2 += p2;
    s3 += p3;
    s4 += p4;
    s5 += p5;
    v1 += p1;
    v2 += p2;
    v3 += p3;
    v4 += p4;
    v5 += p5;
    const early = (a1 + b1) * p1 + (a2 + b2) * p2 + (a3 + b3) * p3 + (a4 + b4) * p4 + (a5 + b5) * p5;
    byMu -= (0.5 * early * get(state, S.PRESAMPLE_SLOPE)) / presample;
  }
  set(state, S.ADJOINT, l1);
  set(state, S.ADJOINT + 1, l2);
  set(state, S.ADJOINT + 2, l3);
  set(state, S.ADJOINT + 3, l4);
  set(state, S.ADJOINT + 4, l5);
  set(state, SUM_OMEGA, omega);
  set(state, SUM_MU, byMu);
  set(state, SUM_ALPHA, s1);
  set(state, SUM_ALPHA + 1, s2);
  set(state, SUM_ALPHA + 2, s3);
  set(state, SUM_ALPHA + 3, s4);
  set(state, SUM_ALPHA + 4, s5);
  set(state, SUM_BETA, v1);
  set(state, SUM_BETA + 1, v2);
  set(state, SUM_BETA + 2, v3);
  set(state, SUM_BETA + 3, v4);
  set(state, SUM_BETA + 4, v5);
}

function stepwiseDeep(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  stepwise(state, y, h, g, from, to, true);
}
function stepwiseShallow(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  stepwise(state, y, h, g, from, to, false);
}

function finishStepwise(state: usize): void {
  set(state, S.GRADIENT + S.MU, get(state, S.GRADIENT + S.MU) - get(state, SUM_MU));
  set(state, S.GRADIENT + S.OMEGA, 0.5 * get(state, SUM_OMEGA));
  for (let i: usize = 0; i < 2 * <usize>S.MAX_LAGS; i++) set(state, S.GRADIENT + S.ALPHA + i, 0.5 * get(state, SUM_ALPHA + i));
}

/**
 * Gradient over observations [from, to), in reverse order: call after `garchFinishForward`, with the last chunk first.
 * The call with from = 0 completes GRADIENT.
 * @formula derivatives of the log-likelihood by one backward recursion over the forward pass
 * @source Fiorentini, Calzolari and Panattoni (1996) for the derivatives
 * @tolerance central differences in 40-digit arithmetic, 1e-12
 * @param h variances and @param g slopes, as `garchForward` left them
 * @param from a multiple of 16; to = n in the first call, then the last call's from
 */
export function garchBackward(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  const q = get(state, S.SHOCK_LAGS), p = get(state, S.VARIANCE_LAGS);
  const simple = q == 1.0 && p == 1.0;
  if (simple) behind(state, y, h, g, from, to);
  else if (q > 2.0 || p > 2.0) stepwiseDeep(state, y, h, g, from, to);
  else stepwiseShallow(state, y, h, g, from, to);
  if (from > 0) return;
  if (simple) finishBehind(state, g);
  else finishStepwise(state);
}

/**
 * The adjoints of a GARCH(1,1) alone: leaves L[t], twice the derivative of the whole log-likelihood with respect to h[t], where g[t] was.
 * @of garchBackward
 * @param from a multiple of 16, and to = n in the first call, then the last call's from
 */
export function garchAdjoints(state: usize, y: usize, h: usize, g: usize, from: i32, to: i32): void {
  if (to == <i32>get(state, S.COUNT)) memory.fill(state + (S.ADJOINT << 3), 0, S.ADJOINT_SLOTS << 3);
  behindKeeping(state, y, h, g, from, to);
  if (from == 0) store<f64>(g, load<f64>(g) + get(state, S.BETA) * get(state, S.ADJOINT));
}
