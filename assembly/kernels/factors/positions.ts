import { BucketSumsBlock, PositionReturnsBlock } from "../../build/layouts/factors";

/**
 * Returns of holding the sign of a factor from one close to the next; no position before the factor is available or where it is missing.
 * @formula out[t] = sign(factor[t - 1]) r[t]
 * @source definition: position lagged one step, no costs
 * @tolerance plain loop, same bits
 * @param block `PositionReturnsBlock`, declared in assembly/layouts/factors.mjs
 */
export function positionReturns(block: usize, from: i32, to: i32): void {
  const given = changetype<PositionReturnsBlock>(block);
  const factor = given.factor;
  const returns = given.returns;
  const out = given.out;
  const active = given.active;
  const counts = given.counts;
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
 * Counts, sums and sums of squares of y by the bucket of x: bucket k is edges[k - 1] < x <= edges[k].
 * @formula mean of y where edge below < x <= edge above
 * @source quantile buckets, as in the factor literature
 * @tolerance plain loop, 1e-12
 * @param block `BucketSumsBlock`, declared in assembly/layouts/factors.mjs
 */
export function bucketSums(block: usize, from: i32, to: i32): void {
  const given = changetype<BucketSumsBlock>(block);
  const x = given.x;
  const y = given.y;
  const edges = given.edges;
  const buckets = given.buckets;
  const out = given.out;
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
