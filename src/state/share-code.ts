import * as v from "valibot";
import { withCurrentNames } from "../../workers/former-names";

/** Longer links are truncated by some programs. */
export const MAX_LENGTH = 8192;
/** Maximum length with data, which most programs still preserve. */
export const MAX_LENGTH_WITH_DATA = 32_768;
/** Maximum unpacked size: enough for any settings, and for almost all tables of 2,000 rows. */
const LARGEST = 1 << 18;
const MAX_FIELDS = 20;
const MAX_NAME = 200;

/**
 * First byte of a zlib stream, which has a checksum; a raw stream would start with it only if stored uncompressed, which never happened.
 */
const ZLIB_HEAD = 0x78;

const VERSION = 1;

/** Content of a data field: typed text, empty if the field was empty. */
const sharedDataSchema = v.object({
  field: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  text: v.string(),
});
export type SharedData = v.InferOutput<typeof sharedDataSchema>;

/** No screen's settings are nested this deeply; displaying a value recurses once per level. */
const MAX_DEPTH = 20;
const isDeeper = (value: unknown, levels: number): boolean =>
  value instanceof Object && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

const sharedSchema = v.object({
  version: v.literal(VERSION),
  /** Name of the screen of these inputs. */
  screen: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  /** Accepts any names: inherited ones, such as "constructor", are rejected by the screen. */
  settings: v.pipe(
    v.unknown(),
    v.check((value) => value instanceof Object && !Array.isArray(value) && !isDeeper(value, MAX_DEPTH)),
    v.transform((value) => value as Record<string, unknown>),
  ),
  /** Only if the sender has included it. */
  data: v.optional(v.pipe(v.array(sharedDataSchema), v.maxLength(MAX_FIELDS))),
});
export type Shared = v.InferOutput<typeof sharedSchema>;

const versionSchema = v.object({ version: v.number() });

/** The content of a link or file of settings: "newer" if written by a later version, null if it is anything else. */
export function asShared(content: unknown): Shared | "newer" | null {
  const { success, output } = v.safeParse(versionSchema, content);
  if (success && Number.isInteger(output.version) && output.version > VERSION) return "newer";
  const parsed = v.safeParse(sharedSchema, content);
  return parsed.success ? parsed.output : null;
}

/** A screen and its settings, to be shared. Never includes data. */
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

/** Compresses with a checksum: a corrupted character must not change a setting. */
async function pack(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** @returns null if it unpacks to more than any settings need */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  // Links of version 0.1 have neither header nor checksum.
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

/** Settings of a screen, with or without data, as text for a URL fragment; null if that would be too long. */
export async function writeShared(screen: string, settings: object, data?: readonly SharedData[]): Promise<string | null> {
  const json = JSON.stringify({ version: VERSION, screen, settings, data });
  if (new Blob([json]).size > LARGEST) return null;
  const text = base64url(await pack(json));
  return text.length <= (data ? MAX_LENGTH_WITH_DATA : MAX_LENGTH) ? text : null;
}

/** Parses the output of `writeShared`; result as of `asShared`. Each setting must still be validated by its screen. */
export async function readShared(text: string): Promise<Shared | "newer" | null> {
  if (text.length > MAX_LENGTH_WITH_DATA) return null;
  try {
    const unpacked = await unpack(fromBase64url(text));
    return asShared(JSON.parse(withCurrentNames(unpacked ?? "null")));
  } catch {
    // Truncated or corrupted.
    return null;
  }
}
