/** Two-sided 95% point of the normal distribution. */
const Z = 1.959963984540054;

/**
 * Wilson's score interval of a share at 95%.
 * @param share observed share of successes
 * @param trials number of independent trials, above 0
 */
export function wilsonInterval(share: number, trials: number): [number, number] {
  const z2 = Z * Z;
  const center = share + z2 / (2 * trials);
  const half = Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return [Math.max(0, (center - half) / scale), Math.min(1, (center + half) / scale)];
}
