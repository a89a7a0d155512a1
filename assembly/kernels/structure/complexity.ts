/** c ln c for c = 0 .. 255. */
const TABLE = memory.data(256 * 8);
/** ln 3! */
const LOG_PATTERNS: f64 = 1.791759469228055;
/** Longest sequence whose counts fit into one byte each. */
const MAX_LENGTH: i32 = 257;

/**
 * Pattern complexity: permutation entropy (Bandt and Pompe 2002) of the orderings of three consecutive values among the last `sequence`
 * values, divided by ln 3!: 0 when all orderings are the same, 1 when all six are equally frequent. Ties count as rising.
 *
 * With fewer values it uses those available; 0 while there are fewer than three. Same bits for any chunking.
 * @term Pattern complexity
 * @formula -(sum p ln p) / ln 3!, p the frequencies of the six orderings of three consecutive values
 * @source Bandt and Pompe (2002)
 * @tolerance plain twin, 1e-13 absolute; the published example 4 7 9 10 6 11 3, 1e-7
 * @param values column
 * @param from first index to compute
 * @param to index to stop before
 * @param sequence length of the window, 3 to 257
 * @param out 0 to 1, aligned with the values
 * @returns 0, or -1 if the sequence is too long or too short
 */
export function patternComplexity(values: usize, from: i32, to: i32, sequence: i32, out: usize): i32 {
  if (sequence < 3 || sequence > MAX_LENGTH) return -1;
  if (load<f64>(TABLE, 16) == 0) {
    for (let c = 2; c < 256; c++) store<f64>(TABLE + (<usize>c << 3), <f64>c * Math.log(<f64>c));
  }
  const most = sequence - 2;
  // Counts of the orderings, one byte each.
  let counts: u64 = 0;
  for (let t = max(2, from - most); t < from; t++) counts += patternAt(values, t);
  for (let t = from; t < to; t++) {
    if (t >= 2) counts += patternAt(values, t);
    if (t - most >= 2 && t > 2) counts -= patternAt(values, t - most);
    const n = <f64>min(max(t - 1, 0), most);
    store<f64>(out + (<usize>t << 3), n > 1 ? max<f64>(0, (Math.log(n) - weighted(counts) / n) / LOG_PATTERNS) : 0);
  }
  return 0;
}

/** One in the byte of the ordering of values[t-2], values[t-1], values[t]. */
@inline
function patternAt(values: usize, t: i32): u64 {
  const at = values + (<usize>t << 3);
  const a = load<f64>(at - 16);
  const b = load<f64>(at - 8);
  const c = load<f64>(at);
  return (<u64>1) << ((<u64>(a <= b) << 5) | (<u64>(b <= c) << 4) | (<u64>(a <= c) << 3));
}

/** Sum of c ln c over the counts. */
@inline
function weighted(counts: u64): f64 {
  let sum: f64 = 0;
  for (let shift: u64 = 0; shift < 64; shift += 8) sum += load<f64>(TABLE + (<usize>((counts >> shift) & 0xff) << 3));
  return sum;
}
