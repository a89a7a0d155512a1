import { LastKnownBlock } from "../../build/layouts/portfolio";

/**
 * Last available value at each requested time, from a column sorted by date; the first value before it starts.
 * @formula out[t] = v[max{s : times[s] <= wanted[t]}]
 * @source definition
 * @tolerance plain twin, same bits
 * @param block `LastKnownBlock`, declared in assembly/layouts/portfolio.mjs
 * @param place index where the search resumes: 0 for the first chunk, then the last result
 * @returns index of the value last used
 */
export function lastKnown(block: usize, from: i32, to: i32, place: i32): i32 {
  const given = changetype<LastKnownBlock>(block);
  const times = given.times;
  const values = given.values;
  const length = given.length;
  const wanted = given.wanted;
  const out = given.out;
  let at = place;
  for (let t = from; t < to; t++) {
    const moment = load<f64>(wanted + (<usize>t << 3));
    while (at + 1 < length && load<f64>(times + ((<usize>at + 1) << 3)) <= moment) at++;
    store<f64>(out + (<usize>t << 3), load<f64>(values + (<usize>at << 3)));
  }
  return at;
}

/**
 * Scales raw prices to the level of adjusted closes, for splits and dividends.
 * @formula p[t] = p[t] adjusted[t] / close[t]; NaN where one of them is missing
 * @source definition
 * @tolerance plain twin, same bits
 * @param prices in place
 */
export function adjustPrices(prices: usize, adjusted: usize, closes: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) {
    const place = <usize>t << 3;
    store<f64>(prices + place, (load<f64>(prices + place) * load<f64>(adjusted + place)) / load<f64>(closes + place));
  }
}
