/**
 * Simulates many futures of a volatility model side by side, one step of all paths at a time. The state of a path is in ring buffers of
 * `slots` rows of `paths` values, row t mod slots being step t: shocks, levels of the variance, returns.
 *
 * A model is a block of 29 values: family, lags of level, of shock and of return, mu, omega, variance of step 0 (0: by the recursion),
 * known part of h (family 2), then five each of ar, alpha, gamma, beta, and delta (family 3).
 * Families: 0 h = omega + sum (alpha + gamma [e < 0]) e^2 + sum beta h (shocks e, levels h); 1 EGARCH (shocks z, levels ln h);
 * 2 h = known + sum weight[i] e^2[-i] over the steps simulated so far (shocks e); 3 APARCH (shocks e, levels
 * ln h).
 */
import { FollowedBlock, PathsBlock } from "../../build/layouts/volatility";
import { nextUniform } from "../../lib/rng";
import { MEAN_SIZE } from "./egarch-state";

const RETURN_LAGS: usize = 24;
const MU: usize = 32;
const OMEGA: usize = 40;
const FIRST: usize = 48;
const KNOWN: usize = 56;
const AR: usize = 64;
const ALPHA: usize = 104;
const GAMMA: usize = 144;
const BETA: usize = 184;
const DELTA: usize = 224;
/** Beyond this, the square of a variance leaves the range of a double. */
const MAX_LOG: f64 = 300.0;

/** Initializes a ring with the known past, newest value first in `past` (`slots` long). */
export function pathsStart(ring: usize, paths: i32, slots: i32, past: usize): void {
  for (let lag = 1; lag <= slots; lag++) {
    const row = ring + ((<usize>(slots - lag) * <usize>paths) << 3);
    const value = load<f64>(past + (<usize>(lag - 1) << 3));
    for (let path = 0; path < paths; path++) store<f64>(row + (<usize>path << 3), value);
  }
}

/** Address of step - lag in a ring. */
@inline
function before(ring: usize, paths: i32, slots: i32, step: i32, lag: i32): usize {
  return ring + ((<usize>((step + slots - lag) % slots) * <usize>paths) << 3);
}

/**
 * Advances paths [from, to) to step `step` (0 is the first after the sample).
 * @formula the model's recursion; return = mean + sqrt(h) z with z drawn from the fitted density or from the residuals
 * @source seeded xoshiro256** (Blackman and Vigna), ziggurat (Doornik 2005)
 * @tolerance mean variance within 4.5 Monte-Carlo errors of the exact recursion
 * @param block `PathsBlock`, declared in assembly/layouts/volatility.mjs
 */
