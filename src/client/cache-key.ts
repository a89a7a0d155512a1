/** Longer keys mean that data are passed as text; such runs are not cached. */
const MAX_KEY_LENGTH = 1 << 14;

let lastIdentity = 0;
const identities = new WeakMap<object, number>();

/** Stable number identifying a buffer. */
function identityOf(buffer: object): number {
  let identity = identities.get(buffer);
  if (identity === undefined) {
    identity = ++lastIdentity;
    identities.set(buffer, identity);
  }
  return identity;
}

class NotCacheable extends Error {}

/** Minus zero and numbers without a JSON representation are encoded separately. */
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
  // The content of a Blob, a Date or another class instance is not determined by its fields.
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new NotCacheable();
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const named = hashed || entries.some(([name, item]) => name === "hash" && typeof item === "string");
  return { object: entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, describe(item, named)]) };
}

/** A JSON value that differs for different inputs. */
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
 * A key for (job, data, configuration): equal keys imply equal results. Columns are identified by their buffer, which is never written
 * after creation; the columns of an object with a content `hash` are identified by it.
 * @returns null if no short key identifies the input (a file, a long string)
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
