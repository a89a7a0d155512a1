/**
 * Mixes the bits of values[from..to) into two words: a fingerprint for pages the browser gives no cryptography (served without https).
 * Multiply-and-rotate rounds after the finaliser of MurmurHash3; not meant to resist an attacker.
 * @param state u64[2]; any fixed initial values; updated in place
 */
export function mixBits(values: usize, from: i32, to: i32, state: usize): void {
  let a = load<u64>(state);
  let b = load<u64>(state, 8);
  for (let i = from; i < to; i++) {
    const word = load<u64>(values + (<usize>i << 3));
    a = rotl<u64>((a ^ word) * 0xff51afd7ed558ccd, 31);
    b = rotl<u64>((b + word) * 0xc4ceb9fe1a85ec53, 29) ^ a;
  }
  store<u64>(state, a ^ (a >> 33));
  store<u64>(state, b ^ (b >> 33), 8);
}
