/** xoshiro256** (Blackman and Vigna) and draws from it, in BigInt arithmetic; a state is four 64-bit words. */
const MASK = (1n << 64n) - 1n;
const rotated = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & MASK;

/** The state splitmix64 derives from a seed. */
export function seedTwin(seed: number): bigint[] {
  let walk = BigInt(Math.trunc(Math.abs(seed)));
  return Array.from({ length: 4 }, () => {
    walk = (walk + 0x9e3779b97f4a7c15n) & MASK;
    const once = ((walk ^ (walk >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    const twice = ((once ^ (once >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return twice ^ (twice >> 31n);
  });
}

/** The next 64 bits; advances the state. */
export function bitsTwin(state: bigint[]): bigint {
  const [a, b, c, d] = state;
  const bits = (rotated((b * 5n) & MASK, 7n) * 9n) & MASK;
  const [second, third] = [c ^ a, d ^ b];
  state.splice(0, 4, a ^ third, b ^ second, second ^ ((b << 17n) & MASK), rotated(third, 45n));
  return bits;
}

/** A uniform number in [0, 1) from the upper 53 bits. */
export const uniformTwin = (state: bigint[]): number => Number(bitsTwin(state) >> 11n) / 2 ** 53;

/** An integer in 0 .. below - 1 from the upper 32 bits. */
export const wholeTwin = (state: bigint[], below: number): number => Number(((bitsTwin(state) >> 32n) * BigInt(below)) >> 32n);

/** Fisher-Yates shuffle, from the last position down. */
export function shuffleTwin<T>(values: readonly T[], state: bigint[]): T[] {
  const out = [...values];
  for (let i = out.length - 1; i > 0; i--) {
    const j = wholeTwin(state, i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

/** The state 2^128 steps ahead: a step is a linear map on 256 bits, whose matrix is squared 128 times. Word i starts at bit 64 i. */
export function jumpTwin(state: readonly bigint[]): bigint[] {
  const words = (whole: bigint) => [0n, 64n, 128n, 192n].map((at) => (whole >> at) & MASK);
  const whole = (parts: readonly bigint[]) => parts.reduce((sum, word, i) => sum | (word << BigInt(64 * i)), 0n);
  const stepped = (parts: bigint[]) => {
    bitsTwin(parts);
    return whole(parts);
  };
  const applied = (columns: readonly bigint[], vector: bigint) =>
    columns.reduce((sum, one, i) => ((vector >> BigInt(i)) & 1n ? sum ^ one : sum), 0n);
  let columns = Array.from({ length: 256 }, (_, i) => stepped(words(1n << BigInt(i))));
  for (let round = 0; round < 128; round++) columns = columns.map((one) => applied(columns, one));
  return words(applied(columns, whole(state)));
}

/** Mean and mean square of resamples drawn value by value, two per 64 bits, upper half first. */
export function independentMomentsTwin(values: readonly number[], state: bigint[]): [mean: number, square: number] {
  const drawn: number[] = [];
  while (drawn.length < values.length) {
    const bits = bitsTwin(state);
    for (const half of [bits >> 32n, bits & 0xffffffffn]) drawn.push(values[Number((half * BigInt(values.length)) >> 32n)]);
  }
  drawn.length = values.length;
  return [drawn.reduce((sum, x) => sum + x, 0) / values.length, drawn.reduce((sum, x) => sum + x * x, 0) / values.length];
}

/** Sum of x[t] y[p(t)]: blocks in random order, then the column rotated by a random number of steps. */
export function permutedTwin(x: readonly number[], y: readonly number[], block: number, state: bigint[]): number {
  const n = x.length;
  const blocks = Array.from({ length: Math.ceil(n / block) }, (_, b) => y.map((_, t) => t).slice(b * block, (b + 1) * block));
  const order = shuffleTwin(blocks, state).flat();
  const turn = wholeTwin(state, n);
  return x.reduce((sum, value, t) => sum + value * y[(order[t] + turn) % n], 0);
}

/** Right edges of the ziggurat's 256 layers and their width ratios, from Doornik's (2005) edge and area. */
function layers(): { edges: number[]; shares: number[] } {
  const [edge, area] = [3.654152885361009, 0.004928673233974655];
  const edges = [area * Math.exp(0.5 * edge * edge), edge];
  while (edges.length < 256) {
    const last = edges[edges.length - 1];
    edges.push(Math.sqrt(-2 * Math.log(area / last + Math.exp(-0.5 * last * last))));
  }
  edges.push(0);
  return { edges, shares: edges.slice(0, 256).map((value, i) => edges[i + 1] / value) };
}
const ZIGGURAT = layers();

/** A standard normal draw by the ziggurat. */
function normalDraw(state: bigint[]): number {
  const { edges, shares } = ZIGGURAT;
  const height = (x: number) => Math.exp(-0.5 * x * x);
  for (;;) {
    const bits = bitsTwin(state);
    const layer = Number(bits & 0xffn);
    const signed = Number(BigInt.asIntN(64, bits) >> 11n) / 2 ** 52;
    const x = signed * edges[layer];
    if (Math.abs(signed) < shares[layer]) return x;
    if (layer > 0) {
      const [low, high] = [height(edges[layer]), height(edges[layer + 1])];
      if (low + uniformTwin(state) * (high - low) < height(x)) return x;
    } else {
      // Marsaglia's method for the tail beyond the lowest layer.
      for (;;) {
        const along = -Math.log(1 - uniformTwin(state)) / edges[1];
        const up = -Math.log(1 - uniformTwin(state));
        if (2 * up >= along * along) return Math.sign(signed) * (edges[1] + along);
      }
    }
  }
}

/** A gamma draw with scale 1 by Marsaglia and Tsang (2000). */
function gammaDraw(state: bigint[], shape: number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = normalDraw(state);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v <= 0) continue;
    const u = 1 - uniformTwin(state);
    if (u < 1 - 0.0331 * x ** 4 || Math.log(u) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v;
  }
}

/**
 * A draw with mean 0 and variance 1: normal, Student's t, Hansen's skewed t (with its shift and scale), generalized error distribution
 * (with its scale).
 */
export function innovationTwin(state: bigint[], distribution: number, nu: number, lambda: number, shift: number, scale: number): number {
  const student = () => {
    const normal = normalDraw(state);
    return normal * Math.sqrt((nu - 2) / 2 / gammaDraw(state, nu / 2));
  };
  if (distribution === 0) return normalDraw(state);
  if (distribution === 1) return student();
  if (distribution === 3) {
    const size = scale * (2 * gammaDraw(state, 1 + 1 / nu)) ** (1 / nu);
    return size * (2 * uniformTwin(state) - 1);
  }
  const size = Math.abs(student());
  const left = uniformTwin(state) < (1 - lambda) / 2;
  return ((left ? -(1 - lambda) * size : (1 + lambda) * size) - shift) / scale;
}
