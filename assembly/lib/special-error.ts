/** Error function, normal distribution function and its inverse. */

const SQRT_HALF: f64 = 0.70710678118654752440;
const TWO_OVER_SQRT_PI: f64 = 1.1283791670955125739;
/** Chebyshev coefficients of (1 + 2x) exp(x^2) erfc(x) in t = (x - 3.75) / (x + 3.75), for every x >= 0. */
const SCALED = memory.data<f64>([
  1.1775789345674017541, -0.0045900545806464773309, -0.084249133366517915584, 0.059209939998191890498, -0.026658668435305752277,
  0.0090749976707052650939, -0.0024131635404176081909, 0.00049077583652580863229, -0.000069169733025012063671, 4.1390279860730101675e-6,
  7.7403830661984906686e-7, -2.1886401049234395661e-7, 1.0764999465670910377e-8, 4.5219598112182868979e-9, -7.7544002088313511065e-10,
  -6.3180883408866844944e-11, 2.8687950109306698981e-11, 1.945586854577734723e-13, -9.6546967484334389059e-13, 3.2525481481487398415e-14,
  3.3478119482868053878e-14, -1.8645628804193131015e-15, -1.2507950530688647085e-15, 7.418235256624043463e-17, 5.0681489047961113168e-17,
]);
const SCALED_LAST: i32 = 24;

/** exp(x^2) erfc(x) for x >= 0. */
function scaledErfc(x: f64): f64 {
  const t = x == Infinity ? 1.0 : (x - 3.75) / (x + 3.75);
  let next: f64 = 0.0;
  let here: f64 = 0.0;
  for (let k = SCALED_LAST; k > 0; k--) {
    const term = 2.0 * t * here - next + load<f64>(SCALED + (<usize>k << 3));
    next = here;
    here = term;
  }
  return (t * here - next + load<f64>(SCALED)) / (1.0 + 2.0 * x);
}

/** exp(-scale x^2) with the square's rounding error put back; scale is 1 or 1/2. */
function gauss(x: f64, scale: f64): f64 {
  const high = reinterpret<f64>(reinterpret<u64>(x) & 0xffff_ffff_f800_0000);
  return Math.exp(-scale * high * high) * Math.exp(-scale * (x - high) * (x + high));
}

/** erf(x) for |x| <= 1: Maclaurin series, whose terms there never exceed the sum. */
function erfSmall(x: f64): f64 {
  const square = x * x;
  let term: f64 = 1.0;
  let sum: f64 = 1.0;
  for (let n = 1; n < 24; n++) {
    term *= -square / <f64>n;
    const part = term / <f64>(2 * n + 1);
    sum += part;
    if (abs(part) < 1e-18) break;
  }
  return TWO_OVER_SQRT_PI * x * sum;
}

/**
 * Error function, relative error below 1e-15.
 * @formula 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x
 * @source definition
 * @tolerance 1e-15 relative against 40-digit arithmetic (mpmath 1.3)
 */
export function erf(x: f64): f64 {
  if (isNaN(x)) return NaN;
  const size = abs(x);
  if (size <= 1.0) return erfSmall(x);
  if (size > 6.0) return copysign(1.0, x);
  return copysign(1.0 - gauss(size, 1.0) * scaledErfc(size), x);
}

/** Complementary error function 1 - erf(x), relative error below 2e-15 in the whole range, the far tail included. */
export function erfc(x: f64): f64 {
  if (isNaN(x)) return NaN;
  if (x < -6.0) return 2.0;
  if (x < 0.5) return 1.0 - erf(x);
  return x > 27.3 ? 0.0 : gauss(x, 1.0) * scaledErfc(x);
}

/** Distribution function of the standard normal, relative error below 2e-15 down to its underflow at -38.5. */
export function normalCdf(x: f64): f64 {
  if (isNaN(x)) return NaN;
  if (abs(x) < 1.0) return 0.5 + 0.5 * erfSmall(x * SQRT_HALF);
  if (abs(x) > 39.0) return x > 0.0 ? 1.0 : 0.0;
  const tail = 0.5 * gauss(x, 0.5) * scaledErfc(abs(x) * SQRT_HALF);
  return x > 0.0 ? 1.0 - tail : tail;
}

/** Two-sided p-value of a normal statistic: P(|Z| >= |z|). */
export function normalTwoSided(z: f64): f64 {
  return isNaN(z) ? NaN : abs(z) < 1.0 ? 1.0 - abs(erfSmall(z * SQRT_HALF)) : 2.0 * normalCdf(-abs(z));
}

const CENTER = memory.data<f64>([
  3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
  33430.575583588128105, 2509.0809287301226727,
  1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077, 21213.794301586595867, 39307.895800092710610, 28729.085735721942674,
  5226.4952788528545610,
]);
const MIDDLE = memory.data<f64>([
  1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504, 1.27045825245236838258,
  0.241780725177450611770, 0.0227238449892691845833, 7.74545014278341407640e-4,
  1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550, 0.148103976427480074590, 0.0151986665636164571966,
  5.47593808499534494600e-4, 1.05075007164441684324e-9,
]);
const FAR = memory.data<f64>([
  6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 0.296560571828504891230, 0.0265321895265761230930,
  0.00124266094738807843860, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
  1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
  1.42151175831644588870e-7, 2.04426310338993978564e-15,
]);

/** Ratio of two polynomials of degree 7 whose 8 + 8 coefficients are at `table`, lowest first. */
function ratio(table: usize, x: f64): f64 {
  let above: f64 = 0.0;
  let below: f64 = 0.0;
  for (let k = 7; k >= 0; k--) {
    above = above * x + load<f64>(table + (<usize>k << 3));
    below = below * x + load<f64>(table + 64 + (<usize>k << 3));
  }
  return above / below;
}

/**
 * Inverse of the standard normal distribution function, relative error about 1e-15. Wichura 1988, algorithm AS 241 (PPND16).
 * @param p probability; 0 gives -Infinity, 1 gives +Infinity, outside [0, 1] NaN
 */
export function normalQuantile(p: f64): f64 {
  if (!(p >= 0.0 && p <= 1.0)) return NaN;
  const centered = p - 0.5;
  if (abs(centered) <= 0.425) return centered * ratio(CENTER, 0.180625 - centered * centered);
  const tail = centered < 0.0 ? p : 1.0 - p;
  if (tail == 0.0) return copysign(Infinity, centered);
  const r = Math.sqrt(-Math.log(tail));
  return copysign(r <= 5.0 ? ratio(MIDDLE, r - 1.6) : ratio(FAR, r - 5.0), centered);
}
