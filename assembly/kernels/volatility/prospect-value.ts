import { ProspectBlock } from "../../build/layouts/volatility";

/** The window's sum is recomputed at multiples of this, so that rounding errors do not accumulate. */
const RESYNC: i32 = 1024;

function windowSum(returns: usize, t: i32, window: i32): f64 {
  let sum: f64 = 0.0;
  for (let i = t - window; i < t; i++) sum += load<f64>(returns + (<usize>i << 3));
  return sum;
}

/**
 * Prospect-theory value (Tversky and Kahneman 1992) of each return relative to the mean of the preceding `window` returns:
 * v = x^exponent for a gain x, -lossAversion (-x)^exponent for a loss. With window 0 the reference is 0.
 * Chunks of a multiple of 1024 give the same bits as one call.
 * @term Prospect-theory value
 * @formula v(x) = x^0.88 for x >= 0, -lambda (-x)^0.88 for x < 0; x = return - mean of the preceding window of returns
 * @source Tversky and Kahneman (1992)
 * @tolerance plain twin, 1e-14; S&P 500 1999-2018, 1e-6
 * @param prospect `ProspectBlock`, declared in assembly/layouts/volatility.mjs
 * @param from first t of this chunk; t below `window` have no reference and are left out
 */
export function prospectValues(prospect: usize, from: i32, to: i32): void {
  const given = changetype<ProspectBlock>(prospect);
  const returns = given.returns;
  const window = given.window;
  const scale = given.scale;
  const exponent = given.exponent;
  const lossAversion = given.lossAversion;
  const out = given.out;
  const sums = given.sums;
  let gains = load<f64>(sums);
  let losses = load<f64>(sums, 8);
  let count = load<f64>(sums, 16);
  const share = window > 0 ? 1.0 / <f64>window : 0.0;
  const start = max(from, window);
  let sum: f64 = 0.0;
  for (let t = start; t < to; t++) {
    if (t == start || t % RESYNC == 0) sum = windowSum(returns, t, window);
    const current = load<f64>(returns + (<usize>t << 3));
    const x = (current - sum * share) * scale;
    const power = x == 0.0 ? 0.0 : Math.pow(abs(x), exponent);
    if (x < 0.0) losses += power;
    else {
      gains += power;
      count += x > 0.0 ? 1.0 : 0.0;
    }
    store<f64>(out + (<usize>(t - window) << 3), x < 0.0 ? -lossAversion * power : power);
    if (window > 0) sum += current - load<f64>(returns + (<usize>(t - window) << 3));
  }
  store<f64>(sums, gains);
  store<f64>(sums, losses, 8);
  store<f64>(sums, count, 16);
}
