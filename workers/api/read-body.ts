import * as messages from "./messages";
import { Problem } from "./problem";

/** Maximum bytes of a JSON body, and of a form with its file. */
export const MAX_JSON = 1 << 20;
export const MAX_FORM = 50 << 20;
/** Maximum bytes of bodies in memory, over all calls: each is copied several times while it is read and passed on. */
export const MAX_HELD = 4 * MAX_FORM;
/** Maximum parts of a form, more than any operation needs: each costs as much as a small call. */
export const MAX_PARTS = 100;
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'()+,\-./:=?]{1,70})(?=[\s;]|$))/i;
const RETRY_SECONDS = 5;

let inHand = 0;

/** A call's share of the memory limit common to all calls. */
export class BodyHold {
  private bytes = 0;

  /** Counts bytes as they arrive; throws 503 if there are too many in memory. */
  take(bytes: number): void {
    if (inHand + bytes > MAX_HELD) throw new Problem(503, "busy", messages.busy, {}, { "Retry-After": String(RETRY_SECONDS) });
    inHand += bytes;
    this.bytes += bytes;
  }

  /** Releases the bytes once the call is answered. */
  release(): void {
    inHand -= this.bytes;
    this.bytes = 0;
  }
}

/** The bytes of a body, or a 413 as soon as there are too many: longer bodies are never buffered. */
async function bytesOf(request: Request, most: number, hold: BodyHold): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Problem(413, "too-large", messages.tooLarge({ most }));
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();
  // Firefox has no stream for request bodies; a blob is not in memory either, and its stream is counted as it is read.
  const stream = request.body === undefined ? (await request.blob()).stream() : request.body;
  const reader = stream?.getReader();
  if (!reader) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Problem(400, "cut-off", messages.cutOff);
    });
    if (done) break;
    length += value.byteLength;
    try {
      if (length > most) throw tooLarge();
      hold.take(value.byteLength);
    } catch (refusal) {
      // The rest of the body belongs to the caller: a host still has to drain it.
      reader.releaseLock();
      throw refusal;
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

const typeOf = (request: Request) => (request.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();

/** @param hold counts the bytes until the call is answered */
export async function readJson(request: Request, hold: BodyHold): Promise<unknown> {
  if (typeOf(request) !== "application/json") throw new Problem(415, "wrong-type", messages.notJsonType);
  const bytes = await bytesOf(request, MAX_JSON, hold);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, "not-json", messages.notJson);
  }
}

/** Number of lines that start with a mark. */
function countLines(bytes: Uint8Array, mark: Uint8Array): number {
  let found = 0;
  for (let at = 0; at < bytes.length; at++) {
    const begins = bytes[at] === mark[0] && (at === 0 || bytes[at - 1] === 10);
    if (begins && mark.every((byte, place) => bytes[at + place] === byte)) found++;
  }
  return found;
}

/** The fields of a form; the first one of each name. @param hold counts the bytes until the call is answered */
export async function readForm(request: Request, hold: BodyHold): Promise<Record<string, unknown>> {
  if (typeOf(request) !== "multipart/form-data") throw new Problem(415, "wrong-type", messages.notFormType);
  const bytes = await bytesOf(request, MAX_FORM, hold);
  const [, quoted, plain] = BOUNDARY.exec(request.headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? plain;
  const notForm = new Problem(400, "not-a-form", messages.notForm);
  if (!boundary || countLines(bytes, new TextEncoder().encode(`--${boundary}`)) > MAX_PARTS) throw notForm;
  try {
    const form = await new Response(bytes, { headers: { "content-type": `multipart/form-data; boundary="${boundary}"` } }).formData();
    return Object.fromEntries([...form.entries()].reverse());
  } catch {
    throw notForm;
  }
}
