import * as messages from "./messages";
import { Problem } from "./problem";

/** Bytes of a JSON body, and of a form with its file. */
export const MAX_JSON = 1 << 20;
export const MAX_FORM = 50 << 20;

/** The bytes of a body, or the refusal 413 as soon as there are too many: what is longer is never taken in. */
async function bytesOf(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Problem(413, "too-large", messages.tooLarge({ most }));
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();
  // Firefox streams no body of a request; its blob is not in memory either, and is counted as it is read.
  const stream = request.body === undefined ? (await request.blob()).stream() : request.body;
  const reader = stream?.getReader();
  if (!reader) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge();
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

export async function readJson(request: Request): Promise<unknown> {
  if (typeOf(request) !== "application/json") throw new Problem(415, "wrong-type", messages.notJsonType);
  const bytes = await bytesOf(request, MAX_JSON);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, "not-json", messages.notJson);
  }
}

/** The fields of a form; of several with one name, the first. */
export async function readForm(request: Request): Promise<Record<string, unknown>> {
  if (typeOf(request) !== "multipart/form-data") throw new Problem(415, "wrong-type", messages.notFormType);
  const bytes = await bytesOf(request, MAX_FORM);
  try {
    const form = await new Response(bytes, { headers: { "content-type": request.headers.get("content-type") ?? "" } }).formData();
    return Object.fromEntries([...form.entries()].reverse());
  } catch {
    throw new Problem(400, "not-a-form", messages.notForm);
  }
}
