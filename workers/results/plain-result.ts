import type { JobContext } from "../runtime/job";
import { digestValue, fieldsOf } from "../storage";

/** A longer list is represented by its digest: equal digests mean the same bits. */
const MAX_LISTED = 1000;
/** Maximum number of values written per result; further lists are represented by their digests. */
const MAX_VALUES = 100_000;

const isPlain = (value: object): value is Record<string, unknown> => Object.getPrototypeOf(value) === Object.prototype;

/** A result in JSON-compatible form, its numbers bit for bit; wall-clock fields are omitted. */
export async function plainOf(value: unknown, context: JobContext): Promise<unknown> {
  let room = MAX_VALUES;
  const digested = async (list: object, values: number) => ({ $digest: (await digestValue(list, context)).digest, values });
  const write = async (part: unknown): Promise<unknown> => {
    if (typeof part !== "object" || part === null) {
      room--;
      return part ?? null;
    }
    const view = ArrayBuffer.isView(part) ? (part as Float64Array) : null;
    const length = view?.length ?? (Array.isArray(part) ? part.length : 0);
    if (length > MAX_LISTED || length > room) return digested(part, length);
    context.checkpoint();
    if (view) {
      room -= length;
      return Array.from(view, Number);
    }
    if (Array.isArray(part)) {
      const items: unknown[] = [];
      for (const item of part) items.push(await write(item));
      return items;
    }
    if (!isPlain(part)) return digested(part, 1);
    const fields: [string, unknown][] = [];
    for (const [name, field] of fieldsOf(part)) fields.push([name, await write(field)]);
    return Object.fromEntries(fields);
  };
  return write(value);
}

type Leaf = number | string | boolean | null;

/** Every leaf of a plain result with its path: "fit.estimates[0].value". */
export function* leavesOf(value: unknown, path = ""): Generator<[path: string, leaf: Leaf]> {
  if (typeof value !== "object" || value === null) yield [path, (value ?? null) as Leaf];
  else if (Array.isArray(value)) for (const [place, item] of value.entries()) yield* leavesOf(item, `${path}[${place}]`);
  else for (const [name, field] of Object.entries(value)) yield* leavesOf(field, path ? `${path}.${name}` : name);
}

const letters = (words: string): string => words.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Path of a figure in a plain result: that of an equal value, if several that whose name matches; null if no value is equal. */
export function placeOf(leaves: readonly (readonly [string, Leaf])[], label: string, value: number | string | null): string | null {
  if (value === null) return null;
  const equal = leaves.filter(([, leaf]) => Object.is(leaf, value));
  const wanted = letters(label);
  const named = equal.find(([path]) => letters(path.split(".").at(-1) ?? "") === wanted);
  return (named ?? equal[0])?.[0] ?? null;
}
