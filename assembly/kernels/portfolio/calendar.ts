const DAY: f64 = 86400000;
/** Days from 0000-03-01 to 1970-01-01, and in 400 years. */
const EPOCH: i64 = 719468;
const ERA: i64 = 146097;

/** Months since the year 0 of a day counted from 1970-01-01. */
function monthOf(day: i64): i64 {
  const z = day + EPOCH;
  const era = (z >= 0 ? z : z - (ERA - 1)) / ERA;
  const ofEra = z - era * ERA;
  const year = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365;
  // Counted from March, so that the leap day is the last day of a year.
  const ofYear = ofEra - (365 * year + year / 4 - year / 100);
  const month = (5 * ofYear + 2) / 153;
  return 12 * (year + era * 400) + month + 2;
}

/** Index of the day, week (from Monday), month or quarter of a time; frequency 0 to 3. */
function periodOf(time: f64, frequency: i32): i64 {
  const day = <i64>Math.floor(time / DAY);
  if (frequency == 0) return day;
  if (frequency == 1) return <i64>Math.floor(<f64>(day + 3) / 7.0);
  const month = monthOf(day);
  return frequency == 2 ? month : <i64>Math.floor(<f64>month / 3.0);
}

/**
 * Marks the first row of every new day, week, month or quarter: out[t] = 1, else 0; row 0 is never marked.
 * @of simulateRebalancing
 * @param times milliseconds since 1970 UTC, ascending; 0 where there are none: then every 1, 5, 21 or 63 rows
 * @param frequency 0 daily, 1 weekly, 2 monthly, 3 quarterly
 */
export function periodStarts(times: usize, frequency: i32, from: i32, to: i32, out: usize): void {
  const every = frequency == 0 ? 1 : frequency == 1 ? 5 : frequency == 2 ? 21 : 63;
  for (let t = from; t < to; t++) {
    let starts = t > 0 && t % every == 0;
    if (t > 0 && times != 0) {
      const at = times + (<usize>t << 3);
      starts = periodOf(load<f64>(at), frequency) != periodOf(load<f64>(at - 8), frequency);
    }
    store<f64>(out + (<usize>t << 3), starts ? 1 : 0);
  }
}
