/**
 * p-values corrected for the number of tests; a missing one stays missing and does not count.
 * @term Multiple-testing correction
 * @formula Bonferroni: min(1, m p); Benjamini-Hochberg: p(i) m / i, made monotone from the largest down
 * @source Bonferroni (1936); Benjamini and Hochberg (1995)
 * @tolerance R p.adjust, 1e-15
 */
export function adjustedPValues(values: readonly (number | null)[]): {
  bonferroni: (number | null)[];
  benjaminiHochberg: (number | null)[];
} {
  const known = values.flatMap((p, place) => (p === null ? [] : [{ p, place }])).sort((a, b) => b.p - a.p);
  const count = known.length;
  const bonferroni = values.map((p) => (p === null ? null : Math.min(1, count * p)));
  const benjaminiHochberg: (number | null)[] = values.map(() => null);
  let least = 1;
  for (const [i, { p, place }] of known.entries()) {
    least = Math.min(least, (p * count) / (count - i));
    benjaminiHochberg[place] = least;
  }
  return { bonferroni, benjaminiHochberg };
}
