import * as v from "valibot";
import { inPresentNames } from "../../workers/former-names";

/** A link longer than this gets cut off by programs it is sent through. */
export const MAX_LENGTH = 8192;
/** With data a link is as long as most programs still pass on whole. */
export const MAX_LENGTH_WITH_DATA = 32_768;
/** No settings unpack to more than this, and 2,000 rows of data seldom. */
const LARGEST = 1 << 18;
const MAX_FIELDS = 20;
const MAX_NAME = 200;

/** The first byte of a stream with a checksum; one without begins with this where it is not compressed only, which none was. */
const ZLIB_HEAD = 0x78;

const VERSION = 1;

/** What a data field of the screen is to hold: a text as typed, empty where the field stood empty. */
const sharedDataSchema = v.object({
  field: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  text: v.string(),
});
export type SharedData = v.InferOutput<typeof sharedDataSchema>;

/** No screen's settings lie this deep in one another; what shows a value calls itself once per level. */
const MAX_DEPTH = 20;
const isDeeper = (value: unknown, levels: number): boolean =>
  value instanceof Object && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

const sharedSchema = v.object({
  version: v.literal(VERSION),
  /** Name of the screen whose inputs these are. */
  screen: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  /** With all names there are: those that every object has, such as "constructor", are for the screen to refuse by name. */
  settings: v.pipe(
    v.unknown(),
    v.check((value) => value instanceof Object && !Array.isArray(value) && !isDeeper(value, MAX_DEPTH)),
    v.transform((value) => value as Record<string, unknown>),
  ),
  /** Only where whoever shared them said so. */
  data: v.optional(v.pipe(v.array(sharedDataSchema), v.maxLength(MAX_FIELDS))),
});
export type Shared = v.InferOutput<typeof sharedSchema>;

const versionSchema = v.object({ version: v.number() });

/** What a link or a file of settings holds: "newer" where a later version wrote it, null where it is anything else. */
export function asShared(content: unknown): Shared | "newer" | null {
  const { success, output } = v.safeParse(versionSchema, content);
  if (success && Number.isInteger(output.version) && output.version > VERSION) return "newer";
  const parsed = v.safeParse(sharedSchema, content);
  return parsed.success ? parsed.output : null;
}

/** A screen and its settings, to be shared. Data is never among them. */
export interface SharedScreen {
  screen: `/${string}`;
  settings: object;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** With a checksum at its end: a letter that was changed on the way must not change a setting. */
async function pack(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** @returns null where it unpacks to more than any settings do */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  // Links of version 0.1 have neither head nor checksum.
  const format = bytes[0] === ZLIB_HEAD ? "deflate" : "deflate-raw";
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.length;
    if (size > LARGEST) {
      await reader.cancel();
      return null;
    }
    pieces.push(step.value);
  }
  return new Blob(pieces).text();
}

/** Settings of a screen, with data or without, as a text for the fragment of an address; null where that would be too long. */
export async function writeShared(screen: string, settings: object, data?: readonly SharedData[]): Promise<string | null> {
  const json = JSON.stringify({ version: VERSION, screen, settings, data });
  if (new Blob([json]).size > LARGEST) return null;
  const text = base64url(await pack(json));
  return text.length <= (data ? MAX_LENGTH_WITH_DATA : MAX_LENGTH) ? text : null;
}

/** What `writeShared` wrote, as `asShared` tells it. Each setting is yet to be checked by its screen. */
export async function readShared(text: string): Promise<Shared | "newer" | null> {
  if (text.length > MAX_LENGTH_WITH_DATA) return null;
  try {
    const unpacked = await unpack(fromBase64url(text));
    return asShared(JSON.parse(inPresentNames(unpacked ?? "null")));
  } catch {
    // Cut off, or changed on the way.
    return null;
  }
}
