/** Reproducible uniforms in [0, 1) from a 32-bit mixing generator, good enough for test data. */
export function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** A positive price path with steps of about 1%. */
export function randomWalk(length: number, seed: number): Float64Array {
  const next = uniforms(seed);
  let price = 100;
  return Float64Array.from({ length }, () => {
    price *= Math.exp(0.02 * (next() + next() + next() - 1.5));
    return price;
  });
}
