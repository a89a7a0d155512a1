/**
 * Two regimes with Gaussian values: y[t] ~ N(mean, variance) of the regime, which follows a Markov chain. Everything is scaled by
 * the larger density at each step, so that a value 60 standard deviations away costs digits, not the answer.
 * Model: stay 0, stay 1, mean 0, mean 1, variance 0, variance 1, where stay is the probability of remaining.
 */

const LOG_TWO_PI: f64 = 1.8378770664093454836;

/** Share of regime 0 in the long run. */
export function regimeErgodic(model: usize): f64 {
  const leave0 = 1.0 - load<f64>(model);
  const leave1 = 1.0 - load<f64>(model, 8);
  return leave1 / (leave0 + leave1);
}

/**
 * Hamilton's (1989) filter over [from, to).
 * @param filtered P(regime 0 at t | y up to t), out
 * @param carry P(regime 0) predicted for `from`: the ergodic share at first, then what the chunk before left; then log-likelihood, added to
 */
export function regimeFilter(values: usize, from: i32, to: i32, model: usize, filtered: usize, carry: usize): void {
  const stay0 = load<f64>(model);
  const stay1 = load<f64>(model, 8);
  const mean0 = load<f64>(model, 16);
  const mean1 = load<f64>(model, 24);
  const precision0 = 0.5 / load<f64>(model, 32);
  const precision1 = 0.5 / load<f64>(model, 40);
  const constant0 = -0.5 * (LOG_TWO_PI + Math.log(load<f64>(model, 32)));
  const constant1 = -0.5 * (LOG_TWO_PI + Math.log(load<f64>(model, 40)));
  let predicted = load<f64>(carry);
  let logLikelihood = load<f64>(carry, 8);
  let product: f64 = 1.0;
  for (let t = from; t < to; t++) {
    const y = load<f64>(values + (<usize>t << 3));
    const log0 = constant0 - (y - mean0) * (y - mean0) * precision0;
    const log1 = constant1 - (y - mean1) * (y - mean1) * precision1;
    const gap = log1 - log0;
    const smaller = Math.exp(-abs(gap));
    const weight0 = predicted * (gap > 0.0 ? smaller : 1.0);
    const weight1 = (1.0 - predicted) * (gap > 0.0 ? 1.0 : smaller);
    const sum = weight0 + weight1;
    logLikelihood += gap > 0.0 ? log1 : log0;
    // The product of 16 sums keeps far from underflow, and one logarithm serves them all.
    product *= sum;
    if ((t & 15) == 15) {
      logLikelihood += Math.log(product);
      product = 1.0;
    }
    const now = weight0 / sum;
    store<f64>(filtered + (<usize>t << 3), now);
    predicted = now * stay0 + (1.0 - now) * (1.0 - stay1);
  }
  store<f64>(carry, predicted);
  store<f64>(carry, logLikelihood + Math.log(product), 8);
}

/**
 * Kim's (1994) smoother over t = to - 1 down to from, adding up what the next parameters need. Call it from the end backwards.
 * @param n length of the column
 * @param smoothed P(regime 0 at t | all y), out; may be `filtered`
 * @param carry P(regime 0) smoothed at `to`, as the chunk after left it; unused for the last chunk
 * @param sums added to: expected moves 0->0, 0->1, 1->0, 1->1; then for each regime its expected count, and the sums of
 *   distance from its mean and of that squared (10 values)
 */
export function regimeSmoother(
  values: usize,
  from: i32,
  to: i32,
  n: i32,
  model: usize,
  filtered: usize,
  smoothed: usize,
  carry: usize,
  sums: usize,
): void {
  const stay0 = load<f64>(model);
  const stay1 = load<f64>(model, 8);
  const mean0 = load<f64>(model, 16);
  const mean1 = load<f64>(model, 24);
  let later = load<f64>(carry);
  let moves00: f64 = 0.0;
  let moves01: f64 = 0.0;
  let moves10: f64 = 0.0;
  let moves11: f64 = 0.0;
  let count0: f64 = 0.0;
  let count1: f64 = 0.0;
  let distance0: f64 = 0.0;
  let distance1: f64 = 0.0;
  let square0: f64 = 0.0;
  let square1: f64 = 0.0;
  for (let t = to - 1; t >= from; t--) {
    let now = load<f64>(filtered + (<usize>t << 3));
    if (t < n - 1) {
      const predicted = now * stay0 + (1.0 - now) * (1.0 - stay1);
      const ratio0 = later / predicted;
      const ratio1 = (1.0 - later) / (1.0 - predicted);
      const to00 = now * stay0 * ratio0;
      const to01 = now * (1.0 - stay0) * ratio1;
      moves00 += to00;
      moves01 += to01;
      moves10 += (1.0 - now) * (1.0 - stay1) * ratio0;
      moves11 += (1.0 - now) * stay1 * ratio1;
      now = to00 + to01;
    }
    store<f64>(smoothed + (<usize>t << 3), now);
    later = now;
    const y = load<f64>(values + (<usize>t << 3));
    const from0 = y - mean0;
    const from1 = y - mean1;
    count0 += now;
    distance0 += now * from0;
    square0 += now * from0 * from0;
    count1 += 1.0 - now;
    distance1 += (1.0 - now) * from1;
    square1 += (1.0 - now) * from1 * from1;
  }
  store<f64>(carry, later);
  add(sums, 0, moves00);
  add(sums, 1, moves01);
  add(sums, 2, moves10);
  add(sums, 3, moves11);
  add(sums, 4, count0);
  add(sums, 5, distance0);
  add(sums, 6, square0);
  add(sums, 7, count1);
  add(sums, 8, distance1);
  add(sums, 9, square1);
}

function add(sums: usize, index: usize, value: f64): void {
  store<f64>(sums + (index << 3), load<f64>(sums + (index << 3)) + value);
}
