/**
 * 1/n! for n = 0..13, each twice: e^r for |r| <= ln 2 / 2 to 4e-18 before rounding. A table, because constants inside a loop are
 * rematerialized in every iteration.
 */
const TERMS = memory.data<f64>([
  1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.16666666666666666, 0.16666666666666666, 0.041666666666666664, 0.041666666666666664, 0.008333333333333333,
  0.008333333333333333, 0.001388888888888889, 0.001388888888888889, 0.0001984126984126984, 0.0001984126984126984, 0.0000248015873015873,
  0.0000248015873015873, 0.0000027557319223985893, 0.0000027557319223985893, 2.755731922398589e-7, 2.755731922398589e-7,
  2.505210838544172e-8, 2.505210838544172e-8, 2.08767569878681e-9, 2.08767569878681e-9, 1.6059043836821613e-10, 1.6059043836821613e-10,
]);
/** 1 / ln 2; 1.5 * 2^52, which moves the integer part into the low bits; ln 2 in two parts; the smallest argument. */
const STEPS = memory.data<f64>([
  1.4426950408889634, 1.4426950408889634, 6755399441055744.0, 6755399441055744.0, 0.6931471803691238, 0.6931471803691238,
  1.9082149292705877e-10, 1.9082149292705877e-10, -708.0, -708.0,
]);

// @ts-ignore: decorator
@inline
function term(n: usize): v128 {
  return v128.load(TERMS + (n << 4));
}

/**
 * e^x of two values that are at most 0, to 2e-16 relative; below -708 they count as -708, which gives 3e-308 and never 0.
 * x = k ln 2 + r; e^r from its series, odd and even powers apart; 2^k by adding to the exponent's bits.
 */
// @ts-ignore: decorator
@inline
export function expPair(argument: v128): v128 {
  const x = f64x2.pmax(argument, v128.load(STEPS, 64));
  const whole = v128.load(STEPS, 16);
  const shifted = f64x2.add(f64x2.mul(x, v128.load(STEPS)), whole);
  const k = f64x2.sub(shifted, whole);
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, v128.load(STEPS, 32))), f64x2.mul(k, v128.load(STEPS, 48)));
  const q = f64x2.mul(r, r);
  let even = term(12);
  let odd = term(13);
  even = f64x2.add(f64x2.mul(even, q), term(10));
  odd = f64x2.add(f64x2.mul(odd, q), term(11));
  even = f64x2.add(f64x2.mul(even, q), term(8));
  odd = f64x2.add(f64x2.mul(odd, q), term(9));
  even = f64x2.add(f64x2.mul(even, q), term(6));
  odd = f64x2.add(f64x2.mul(odd, q), term(7));
  even = f64x2.add(f64x2.mul(even, q), term(4));
  odd = f64x2.add(f64x2.mul(odd, q), term(5));
  even = f64x2.add(f64x2.mul(even, q), term(2));
  odd = f64x2.add(f64x2.mul(odd, q), term(3));
  const sum = f64x2.add(f64x2.add(f64x2.mul(f64x2.mul(odd, q), r), f64x2.mul(even, q)), f64x2.add(r, term(0)));
  return i64x2.add(sum, i64x2.shl(shifted, 52));
}

/** `expPair` of two pairs at once, to the same bits: each term of the series is read once for both. @param out room for four values */
// @ts-ignore: decorator
@inline
export function expTwoPairs(first: v128, second: v128, out: usize): void {
  const least = v128.load(STEPS, 64);
  const whole = v128.load(STEPS, 16);
  const share = v128.load(STEPS);
  const x0 = f64x2.pmax(first, least);
  const x1 = f64x2.pmax(second, least);
  const shifted0 = f64x2.add(f64x2.mul(x0, share), whole);
  const shifted1 = f64x2.add(f64x2.mul(x1, share), whole);
  const k0 = f64x2.sub(shifted0, whole);
  const k1 = f64x2.sub(shifted1, whole);
  const high = v128.load(STEPS, 32);
  const low = v128.load(STEPS, 48);
  const r0 = f64x2.sub(f64x2.sub(x0, f64x2.mul(k0, high)), f64x2.mul(k0, low));
  const r1 = f64x2.sub(f64x2.sub(x1, f64x2.mul(k1, high)), f64x2.mul(k1, low));
  const q0 = f64x2.mul(r0, r0);
  const q1 = f64x2.mul(r1, r1);
  let c = term(12);
  let even0 = c;
  let even1 = c;
  c = term(13);
  let odd0 = c;
  let odd1 = c;
  c = term(10);
  even0 = f64x2.add(f64x2.mul(even0, q0), c);
  even1 = f64x2.add(f64x2.mul(even1, q1), c);
  c = term(11);
  odd0 = f64x2.add(f64x2.mul(odd0, q0), c);
  odd1 = f64x2.add(f64x2.mul(odd1, q1), c);
  c = term(8);
  even0 = f64x2.add(f64x2.mul(even0, q0), c);
  even1 = f64x2.add(f64x2.mul(even1, q1), c);
  c = term(9);
  odd0 = f64x2.add(f64x2.mul(odd0, q0), c);
  odd1 = f64x2.add(f64x2.mul(odd1, q1), c);
  c = term(6);
  even0 = f64x2.add(f64x2.mul(even0, q0), c);
  even1 = f64x2.add(f64x2.mul(even1, q1), c);
  c = term(7);
  odd0 = f64x2.add(f64x2.mul(odd0, q0), c);
  odd1 = f64x2.add(f64x2.mul(odd1, q1), c);
  c = term(4);
  even0 = f64x2.add(f64x2.mul(even0, q0), c);
  even1 = f64x2.add(f64x2.mul(even1, q1), c);
  c = term(5);
  odd0 = f64x2.add(f64x2.mul(odd0, q0), c);
  odd1 = f64x2.add(f64x2.mul(odd1, q1), c);
  c = term(2);
  even0 = f64x2.add(f64x2.mul(even0, q0), c);
  even1 = f64x2.add(f64x2.mul(even1, q1), c);
  c = term(3);
  odd0 = f64x2.add(f64x2.mul(odd0, q0), c);
  odd1 = f64x2.add(f64x2.mul(odd1, q1), c);
  c = term(0);
  const sum0 = f64x2.add(f64x2.add(f64x2.mul(f64x2.mul(odd0, q0), r0), f64x2.mul(even0, q0)), f64x2.add(r0, c));
  const sum1 = f64x2.add(f64x2.add(f64x2.mul(f64x2.mul(odd1, q1), r1), f64x2.mul(even1, q1)), f64x2.add(r1, c));
  v128.store(out, i64x2.add(sum0, i64x2.shl(shifted0, 52)));
  v128.store(out, i64x2.add(sum1, i64x2.shl(shifted1, 52)), 16);
}
