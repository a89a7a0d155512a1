/** Levenshtein distance (insert, delete, replace) of two short words. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length];
}

/** The paths most similar to the requested one, best first; those too different are omitted. */
export function nearest<T>(asked: string, choices: readonly { path: string; value: T }[], limit = 3): T[] {
  const wanted = asked.toLowerCase();
  const ranked = choices
    .map(({ path, value }) => {
      const distance = editDistance(wanted, path);
      const part = wanted.length > 3 && path.length > 1 && (path.includes(wanted.slice(1)) || wanted.includes(path.slice(1)));
      return { value, score: part ? Math.min(distance, 2) : distance, reach: Math.max(2, Math.floor(path.length / 2)) };
    })
    .filter(({ score, reach }) => score <= reach)
    .sort((a, b) => a.score - b.score);
  return [...new Set(ranked.map(({ value }) => value))].slice(0, limit);
}
