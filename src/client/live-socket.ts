import ReconnectingWebSocket from "partysocket/ws";
import { because, type Cause, type Count, type Millis } from "../../workers/contract";
import { noteSocket } from "./request-log";

export type SocketState = "connecting" | "open" | "waiting" | "failed" | "closed";

export interface LiveSocketOptions {
  url: string;
  /** "doubling": five attempts, from 1 s; "steady": every 5 s, for ever. */
  retry: "doubling" | "steady";
  /** In place of the browser's own sockets. */
  socket?: new (
    url: string,
  ) => EventTarget;
  /** Each time it opens, the first time and after a break. */
  onOpen?: (send: (message: object) => void) => void;
  /** JSON objects, as they come; at most `MAX_AT_ONCE` between two turns of the page. */
  onMessage: (message: Record<string, unknown>) => void;
  /** @param cause why it failed or broke off, where it did */
  onState?: (state: SocketState, cause: Cause | null) => void;
}

const RETRY = {
  doubling: { minReconnectionDelay: 1000, maxReconnectionDelay: 16_000, reconnectionDelayGrowFactor: 2, maxRetries: 5 },
  steady: { minReconnectionDelay: 5000, maxReconnectionDelay: 5000, reconnectionDelayGrowFactor: 1, maxRetries: Number.POSITIVE_INFINITY },
};
/** A host that does not finish its greeting in this time is retried. */
const PATIENCE: Millis = 4000;
/** A connection that held this long begins its count of attempts again. */
const LASTING: Millis = 5000;
const MAX_MESSAGE_LENGTH: Count = 1 << 20;
const MAX_AT_ONCE: Count = 500;

/** A live connection that bears whatever a host does: it drops, stalls, floods or sends garbage. */
export class LiveSocket {
  private readonly socket: ReconnectingWebSocket;
  private queue: Record<string, unknown>[] = [];
  private turn: ReturnType<typeof setTimeout> | null = null;
  private ended = false;
  private attempts: Count = 0;
  /** Messages that were not a JSON object, or were longer than a megabyte. */
  rejected: Count = 0;
  /** What was left out because more came than a page can take: the oldest. */
  dropped: Count = 0;

  constructor(private readonly options: LiveSocketOptions) {
    const { url, retry, socket, onOpen, onState } = options;
    const rules = RETRY[retry];
    this.socket = new ReconnectingWebSocket(url, [], { ...rules, connectionTimeout: PATIENCE, minUptime: LASTING, WebSocket: socket });
    onState?.("connecting", null);
    this.socket.addEventListener("open", () => {
      this.note(0);
      onState?.("open", null);
      onOpen?.((message) => this.sendText(JSON.stringify(message)));
    });
    this.socket.addEventListener("close", ({ code }) => {
      if (this.ended) return;
      // The next attempt is counted before this is told: where the count stands still there is none.
      const over = this.socket.retryCount >= rules.maxRetries && this.socket.retryCount === this.attempts;
      this.attempts = this.socket.retryCount;
      onState?.(
        over ? "failed" : "waiting",
        // Where the browser refuses to connect at all, there is no code.
        because("feeds/socketFailed", {
          detail: code === 1006 || typeof code !== "number" ? "the host is not responding" : `closed with code ${code}`,
        }),
      );
    });
    this.socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.take(data));
  }

  send(message: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.sendText(JSON.stringify(message));
  }

  private sendText(text: string): void {
    this.socket.send(text);
    this.note(text.length);
  }

  /** For the privacy meter; a simulated socket reaches nobody. */
  private note(sent: number): void {
    if (!this.options.socket) noteSocket(this.options.url, sent);
  }

  close(): void {
    this.ended = true;
    if (this.turn !== null) clearTimeout(this.turn);
    this.queue = [];
    this.socket.close();
    this.options.onState?.("closed", null);
  }

  private take(data: unknown): void {
    const message = typeof data === "string" && data.length <= MAX_MESSAGE_LENGTH ? objectOf(data) : null;
    if (!message) {
      this.rejected++;
      return;
    }
    this.queue.push(message);
    if (this.queue.length > MAX_AT_ONCE) {
      this.queue.shift();
      this.dropped++;
    }
    // In a turn of its own, so that a flood never keeps the page from drawing.
    this.turn ??= setTimeout(() => this.deliver(), 0);
  }

  private deliver(): void {
    this.turn = null;
    const batch = this.queue;
    this.queue = [];
    for (const message of batch) {
      if (this.ended) return;
      this.options.onMessage(message);
    }
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
