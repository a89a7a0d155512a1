import { GrowthOverBlock } from "../../build/layouts/portfolio";

/**
 * Annualized growth, in percent, of a column over the years before each row: against the last value available that long ago by the calendar
 * or, without dates, that many rows earlier. NaN until the column is long enough. Same bits for any chunks in ascending order.
 * @formula out[t] = 100 ((v[t] / v[s])^(1 / years) - 1), s = max{u : times[u] <= times[t] - span}, or t - span
 * @source definition; the rolling returns of fund reports
 * @tolerance plain twin within 1e-14
 * @param block `GrowthOverBlock`, declared in assembly/layouts/portfolio.mjs
 */
export function growthOver(block: usize, from: i32, to: i32): void {
  const given = changetype<GrowthOverBlock>(block);
  const values = given.values;
  const times = given.times;
  const span = given.span;
  const years = given.years;
  const state = given.state;
  const out = given.out;
  let at = <i32>load<f64>(state);
  let known = load<f64>(state, 8);
  let gains = load<f64>(state, 16);
  for (let t = from; t < to; t++) {
    const place = <usize>t << 3;
    if (times == 0) at = t - <i32>span;
    else {
      const moment = load<f64>(times + place) - span;
      if (moment < load<f64>(times)) {
        store<f64>(out + place, NaN);
        continue;
      }
      while (load<f64>(times + (<usize>(at + 1) << 3)) <= moment) at++;
    }
    if (at < 0) {
      store<f64>(out + place, NaN);
      continue;
    }
    const ratio = load<f64>(values + place) / load<f64>(values + (<usize>at << 3));
    const growth = (years == 1.0 ? ratio : Math.pow(ratio, 1.0 / years)) - 1.0;
    store<f64>(out + place, 100.0 * growth);
    known += 1;
    if (growth > 0) gains += 1;
  }
  store<f64>(state, <f64>max(at, 0));
  store<f64>(state, known, 8);
  store<f64>(state, gains, 16);
}
