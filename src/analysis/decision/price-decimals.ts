const MAX_DECIMALS = 12;

/** Decimals for prices of about this size: two from ten upward, five significant digits below one. */
export function priceDecimals(typical: number | null): number {
  const size = Math.abs(typical ?? 0);
  if (size >= 10 || size === 0) return 2;
  return size >= 1 ? 4 : Math.min(MAX_DECIMALS, 4 - Math.floor(Math.log10(size)));
}
