/** Reproduces numpy's RandomState(seed).standard_normal: Mersenne Twister, and the polar method on its 53-bit doubles. */
export function numpyNormals(seed: number, length: number): Float64Array {
  const state = new Uint32Array(624);
  for (let i = 0, word = seed >>> 0; i < 624; i++) {
    state[i] = word;
    word = (Math.imul(1812433253, word ^ (word >>> 30)) + i + 1) >>> 0;
  }
  let at = 624;
  const bits = (): number => {
    if (at === 624) {
      for (let i = 0; i < 624; i++) {
        const mixed = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7fffffff);
        state[i] = state[(i + 397) % 624] ^ (mixed >>> 1) ^ (mixed & 1 ? 0x9908b0df : 0);
      }
      at = 0;
    }
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  const signed = () => 2 * (((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 2 ** 53) - 1;
  const out = new Float64Array(length + 1);
  for (let t = 0; t < length; t += 2) {
    let [a, b, square] = [0, 0, 0];
    do {
      [a, b] = [signed(), signed()];
      square = a * a + b * b;
    } while (square >= 1 || square === 0);
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    [out[t], out[t + 1]] = [factor * b, factor * a];
  }
  return out.subarray(0, length);
}
