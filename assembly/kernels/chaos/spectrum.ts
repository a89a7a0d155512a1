/**
 * Turns frequencies of a real transform into their powers, in place (real part |X|^2, imaginary part 0), and adds to the sums for the mean
 * frequency; frequency 0 does not count.
 * @of rhythmOf
 * @param spectrum complex values; elements [from, to)
 * @param sums two values, added to: power, and power times the index of the frequency
 */
export function spectrumPower(spectrum: usize, from: i32, to: i32, sums: usize): void {
  let power = load<f64>(sums);
  let weighted = load<f64>(sums, 8);
  for (let k = from; k < to; k++) {
    const at = spectrum + (<usize>k << 4);
    const real = load<f64>(at);
    const imaginary = load<f64>(at, 8);
    const square = real * real + imaginary * imaginary;
    store<f64>(at, square);
    store<f64>(at, 0.0, 8);
    if (k == 0) continue;
    power += square;
    weighted += <f64>k * square;
  }
  store<f64>(sums, power);
  store<f64>(sums, weighted, 8);
}

/** First index in [from, to) at which values[i] < values[0] level; -1 if there is none. */
export function firstBelow(values: usize, from: i32, to: i32, level: f64): i32 {
  const limit = load<f64>(values) * level;
  for (let i = from; i < to; i++) if (load<f64>(values + (<usize>i << 3)) < limit) return i;
  return -1;
}
