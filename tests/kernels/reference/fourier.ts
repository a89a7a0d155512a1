/** Discrete Fourier transform by definition: interleaved complex values in and out, any length. */
export function plainFourier(values: ArrayLike<number>): Float64Array {
  const n = values.length / 2;
  const out = new Float64Array(2 * n);
  for (let k = 0; k < n; k++) {
    for (let t = 0; t < n; t++) {
      const angle = (-2 * Math.PI * ((k * t) % n)) / n;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      out[2 * k] += values[2 * t] * cosine - values[2 * t + 1] * sine;
      out[2 * k + 1] += values[2 * t] * sine + values[2 * t + 1] * cosine;
    }
  }
  return out;
}
