const BYTES_PER_NUMBER = 8;

/** Approximate size of a value in memory: exact for typed arrays, which are the large part. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return BYTES_PER_NUMBER;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) {
    // Arrays are homogeneous, so the first item stands for all.
    return value.length * (BYTES_PER_NUMBER + (value.length > 0 ? bytesOf(value[0]) : 0));
  }
  let bytes = 0;
  for (const item of Object.values(value)) bytes += BYTES_PER_NUMBER + bytesOf(item);
  return bytes;
}

/** Least recently used cache of results, limited in number and bytes. A result larger than the whole cache is not kept. */
export class ResultCache<Value> {
  private readonly kept = new Map<string, { value: Value; bytes: number }>();
  private total = 0;

  constructor(
    private readonly maxEntries: number,
    private readonly maxBytes: number,
  ) {}

  get bytes(): number {
    return this.total;
  }

  get size(): number {
    return this.kept.size;
  }

  get(key: string): Value | undefined {
    const entry = this.kept.get(key);
    if (!entry) return undefined;
    // A Map keeps insertion order: the entry used last moves to the end.
    this.kept.delete(key);
    this.kept.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.drop(key);
    const bytes = key.length * 2 + bytesOf(value);
    if (bytes > this.maxBytes) return;
    this.kept.set(key, { value, bytes });
    this.total += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.maxEntries && this.total <= this.maxBytes) break;
      this.drop(oldest);
    }
  }

  clear(): void {
    this.kept.clear();
    this.total = 0;
  }

  private drop(key: string): void {
    const entry = this.kept.get(key);
    if (!entry) return;
    this.kept.delete(key);
    this.total -= entry.bytes;
  }
}
