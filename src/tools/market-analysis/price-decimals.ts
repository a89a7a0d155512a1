/** Decimals that show prices of about this size well: cents from ten on, more below. */
export function priceDecimals(typical: number | null): number {
  const size = Math.abs(typical ?? 0);
  return size >= 10 || size === 0 ? 2 : size >= 1 ? 4 : size >= 0.01 ? 6 : 10;
}