export function pathsStep(block: usize, step: i32, from: i32, to: i32): void {
  const given = changetype<PathsBlock>(block);
  const model = given.model;
  const shocks = given.shocks;
  const levels = given.levels;
  const history = given.history;
  const weights = given.weights;
  const paths = given.paths;
  const slots = given.slots;
  const noise = given.noise;
  const sigmas = given.sigmas;
  const returns = given.returns;
  const totals = given.totals;
  const sums = given.sums;
  const family = <i32>load<f64>(model);
  const p = <i32>load<f64>(model, 8), q = <i32>load<f64>(model, 16), lags = <i32>load<f64>(model, RETURN_LAGS);
  const mu = load<f64>(model, MU), omega = load<f64>(model, OMEGA), first = load<f64>(model, FIRST);
  const row = (<usize>(step % slots) * <usize>paths) << 3;
  let sum = load<f64>(sums);
  let sumSquared = load<f64>(sums, 8);
  for (let path = from; path < to; path++) {
    const column = <usize>path << 3;
    const z = load<f64>(noise + column);
    let h: f64, sigma: f64, memory: f64;
    if (family == 0) {
      h = omega;
      for (let i = 1; i <= q; i++) {
        const e = load<f64>(before(shocks, paths, slots, step, i) + column);
        const place = <usize>(i - 1) << 3;
        const weight = load<f64>(model + ALPHA + place) + (e < 0.0 ? load<f64>(model + GAMMA + place) : 0.0);
        h += weight * (e * e);
      }
      for (let j = 1; j <= p; j++) h += load<f64>(model + BETA + (<usize>(j - 1) << 3)) * load<f64>(before(levels, paths, slots, step, j) + column);
      if (step == 0 && first > 0.0) h = first;
      sigma = Math.sqrt(h);
      memory = sigma * z;
      store<f64>(levels + row + column, h);
    } else if (family == 1) {
      let level = omega;
      for (let i = 1; i <= q; i++) {
        const past = load<f64>(before(shocks, paths, slots, step, i) + column);
        const place = <usize>(i - 1) << 3;
        level += load<f64>(model + ALPHA + place) * (abs(past) - MEAN_SIZE) + load<f64>(model + GAMMA + place) * past;
      }
      for (let j = 1; j <= p; j++) level += load<f64>(model + BETA + (<usize>(j - 1) << 3)) * load<f64>(before(levels, paths, slots, step, j) + column);
      if (step == 0 && first > 0.0) level = Math.log(first);
      level = min(level, MAX_LOG);
      sigma = Math.exp(0.5 * level);
      h = sigma * sigma;
      memory = z;
      store<f64>(levels + row + column, level);
    } else if (family == 3) {
      const delta = load<f64>(model, DELTA);
      let power = omega;
      for (let i = 1; i <= q; i++) {
        const e = load<f64>(before(shocks, paths, slots, step, i) + column);
        const place = <usize>(i - 1) << 3;
        const size = abs(e) - load<f64>(model + GAMMA + place) * e;
        if (size > 0.0) power += load<f64>(model + ALPHA + place) * Math.exp(delta * Math.log(size));
      }
      for (let j = 1; j <= p; j++) {
        const past = load<f64>(before(levels, paths, slots, step, j) + column);
        power += load<f64>(model + BETA + (<usize>(j - 1) << 3)) * Math.exp(0.5 * delta * past);
      }
      const level = step == 0 && first > 0.0 ? Math.log(first) : min((2.0 / delta) * Math.log(power), MAX_LOG);
      sigma = Math.exp(0.5 * level);
      h = sigma * sigma;
      memory = sigma * z;
      store<f64>(levels + row + column, level);
    } else {
      h = load<f64>(model, KNOWN);
      for (let i = 1; i <= min(step, slots); i++) {
        const e = load<f64>(before(shocks, paths, slots, step, i) + column);
        h += load<f64>(weights + (<usize>(i - 1) << 3)) * (e * e);
      }
      if (step == 0 && first > 0.0) h = first;
      sigma = Math.sqrt(h);
      memory = sigma * z;
    }
    let value = mu;
    for (let i = 1; i <= lags; i++) value += load<f64>(model + AR + (<usize>(i - 1) << 3)) * load<f64>(before(history, paths, slots, step, i) + column);
    value += sigma * z;
    store<f64>(shocks + row + column, memory);
    if (lags > 0) store<f64>(history + row + column, value);
    store<f64>(sigmas + column, sigma);
    store<f64>(returns + column, value);
    store<f64>(totals + column, load<f64>(totals + column) + value);
    sum += h;
    sumSquared += h * h;
  }
  store<f64>(sums, sum);
  store<f64>(sums, sumSquared, 8);
}

/** The single path that follows known returns. */
const OWN = memory.data(offsetof<PathsBlock>(), 8);

/**
 * Follows known returns with given parameters: one-step-ahead sigma and mean of each step, steps [from, to).
 * @param block `FollowedBlock`, declared in assembly/layouts/volatility.mjs
 */
export function followReturns(block: usize, from: i32, to: i32): void {
  const given = changetype<FollowedBlock>(block);
  const model = given.model;
  const known = given.known;
  const actual = given.actual;
  const work = given.work;
  const sigmas = given.sigmas;
  const means = given.means;
  const own = changetype<PathsBlock>(OWN);
  own.model = model;
  own.shocks = given.shocks;
  own.levels = given.levels;
  own.history = given.history;
  own.weights = given.weights;
  own.paths = 1;
  own.slots = given.slots;
  own.noise = work;
  own.totals = work + 8;
  own.sums = work + 16;
  for (let step = from; step < to; step++) {
    const at = <usize>step << 3;
    if (known) store<f64>(model, load<f64>(known + at), KNOWN);
    own.sigmas = sigmas + at;
    // Without a shock, the return is its mean; then the actual shock is stored.
    store<f64>(work, 0.0);
    own.returns = means + at;
    pathsStep(OWN, step, 0, 1);
    store<f64>(work, (load<f64>(actual + at) - load<f64>(means + at)) / load<f64>(sigmas + at));
    own.returns = work + 32;
    pathsStep(OWN, step, 0, 1);
  }
}

/**
 * Draws out[from..to) from a column of residuals with replacement: the shocks of a filtered historical simulation.
 * @formula z = residual at a uniformly random index
 * @source Barone-Adesi, Giannopoulos and Vosper 1999
 * @tolerance mean variance of the paths within 4.5 Monte-Carlo errors of the recursion with the residuals' second moment
 * @param state stream set by rngSeed; successive calls continue it
 */
export function drawResiduals(state: usize, out: usize, from: i32, to: i32, residuals: usize, n: i32): void {
  for (let i = from; i < to; i++) {
    const place = min(<i32>(nextUniform(state) * <f64>n), n - 1);
    store<f64>(out + (<usize>i << 3), load<f64>(residuals + (<usize>place << 3)));
  }
}
