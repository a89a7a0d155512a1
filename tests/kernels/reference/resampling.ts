/** Readable resampling: the indices of one resample, from a source of 64 random bits. */
export function indicesTwin(bits: () => bigint, kind: "independent" | "stationary" | "circular", block: number, n: number): number[] {
  const indices: number[] = [];
  while (indices.length < n) {
    const word = bits();
    const start = Number(((word >> 32n) * BigInt(n)) >> 32n);
    const uniform = (Number(word & 0xffffffffn) + 0.5) / 2 ** 32;
    const geometric = block > 1 ? 1 + Math.floor(Math.log(uniform) / Math.log1p(-1 / block)) : 1;
    const length = kind === "stationary" ? geometric : kind === "circular" ? block : 1;
    for (let i = 0; i < length && indices.length < n; i++) indices.push((start + i) % n);
  }
  return indices;
}

/** Quantile of sorted values, interpolated as in NumPy and R (type 7). */
export function quantileTwin(values: ArrayLike<number>, p: number): number {
  const sorted = Array.from(values).sort((a, b) => a - b);
  const place = p * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  return below + (place - Math.floor(place)) * (sorted[Math.ceil(place)] - below);
}
