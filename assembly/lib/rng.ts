/**
 * Seeded random numbers: xoshiro256** (Blackman and Vigna), seeded by splitmix64. A stream is 32 bytes of memory, so several can exist; the
 * same seed gives the same numbers in every browser.
 */

const TWO_TO_MINUS_53: f64 = 1.1102230246251565e-16;
const TWO_TO_MINUS_52: f64 = 2.220446049250313e-16;
/** Layers of the ziggurat (Marsaglia and Tsang 2000, in Doornik's form): edge of the lowest, and the area of each. */
const LAYERS: usize = 256;
const EDGE: f64 = 3.6541528853610087716;
const AREA: f64 = 0.0049286732339746553474;
/** 257 right edges of the layers, then the 256 shares of each layer that lie under the next. */
const LEDGE = memory.data(257 * 8, 16);
const SHARE = memory.data(256 * 8, 16);
/** Jump polynomial for 2^128 steps. */
const JUMP = memory.data<u64>([0x180ec6d33cfd0aba, 0xd5a61266f0c9392c, 0xa9582618e03fc9aa, 0x39abdc4529b1661c]);

function fillLayers(): void {
  store<f64>(LEDGE, AREA * Math.exp(0.5 * EDGE * EDGE));
  let edge = EDGE;
  store<f64>(LEDGE, edge, 8);
  for (let i: usize = 2; i < LAYERS; i++) {
    edge = Math.sqrt(-2.0 * Math.log(AREA / edge + Math.exp(-0.5 * edge * edge)));
    store<f64>(LEDGE + (i << 3), edge);
  }
  store<f64>(LEDGE + (LAYERS << 3), 0.0);
  for (let i: usize = 0; i < LAYERS; i++) store<f64>(SHARE + (i << 3), load<f64>(LEDGE + (i << 3), 8) / load<f64>(LEDGE + (i << 3)));
}

/** Sets the stream at `state` (32 bytes) from a seed: any finite number; its integer part below 2^64 is used. */
export function rngSeed(state: usize, seed: f64): void {
  if (load<f64>(LEDGE) == 0.0) fillLayers();
  let walk = <u64>abs(seed);
  for (let i: usize = 0; i < 4; i++) {
    walk += 0x9e3779b97f4a7c15;
    let mixed = walk;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    store<u64>(state + (i << 3), mixed ^ (mixed >> 31));
  }
}

/**
 * The next 64 random bits of the stream at `state`.
 * @formula xoshiro256**: rotl(5 s[1], 7) 9 of a state of four words, seeded by splitmix64
 * @source Blackman and Vigna (2021)
 * @tolerance the published numbers, exact
 */
export function rngNext(state: usize): u64 {
  const s0 = load<u64>(state);
  let s1 = load<u64>(state, 8);
  let s2 = load<u64>(state, 16) ^ s0;
  let s3 = load<u64>(state, 24) ^ s1;
  const bits = rotl<u64>(s1 * 5, 7) * 9;
  const shifted = s1 << 17;
  s1 ^= s2;
  store<u64>(state, s0 ^ s3);
  store<u64>(state, s1, 8);
  store<u64>(state, s2 ^ shifted, 16);
  store<u64>(state, rotl<u64>(s3, 45), 24);
  return bits;
}

/** Advances the stream by 2^128 draws: copies jumped 0, 1, 2… times never overlap. */
export function rngJump(state: usize): void {
  let t0: u64 = 0;
  let t1: u64 = 0;
  let t2: u64 = 0;
  let t3: u64 = 0;
  for (let word: usize = 0; word < 4; word++) {
    for (let bit: u64 = 0; bit < 64; bit++) {
      if (load<u64>(JUMP + (word << 3)) & ((<u64>1) << bit)) {
        t0 ^= load<u64>(state);
        t1 ^= load<u64>(state, 8);
        t2 ^= load<u64>(state, 16);
        t3 ^= load<u64>(state, 24);
      }
      rngNext(state);
    }
  }
  store<u64>(state, t0);
  store<u64>(state, t1, 8);
  store<u64>(state, t2, 16);
  store<u64>(state, t3, 24);
}

/** Uniform in [0, 1) with 53 random bits. */
export function nextUniform(state: usize): f64 {
  return <f64>(rngNext(state) >> 11) * TWO_TO_MINUS_53;
}

