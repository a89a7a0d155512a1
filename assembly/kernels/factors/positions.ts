/**
 * Returns of holding the sign of a factor, taken at one close and held to the next; nothing before the factor is known, nor where it is
 * missing.
 * @formula out[t] = sign(factor[t - 1]) r[t]
 * @source definition: position one step late, no costs
 * @tolerance same bits as a plain loop
 * @param returns simple returns, r[t] from t - 1 to t
 * @param out strategy returns
 * @param active out less r: the return over buying and holding
 * @param counts added to: steps with a position, steps on which it was right, changes of position, rises among the steps with a position
 */
export function positionReturns(factor: usize, returns: usize, from: i32, to: i32, out: usize, active: usize, counts: usize): void {
  let held: f64 = 0;
  let right: f64 = 0;
  let changes: f64 = 0;
  let rises: f64 = 0;
  for (let t = max(from, 1); t < to; t++) {
    const position = directionOf(load<f64>(factor + (<usize>(t - 1) << 3)));
    const r = load<f64>(returns + (<usize>t << 3));
    const gain = position * r;
    store<f64>(out + (<usize>t << 3), gain);
    store<f64>(active + (<usize>t << 3), gain - r);
    if (position != 0) {
      held += 1.0;
      if (gain > 0) right += 1.0;
      if (r > 0) rises += 1.0;
    }
    if (t > 1 && position != directionOf(load<f64>(factor + (<usize>(t - 2) << 3)))) changes += 1.0;
  }
  store<f64>(counts, load<f64>(counts) + held);
  store<f64>(counts, load<f64>(counts, 8) + right, 8);
  store<f64>(counts, load<f64>(counts, 16) + changes, 16);
  store<f64>(counts, load<f64>(counts, 24) + rises, 24);
}

// @ts-ignore: decorator
@inline
function directionOf(factor: f64): f64 {
  return factor > 0 ? 1.0 : factor < 0 ? -1.0 : 0.0;
}

/**
 * Counts, sums and sums of squares of y by the bucket x falls in: bucket k holds edges[k - 1] < x <= edges[k].
 * @formula mean of y where edge below < x <= edge above
 * @source quantile buckets, as in the factor literature
 * @tolerance same sums as a plain loop, 1e-12
 * @param edges buckets - 1 ascending values
 * @param out 3 values per bucket, added to
 */
export function bucketSums(x: usize, y: usize, from: i32, to: i32, edges: usize, buckets: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const value = load<f64>(x + (<usize>t << 3));
    const other = load<f64>(y + (<usize>t << 3));
    let bucket: usize = 0;
    while (bucket + 1 < <usize>buckets && value > load<f64>(edges + (bucket << 3))) bucket++;
    const at = out + bucket * 24;
    store<f64>(at, load<f64>(at) + 1.0);
    store<f64>(at, load<f64>(at, 8) + other, 8);
    store<f64>(at, load<f64>(at, 16) + other * other, 16);
  }
}
