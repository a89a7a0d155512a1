import * as v from "valibot";
import { because, type Cause, fail, failBecause, type Millis, type Outcome, succeed } from "../../contract";
import { originOf } from "../../origin";
import { questionAbout } from "./prompt";
import { MAX_REPLY_LENGTH } from "./reply";

/** Endpoint of a model and what to ask. The key is only sent in the header of the request. */
export interface ProviderRequest {
  /** Base address: "http://localhost:11434/v1". */
  endpoint: string;
  model: string;
  key: string | null;
  /** The news text. */
  text: string;
}

/** Longer than any reasonable model takes; the user can cancel at any time. */
const PATIENCE: Millis = 120_000;
/** Bytes of the whole response, including its envelope. */
const MAX_ANSWER = 4 * MAX_REPLY_LENGTH;
const TOKENS = 4000;

const envelope = v.object({
  choices: v.pipe(v.array(v.object({ message: v.object({ content: v.string() }) })), v.minLength(1)),
});

/** `fetch`, or a replacement in tests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Asks an OpenAI-compatible endpoint to mark a text, and returns the model's reply as it is. Nothing of the response is shown or stored before
 * it is checked; no cookies, no redirects, no key in an address or a message.
 * @param blocked whether the browser's content security policy blocked the call
 */
export async function askEndpoint(
  request: ProviderRequest,
  signal: AbortSignal,
  call: Fetch = fetch,
  blocked: () => Promise<boolean> = async () => false,
): Promise<Outcome<string>> {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const origin = originOf(request.endpoint);
  try {
    let response = await post(request, true, timed, call);
    // Some servers do not support a strict response format; the prompt contains the schema as well.
    if (response.status === 400 || response.status === 422) response = await post(request, false, timed, call);
    if (!response.ok) return failBecause("bad-input", refusal(response.status, origin));
    return await contentOf(response);
  } catch (error) {
    if (signal.aborted) return fail("canceled", "runtime/canceled");
    if (timed.aborted) return fail("bad-input", "news/providerSlow", { origin, seconds: PATIENCE / 1000 });
    if (await blocked()) return fail("bad-input", "news/providerBlocked", { origin });
    // A failed fetch is a TypeError without details; any other error is a bug.
    if (error instanceof TypeError) return fail("bad-input", "news/providerUnreachable", { origin });
    throw error;
  }
}

function post({ endpoint, model, key, text }: ProviderRequest, strict: boolean, signal: AbortSignal, call: Fetch): Promise<Response> {
  const { system, user, schema } = questionAbout(text);
  const format = { type: "json_schema", json_schema: { name: "marked_text", strict: true, schema } };
  const body = {
    model,
    temperature: 0,
    max_tokens: TOKENS,
    stream: false,
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
    ...(strict ? { response_format: format } : {}),
  };
  return call(`${endpoint.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal,
    mode: "cors",
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
    cache: "no-store",
  });
}

function refusal(status: number, origin: string): Cause {
  if (status === 401 || status === 403) return because("news/providerKeyRefused", { origin, status });
  if (status === 404) return because("news/providerNotFound", { origin });
  if (status === 429) return because("news/providerBusy", { origin });
  return because("news/providerStatus", { origin, status });
}

async function contentOf(response: Response): Promise<Outcome<string>> {
  const text = await readUpTo(response, MAX_ANSWER);
  if (text === null) return fail("bad-input", "news/replyTooLong");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("bad-input", "news/replyNotProtocol");
  }
  const checked = v.safeParse(envelope, json);
  return checked.success ? succeed(checked.output.choices[0].message.content) : fail("bad-input", "news/replyNotProtocol");
}

/** The body of a response, or null as soon as it exceeds the limit, so that an endless one is abandoned. */
async function readUpTo(response: Response, most: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > most) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
