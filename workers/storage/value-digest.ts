import { VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import { hashColumns } from "../series";

/** Fields with durations and wall-clock times, which differ between any two runs. */
const WALL_CLOCK: ReadonlySet<string> = new Set(["elapsed", "millis", "loadedAt"]);
/** The time of an answer is stored as text; a number under this name is a date of the data. */
const isWallClock = (name: string, value: unknown) => WALL_CLOCK.has(name) || (name === "timestamp" && typeof value === "string");
/** Values of a list between checks of the cancel flag. */
const BLOCK = 4096;

export interface ValueDigest {
  /** Of the whole value: equal digests mean the same bits throughout, wall-clock fields excluded. */
  digest: string;
  /** Digests of its fields and of their fields, so that a difference can be located: "fit.volatility". */
  parts: { path: string; digest: string }[];
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Fields sorted by name, without those irrelevant to the result. */
export const fieldsOf = (value: Record<string, unknown>): [string, unknown][] =>
  Object.entries(value)
    .filter(([name, field]) => field !== undefined && !isWallClock(name, field))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Bytes as 64-bit values, zero-padded, preceded by their number. */
function padded(bytes: Uint8Array): Float64Array {
  const values = new Float64Array(1 + Math.ceil(bytes.length / VALUE_BYTES));
  values[0] = bytes.length;
  new Uint8Array(values.buffer).set(bytes, VALUE_BYTES);
  return values;
}

const encoder = new TextEncoder();
const hashText = (text: string, context: JobContext) => hashColumns([padded(encoder.encode(text))], context);

async function viewText(view: ArrayBufferView, context: JobContext): Promise<string> {
  const bytes = () => padded(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const hash = await hashColumns([view instanceof Float64Array ? view : bytes()], context);
  return `${view.constructor.name}(${view.byteLength}):${hash}`;
}

/** The text of a leaf value; null for a value that may contain others. */
function leafText(value: unknown): string | null {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  return typeof value === "object" && value !== null ? null : (JSON.stringify(value) ?? "undefined");
}

/** One text per value: names sorted, each number in its shortest exact form, a column as its SHA-256. */
async function canonical(value: unknown, context: JobContext): Promise<string> {
  const leaf = leafText(value);
  if (leaf !== null) return leaf;
  if (ArrayBuffer.isView(value)) return viewText(value, context);
  if (Array.isArray(value)) {
    const items: string[] = [];
    for (const [place, item] of value.entries()) {
      if (place % BLOCK === 0) context.checkpoint();
      items.push(leafText(item) ?? (await canonical(item, context)));
    }
    return `[${items.join(",")}]`;
  }
  if (isPlain(value)) {
    const fields: string[] = [];
    for (const [name, field] of fieldsOf(value)) {
      fields.push(`${JSON.stringify(name)}:${leafText(field) ?? (await canonical(field, context))}`);
    }
    return `{${fields.join(",")}}`;
  }
  return JSON.stringify(value) ?? "undefined";
}

/** The digest of a plain value, and those of its fields two levels deep. */
export async function digestValue(value: unknown, context: JobContext): Promise<ValueDigest> {
  const parts: ValueDigest["parts"] = [];
  const add = async (path: string, part: unknown) => {
    parts.push({ path, digest: await hashText(await canonical(part, context), context) });
  };
  for (const [name, field] of isPlain(value) ? fieldsOf(value) : [["", value] as const]) {
    if (!isPlain(field)) await add(name, field);
    else for (const [inner, part] of fieldsOf(field)) await add(`${name}.${inner}`, part);
  }
  return { digest: await hashText(JSON.stringify(parts), context), parts };
}