/** Standard normal beyond the edge of the lowest layer (Marsaglia 1964). */
function nextTail(state: usize): f64 {
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  do {
    x = -Math.log(1.0 - nextUniform(state)) / EDGE;
    y = -Math.log(1.0 - nextUniform(state));
  } while (y + y < x * x);
  return EDGE + x;
}

/** Standard normal, by the ziggurat of 256 layers. */
export function nextNormal(state: usize): f64 {
  for (let tries = 0; tries < 1_000_000; tries++) {
    const bits = rngNext(state);
    const layer = (<usize>bits & 0xff) << 3;
    const signed = <f64>(<i64>bits >> 11) * TWO_TO_MINUS_52;
    const x = signed * load<f64>(LEDGE + layer);
    if (abs(signed) < load<f64>(SHARE + layer)) return x;
    if (layer == 0) return copysign(nextTail(state), signed);
    const upper = load<f64>(LEDGE + layer);
    const lower = load<f64>(LEDGE + layer, 8);
    const outside = Math.exp(-0.5 * (upper * upper - x * x));
    const inside = Math.exp(-0.5 * (lower * lower - x * x));
    if (outside + nextUniform(state) * (inside - outside) < 1.0) return x;
  }
  return 0.0;
}

/** Writes `count` standard normals: the same numbers as `nextNormal`, with the state of the stream held in locals. */
export function fillNormals(state: usize, out: usize, count: i32): void {
  let s0 = load<u64>(state);
  let s1 = load<u64>(state, 8);
  let s2 = load<u64>(state, 16);
  let s3 = load<u64>(state, 24);
  const end = out + (<usize>count << 3);
  for (let at = out; at < end; at += 8) {
    const bits = rotl<u64>(s1 * 5, 7) * 9;
    const layer = (<usize>bits & 0xff) << 3;
    const signed = <f64>(<i64>bits >> 11) * TWO_TO_MINUS_52;
    store<f64>(at, signed * load<f64>(LEDGE + layer));
    if (abs(signed) < load<f64>(SHARE + layer)) {
      const shifted = s1 << 17;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = rotl<u64>(s3, 45);
    } else {
      // Outside the simple part of its layer (1% of the draws): restart this draw in `nextNormal`, which handles all cases.
      store<u64>(state, s0);
      store<u64>(state, s1, 8);
      store<u64>(state, s2, 16);
      store<u64>(state, s3, 24);
      store<f64>(at, nextNormal(state));
      s0 = load<u64>(state);
      s1 = load<u64>(state, 8);
      s2 = load<u64>(state, 16);
      s3 = load<u64>(state, 24);
    }
  }
  store<u64>(state, s0);
  store<u64>(state, s1, 8);
  store<u64>(state, s2, 16);
  store<u64>(state, s3, 24);
}

/** Gamma variate with scale 1 and the given shape, at least 1 (Marsaglia and Tsang 2000). */
export function nextGamma(state: usize, shape: f64): f64 {
  const d = shape - 1.0 / 3.0;
  const c = 1.0 / Math.sqrt(9.0 * d);
  for (let tries = 0; tries < 1_000_000; tries++) {
    const x = nextNormal(state);
    const root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const v = root * root * root;
    const u = 1.0 - nextUniform(state);
    const square = x * x;
    if (u < 1.0 - 0.0331 * square * square || Math.log(u) < 0.5 * square + d * (1.0 - v + Math.log(v))) return d * v;
  }
  return d;
}

/** Student's t scaled to variance 1: a normal variate over the root of a scaled chi-squared variate; nu > 2. */
export function nextUnitStudent(state: usize, nu: f64): f64 {
  const normal = nextNormal(state);
  return normal * Math.sqrt((0.5 * (nu - 2.0)) / nextGamma(state, 0.5 * nu));
}

/**
 * Hansen's skewed t, from its two halves: the magnitude of a t variate, to the left with probability (1 - lambda) / 2.
 * @param shift Hansen's a
 * @param scale Hansen's b
 */
export function nextSkewedT(state: usize, nu: f64, lambda: f64, shift: f64, scale: f64): f64 {
  const size = abs(nextUnitStudent(state, nu));
  const left = nextUniform(state) < 0.5 * (1.0 - lambda);
  return ((left ? -(1.0 - lambda) * size : (1.0 + lambda) * size) - shift) / scale;
}
