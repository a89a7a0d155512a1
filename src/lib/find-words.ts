/** The items whose text contains every word of `wanted`, in any case and order; all items for an empty query. */
export function havingWords<Item>(items: readonly Item[], wanted: string, textOf: (item: Item) => string): readonly Item[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
