export interface Findable {
  name: string;
  /** Further search terms. */
  words: string;
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const inOrder = (name: string, typed: string): boolean => {
  let next = 0;
  for (const letter of name) if (letter === typed[next]) next++;
  return next === typed.length;
};

/** How well an entry matches the query: 0 is best, null is no match. Fuzzy matches (letters in order) are last. */
function closeness({ name, words }: Findable, typed: string): number | null {
  const title = plain(name);
  const wanted = plain(typed).trim();
  const parts = wanted.split(/\s+/);
  if (title.startsWith(wanted)) return 0;
  const starts = title.split(/[^\p{L}\p{N}]+/u);
  if (parts.every((part) => starts.some((start) => start.startsWith(part)))) return 1;
  if (title.includes(wanted)) return 2;
  const all = `${title} ${plain(words)}`;
  if (parts.every((part) => all.includes(part))) return 3;
  return wanted.length > 2 && inOrder(title, wanted.replace(/\s/g, "")) ? 4 : null;
}

/** Matching entries, best first, otherwise in their order; fuzzy matches only if there are no others. */
export function find<Entry extends Findable>(entries: readonly Entry[], typed: string): Entry[] {
  const fits = entries.flatMap((entry) => {
    const score = closeness(entry, typed);
    return score === null ? [] : [{ entry, score }];
  });
  const close = fits.filter(({ score }) => score < 4);
  return (close.length > 0 ? close : fits).sort((a, b) => a.score - b.score).map(({ entry }) => entry);
}
