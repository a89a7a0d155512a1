const TWO_PI: f64 = 6.283185307179586476925;
const GOLDEN: f64 = 0.6180339887498948482;

/** out[i] = ln max(|values[i]|, floor) for i in [from, to). */
export function logAbsolute(values: usize, out: usize, from: i32, to: i32, floor: f64): void {
  for (let i = from; i < to; i++) store<f64>(out + (<usize>i << 3), Math.log(max(abs(load<f64>(values + (<usize>i << 3))), floor)));
}

/** Angle of frequency j at time t, reduced exactly: 2 pi (j t mod n) / n. */
function angle(j: i32, t: i32, n: i32): f64 {
  return (TWO_PI * <f64>((<i64>j * <i64>t) % <i64>n)) / <f64>n;
}

/**
 * Adds x[t] cos(2 pi j t / n) and x[t] sin(2 pi j t / n) over t in [from, to) for the four frequencies j, j + 1, j + 2, j + 3. The angles
 * are exact at the start of the chunk and rotated step by step from there: keep chunks within a few thousand.
 * @param sums cosine sums of the four, then their sine sums; added to
 */
export function fourierSums(values: usize, from: i32, to: i32, n: i32, j: i32, sums: usize): void {
  let cosA = f64x2(Math.cos(angle(j, from, n)), Math.cos(angle(j + 1, from, n)));
  let cosB = f64x2(Math.cos(angle(j + 2, from, n)), Math.cos(angle(j + 3, from, n)));
  let sinA = f64x2(Math.sin(angle(j, from, n)), Math.sin(angle(j + 1, from, n)));
  let sinB = f64x2(Math.sin(angle(j + 2, from, n)), Math.sin(angle(j + 3, from, n)));
  const turnCosA = f64x2(Math.cos(angle(j, 1, n)), Math.cos(angle(j + 1, 1, n)));
  const turnCosB = f64x2(Math.cos(angle(j + 2, 1, n)), Math.cos(angle(j + 3, 1, n)));
  const turnSinA = f64x2(Math.sin(angle(j, 1, n)), Math.sin(angle(j + 1, 1, n)));
  const turnSinB = f64x2(Math.sin(angle(j + 2, 1, n)), Math.sin(angle(j + 3, 1, n)));
  let realA = v128.load(sums);
  let realB = v128.load(sums, 16);
  let imaginaryA = v128.load(sums, 32);
  let imaginaryB = v128.load(sums, 48);
  for (let t = from; t < to; t++) {
    const value = v128.load64_splat(values + (<usize>t << 3));
    realA = f64x2.add(realA, f64x2.mul(value, cosA));
    realB = f64x2.add(realB, f64x2.mul(value, cosB));
    imaginaryA = f64x2.add(imaginaryA, f64x2.mul(value, sinA));
    imaginaryB = f64x2.add(imaginaryB, f64x2.mul(value, sinB));
    const nextA = f64x2.sub(f64x2.mul(cosA, turnCosA), f64x2.mul(sinA, turnSinA));
    sinA = f64x2.add(f64x2.mul(sinA, turnCosA), f64x2.mul(cosA, turnSinA));
    cosA = nextA;
    const nextB = f64x2.sub(f64x2.mul(cosB, turnCosB), f64x2.mul(sinB, turnSinB));
    sinB = f64x2.add(f64x2.mul(sinB, turnCosB), f64x2.mul(cosB, turnSinB));
    cosB = nextB;
  }
  v128.store(sums, realA);
  v128.store(sums, realB, 16);
  v128.store(sums, imaginaryA, 32);
  v128.store(sums, imaginaryB, 48);
}

/** Robinson's (1995) objective: ln mean(j^2d I[j]) - 2d mean ln j. Frequencies enter by their index, which does not change it. */
function objective(periodogram: usize, m: i32, d: f64, meanLog: f64): f64 {
  let sum: f64 = 0.0;
  for (let j = 1; j <= m; j++) sum += Math.exp(2.0 * d * Math.log(<f64>j)) * load<f64>(periodogram + (<usize>(j - 1) << 3));
  return Math.log(sum / <f64>m) - 2.0 * d * meanLog;
}

/**
 * Local Whittle estimate of the memory parameter d in (-1/2, 1), by golden section; standard error 1 / (2 sqrt(m)).
 * @term Long memory (local Whittle)
 * @formula d minimizes ln(mean of l^(2d) I(l)) - 2 d mean(ln l) over the m lowest frequencies; standard error 1 / (2 sqrt m)
 * @source Robinson (1995)
 * @tolerance SciPy 1.17 on the same series, 1e-6 absolute
 * @param periodogram |Fourier sum|^2 at the m lowest frequencies 1..m, any scale
 */
export function localWhittle(periodogram: usize, m: i32): f64 {
  let meanLog: f64 = 0.0;
  for (let j = 1; j <= m; j++) meanLog += Math.log(<f64>j);
  meanLog /= <f64>m;
  let low: f64 = -0.5;
  let high: f64 = 1.0;
  let left = high - GOLDEN * (high - low);
  let right = low + GOLDEN * (high - low);
  let atLeft = objective(periodogram, m, left, meanLog);
  let atRight = objective(periodogram, m, right, meanLog);
  while (high - low > 1e-7) {
    if (atLeft < atRight) {
      high = right;
      right = left;
      atRight = atLeft;
      left = high - GOLDEN * (high - low);
      atLeft = objective(periodogram, m, left, meanLog);
    } else {
      low = left;
      left = right;
      atLeft = atRight;
      right = low + GOLDEN * (high - low);
      atRight = objective(periodogram, m, right, meanLog);
    }
  }
  return 0.5 * (low + high);
}
