/** Makes names unique: a repeated one gets a number. Settings, files and batches refer to a column by its name. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next number of a name, so that many equal names are numbered in linear time. */
  const next = new Map<string, number>();
  return names.map((name) => {
    let own = name;
    let copy = next.get(name) ?? 2;
    while (taken.has(own)) own = `${name} (${copy++})`;
    next.set(name, copy);
    taken.add(own);
    return own;
  });
}
