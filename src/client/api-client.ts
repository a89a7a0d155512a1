import type { Count, Millis } from "../../workers/contract";
import { canceled } from "../../workers/runtime/messages";
import { formBody } from "./form-body";

const ANSWER_TOO_LARGE = "The answer is larger than 20 MB and was refused";
const unreachable = (host: string): string =>
  host === ""
    ? "The API of this device is not responding. Reload the page and try again."
    : `${host} cannot be reached. It may be down, redirect, or block calls from this page (CORS). If it was just added, reload the page once.`;
/** Message for a response with an error status. */
export const httpError = (status: number): string => `HTTP error! status: ${status}`;

/** One request. The key goes into a header, never into the URL. */
export interface ApiCall {
  method: string;
  /** Path and query: "/v1/strategies?page=1". */
  path: string;
  /** JSON text, or a form. */
  body?: string | FormData;
  /** Sent as X-API-Key, or as bearer token for generate-key. */
  secret?: string;
  bearer?: boolean;
}

/** The response, whatever its status. */
export interface ApiAnswer {
  status: number;
  ok: boolean;
  millis: Millis;
  bytes: Count;
  headers: [string, string][];
  text: string;
  /** Null if the response is not JSON. */
  json: unknown;
}

interface ApiClientOptions {
  /** "" for this device, otherwise the origin of a host: "https://api.example.com". */
  host: string;
  /** How requests are sent: to the local API, or over the network. */
  transport: (request: Request) => Promise<Response>;
  key?: string;
}

/** Timeout for a host without any response; the local API computes for at most four minutes. */
const PATIENCE: Millis = 245_000;
/** Larger responses are rejected. */
const MAX_BYTES = 20 << 20;

/** Reads a response up to the size limit: a host must not exhaust memory. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > MAX_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw new Error(ANSWER_TOO_LARGE);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Client of the product's server and of the provider's API: the same calls, to this device or to a host. */
export class ApiClient {
  constructor(private readonly options: ApiClientOptions) {}

  /** Sends a request and reads the response. Throws only if there was none. */
  async send({ method, path, body, secret, bearer }: ApiCall, signal?: AbortSignal): Promise<ApiAnswer> {
    const { host, transport } = this.options;
    const headers = new Headers();
    if (typeof body === "string") headers.set("Content-Type", "application/json");
    if (secret) headers.set(bearer ? "Authorization" : "X-API-Key", bearer ? `Bearer ${secret}` : secret);
    const base = host === "" ? location.origin : host.replace(/\/+$/, "");
    const patience = AbortSignal.timeout(PATIENCE);
    const began = performance.now();
    try {
      const ends = signal ? AbortSignal.any([signal, patience]) : patience;
      const sent = body instanceof FormData ? formBody(body) : body;
      const request = new Request(base + path, { method, headers, body: sent, signal: ends, credentials: "omit", redirect: "error" });
      const response = await transport(request);
      const text = await readText(response);
      return {
        status: response.status,
        ok: response.ok,
        millis: performance.now() - began,
        bytes: new Blob([text]).size,
        headers: [...response.headers],
        text,
        json: parsed(text),
      };
    } catch (error) {
      if (signal?.aborted) throw new Error(canceled);
      if (patience.aborted) throw new Error("No response");
      // Browsers give no reason why a host refused, was unreachable or redirected.
      throw error instanceof TypeError ? new Error(unreachable(host)) : error;
    }
  }

  generateKey = (bearer: string, body: { scope: string[]; description: string }) =>
    this.json("POST", "/v1/auth/generate-key", { body, secret: bearer, bearer: true });
  validateKey = () => this.json("GET", "/v1/auth/validate");
  createStrategy = (body: object) => this.json("POST", "/v1/strategies", { body });
  listStrategies = (page = 1) => this.json("GET", `/v1/strategies?page=${page}`);
  deleteStrategy = (id: string) => this.json("DELETE", `/v1/strategies/${encodeURIComponent(id)}`);
  backtest = (body: object) => this.json("POST", "/v1/backtest", { body });
  historical = (symbol: string, start: string, end: string, interval = "1d") =>
    this.json("GET", `/v1/data/historical?${new URLSearchParams({ symbol, start, end, interval })}`);
  summary = (symbols: readonly string[]) => this.json("GET", `/v1/data/summary?${new URLSearchParams({ symbols: symbols.join(",") })}`);
  portfolioRisk = () => this.json("GET", "/v1/risk/portfolio");
  riskLimits = (body: object) => this.json("POST", "/v1/risk/limits", { body });

  marketCuriosity = (file: Blob) => this.upload("/api/market-curiosity/analyze", file, () => undefined);
  markovRegime = (file: Blob) => this.upload("/api/markov-regime", file, ({ error }) => error);
  lyapunov = (file: Blob) => this.upload("/api/lyapunov", file, ({ message }) => message);

  private async json(method: string, path: string, { body, secret = this.options.key, bearer }: JsonCall = {}): Promise<unknown> {
    const answer = await this.send({ method, path, body: body && JSON.stringify(body), secret, bearer });
    if (!answer.ok) throw new Error(httpError(answer.status));
    return answer.json;
  }

  /**
   * @param reason extracts the message from an error response, whose field the specification defines differently for each of the three
   * uploads
   */
  private async upload(path: string, file: Blob, reason: (refusal: Refusal) => unknown): Promise<unknown> {
    const form = new FormData();
    form.set("file", file);
    const answer = await this.send({ method: "POST", path, body: form });
    if (answer.ok) return answer.json;
    const text = answer.json && typeof answer.json === "object" ? reason(answer.json) : undefined;
    throw new Error(typeof text === "string" && text !== "" ? text : "Analysis failed");
  }
}

interface JsonCall {
  body?: object;
  secret?: string;
  bearer?: boolean;
}
interface Refusal {
  error?: unknown;
  message?: unknown;
}
