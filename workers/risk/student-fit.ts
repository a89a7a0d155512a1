import { studentSumsBlock } from "../../assembly/build/risk-layouts.js";
import type { Count } from "../contract";
import { invertPositive } from "../numerics/linear-algebra";
import type { RiskKernels, Shape } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** Student's t with location and scale: x = location + scale T. */
export interface StudentFit {
  location: number;
  /** Of the standard t, whose variance is nu / (nu - 2). */
  scale: number;
  nu: number;
  logLikelihood: number;
  iterations: Count;
}

/** Bounds of the degrees of freedom: the variance must exist, and beyond 200 the quantiles equal the normal ones to three digits. */
const MIN_NU = 2.1;
const MAX_NU = 200;
const MAX_STEPS = 60;
/** Minimum expected gain in log-likelihood per step. */
const ENOUGH = 1e-10;
const LN_PI = 1.1447298858494002;

interface Point {
  location: number;
  scale: number;
  nu: number;
}

/**
 * Maximum-likelihood Student's t with location and scale, degrees of freedom from 2.1 to 200; null if the values do not vary. Uses Newton steps
 * with the exact Hessian if it is negative definite, and EM steps otherwise; a step is only accepted if the likelihood increases.
 * @term Student's t fit
 * @formula l = n (ln G((nu+1)/2) - ln G(nu/2) - ln(pi nu)/2 - ln s) - (nu+1)/2 sum ln(1 + z^2/nu), z = (x - m)/s
 * @source Lange, Little and Taylor 1989
 * @tolerance log-likelihood within 1e-7 of scipy 1.17.1 (stats.t.fit), parameters within 1e-4
 * @param address n finite values
 */
export function fitStudent(context: JobContext, risk: RiskKernels, address: number, shape: Shape, start?: StudentFit): StudentFit | null {
  if (!(shape.deviation > 0)) return null;
  const { n } = shape;
  let at: Point = start ?? guess(shape);
  let now = evaluate(context, risk, address, n, at);
  let iterations = 0;
  while (iterations++ < MAX_STEPS) {
    const newton = newtonStep(context, now, at, n);
    let next: Point | null = null;
    let found = now;
    if (newton) {
      if (newton.gain < ENOUGH) break;
      for (let share = 1; share > 0.01 && !next; share /= 2) {
        const tried = moved(at, newton.step, share);
        const result = tried && evaluate(context, risk, address, n, tried);
        if (result && result.logLikelihood > now.logLikelihood) [next, found] = [tried, result];
      }
    }
    if (!next) {
      for (const tried of emSteps(context, now, at, n)) {
        const result = evaluate(context, risk, address, n, tried);
        if (!(result.logLikelihood > now.logLikelihood + ENOUGH)) continue;
        [next, found] = [tried, result];
        break;
      }
      if (!next) break;
    }
    [at, now] = [next, found];
  }
  return { ...at, logLikelihood: now.logLikelihood, iterations };
}

/** Starting values: degrees of freedom from the sample's kurtosis, scale from its variance. */
function guess({ mean, deviation, kurtosis }: Shape): Point {
  const nu = kurtosis !== null && kurtosis > 0.1 ? Math.min(Math.max(4 + 6 / kurtosis, 4.5), 30) : 30;
  return { location: mean, scale: deviation * Math.sqrt((nu - 2) / nu), nu };
}

interface Evaluation {
  logLikelihood: number;
  sums: Float64Array;
}

function evaluate(context: JobContext, risk: RiskKernels, address: number, n: Count, { location, scale, nu }: Point): Evaluation {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const out = arena.put(new Float64Array(7));
    const block = arena.block(studentSumsBlock, { values: address, location, scale, nu, sums: out });
    inChunks(context, n, CHUNK, (from, to) => risk.studentSums(block, from, to));
    const sums = arena.view(out, 7).slice();
    const constant =
      kernels.logGamma((nu + 1) / 2) - kernels.logGamma(nu / 2) - 0.5 * (LN_PI + kernels.naturalLog(nu)) - kernels.naturalLog(scale);
    return { logLikelihood: n * constant - ((nu + 1) / 2) * sums[0], sums };
  });
}

/** Derivative of the density's log constant with respect to nu. */
function slopeOfConstant({ kernels }: JobContext, nu: number): number {
  return 0.5 * (kernels.digamma((nu + 1) / 2) - kernels.digamma(nu / 2) - 1 / nu);
}

/** Newton step in location, scale and degrees of freedom (fixed if the gradient points out of a bound), and its expected gain. */
function newtonStep(context: JobContext, { sums }: Evaluation, { scale: s, nu }: Point, n: Count): { step: number[]; gain: number } | null {
  const [logs, zd, qd, , zdd, qdd, d2] = sums;
  const up = nu + 1;
  const small = 1e-4 * nu;
  const curve = (slopeOfConstant(context, nu + small) - slopeOfConstant(context, nu - small)) / (2 * small);
  const gradient = [(up / s) * zd, (up * qd - n) / s, n * slopeOfConstant(context, nu) - 0.5 * logs + (up / (2 * nu)) * qd];
  const cross = [(zd - up * zdd) / s, (qd - up * qdd) / s];
  // Of the negative log-likelihood, so that it is positive definite at a maximum.
  const hessian = [
    [(up / (s * s)) * (nu * d2 - qdd), ((2 * nu * up) / (s * s)) * zdd, -cross[0]],
    [((2 * nu * up) / (s * s)) * zdd, (up * (qd + 2 * nu * qdd) - n) / (s * s), -cross[1]],
    [-cross[0], -cross[1], -(n * curve + qd / (2 * nu) - qd / (2 * nu * nu) - (up / (2 * nu)) * qdd)],
  ];
  const bound = (nu <= MIN_NU && gradient[2] < 0) || (nu >= MAX_NU && gradient[2] > 0);
  const free = bound ? [0, 1] : [0, 1, 2];
  const inverse = invertPositive(Float64Array.from(free.flatMap((i) => free.map((j) => hessian[i][j]))), free.length);
  if (!inverse) return null;
  const step = [0, 0, 0];
  free.forEach((i, row) => {
    free.forEach((j, column) => {
      step[i] += inverse[row * free.length + column] * gradient[j];
    });
  });
  return { step, gain: 0.5 * free.reduce((sum, i) => sum + step[i] * gradient[i], 0) };
}

function moved(at: Point, [location, scale, nu]: number[], share: number): Point | null {
  const next = {
    location: at.location + share * location,
    scale: at.scale + share * scale,
    nu: Math.min(Math.max(at.nu + share * nu, MIN_NU), MAX_NU),
  };
  return next.scale > 0.05 * at.scale ? next : null;
}

/**
 * EM steps in their faster form (weights normalized to sum to one), with large, small and no changes of the degrees of freedom along the
 * gradient.
 */
function emSteps(context: JobContext, { sums }: Evaluation, { location, scale, nu }: Point, n: Count): Point[] {
  const [logs, zd, qd, d1] = sums;
  const shift = zd / d1;
  const spread = Math.max(qd / d1 - shift * shift, 1e-12);
  const uphill = n * slopeOfConstant(context, nu) - 0.5 * logs + ((nu + 1) / (2 * nu)) * qd > 0;
  return [1.5, 1.05, 1].map((factor) => ({
    location: location + scale * shift,
    scale: scale * Math.sqrt(spread),
    nu: Math.min(Math.max(uphill ? nu * factor : nu / factor, MIN_NU), MAX_NU),
  }));
}
