/** Keys longer than this mean that data travels as text; such a run is not kept. */
const MAX_KEY_LENGTH = 1 << 14;

let lastIdentity = 0;
const identities = new WeakMap<object, number>();

/** A number for a buffer, the same every time the same buffer is asked about. */
function identityOf(buffer: object): number {
  let identity = identities.get(buffer);
  if (identity === undefined) {
    identity = ++lastIdentity;
    identities.set(buffer, identity);
  }
  return identity;
}

class NotCacheable extends Error {}

/** Minus zero and the numbers JSON has no text for get one of their own. */
function describeNumber(value: number): unknown {
  if (Object.is(value, -0)) return { number: "-0" };
  return Number.isFinite(value) ? value : { number: String(value) };
}

function describeObject(value: object, hashed: boolean): unknown {
  if (ArrayBuffer.isView(value)) {
    if (hashed) return { hashed };
    return { buffer: identityOf(value.buffer), from: value.byteOffset, bytes: value.byteLength, type: value.constructor.name };
  }
  if (Array.isArray(value)) {
    if (value.length > MAX_KEY_LENGTH) throw new NotCacheable();
    return value.map((item) => describe(item, hashed));
  }
  // A Blob, a Date or another thing with a life of its own says nothing certain about its content.
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new NotCacheable();
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const named = hashed || entries.some(([name, item]) => name === "hash" && typeof item === "string");
  return { object: entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, describe(item, named)]) };
}

/** A value JSON can write, different for different inputs. */
function describe(value: unknown, hashed: boolean): unknown {
  switch (typeof value) {
    case "boolean":
      return value;
    case "number":
      return describeNumber(value);
    case "string":
      if (value.length > MAX_KEY_LENGTH) throw new NotCacheable();
      return value;
    case "undefined":
      return { undefined: true };
    case "object":
      return value === null ? null : describeObject(value, hashed);
    default:
      throw new NotCacheable();
  }
}

/**
 * One text per (job, data, configuration): equal keys mean an equal answer. Columns count by the identity of their buffer, which nobody
 * writes to after it is made; the columns of an object that carries its own content `hash` count by that hash.
 * @returns null when the input cannot be told by a short text (a file, a long string)
 */
export function cacheKey(job: string, input: unknown): string | null {
  try {
    const key = JSON.stringify([job, describe(input, false)]);
    return key.length > MAX_KEY_LENGTH ? null : key;
  } catch (error) {
    if (error instanceof NotCacheable) return null;
    throw error;
  }
}
