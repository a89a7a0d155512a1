import { rngNext } from "../../lib/rng";

/**
 * Random order of a column in place (Fisher and Yates), from the seeded stream at `state`.
 * @of surrogateInPlace
 */
export function shuffle(state: usize, values: usize, n: i32): void {
  for (let i = n - 1; i > 0; i--) {
    const j = <usize>(((rngNext(state) >> 32) * <u64>(i + 1)) >> 32);
    const a = values + (<usize>i << 3);
    const b = values + (j << 3);
    const kept = load<f64>(a);
    store<f64>(a, load<f64>(b));
    store<f64>(b, kept);
  }
}

/** out[k] = |spectrum[k]| for k in [from, to). */
export function spectrumAmplitudes(spectrum: usize, out: usize, from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const real = load<f64>(spectrum + (<usize>k << 4));
    const imaginary = load<f64>(spectrum + (<usize>k << 4), 8);
    store<f64>(out + (<usize>k << 3), Math.sqrt(real * real + imaginary * imaginary));
  }
}

/**
 * Imposes the target amplitudes on frequencies [from, to), keeping their phases; a frequency without a phase gets phase 0. With
 * `sortOrder`, which restores the values, this produces a surrogate: same values, nearly the same spectrum, no other structure.
 * @source iterated amplitude-adjusted Fourier transform, Schreiber and Schmitz (1996)
 * @tolerance sorted values exact; amplitudes of a linear Gaussian series within 2% of the root of its power
 */
export function matchAmplitudes(spectrum: usize, wanted: usize, from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const at = spectrum + (<usize>k << 4);
    const real = load<f64>(at);
    const imaginary = load<f64>(at, 8);
    const amplitude = Math.sqrt(real * real + imaginary * imaginary);
    const target = load<f64>(wanted + (<usize>k << 3));
    store<f64>(at, amplitude > 0.0 ? (target * real) / amplitude : target);
    store<f64>(at, amplitude > 0.0 ? (target * imaginary) / amplitude : 0.0, 8);
  }
}

/** out[order[k]] = sorted[k]; the previous order is in `before` and is replaced by `order`. @returns the number of changed ranks */
export function assignRanks(order: usize, before: usize, sorted: usize, out: usize, n: i32): i32 {
  let changed = 0;
  for (let k = 0; k < n; k++) {
    const i = load<i32>(order + (<usize>k << 2));
    if (i != load<i32>(before + (<usize>k << 2))) changed++;
    store<i32>(before + (<usize>k << 2), i);
    store<f64>(out + (<usize>i << 3), load<f64>(sorted + (<usize>k << 3)));
  }
  return changed;
}

/** out[k] = values[order[k]]. */
export function gatherOrder(values: usize, order: usize, out: usize, n: i32): void {
  for (let k = 0; k < n; k++) {
    store<f64>(out + (<usize>k << 3), load<f64>(values + (<usize>load<i32>(order + (<usize>k << 2)) << 3)));
  }
}
