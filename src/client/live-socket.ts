import ReconnectingWebSocket from "partysocket/ws";
import { because, type Cause, type Count, type Millis } from "../../workers/contract";
import { noteSocket } from "./request-log";

type SocketState = "connecting" | "open" | "waiting" | "failed" | "closed";

export interface LiveSocketOptions {
  url: string;
  /** "doubling": five attempts with delays from 1 s; "steady": every 5 s, without limit. */
  retry: "doubling" | "steady";
  /** Replaces the browser's WebSocket. */
  socket?: new (
    url: string,
  ) => EventTarget;
  /** Called on every connection, also after a reconnect. */
  onOpen?: (send: (message: object) => void) => void;
  /** JSON objects in order; at most `MAX_AT_ONCE` per task. */
  onMessage: (message: Record<string, unknown>) => void;
  /** @param cause reason of a failure or disconnect, if any */
  onState?: (state: SocketState, cause: Cause | null) => void;
}

const RETRY = {
  doubling: { minReconnectionDelay: 1000, maxReconnectionDelay: 16_000, reconnectionDelayGrowFactor: 2, maxRetries: 5 },
  steady: { minReconnectionDelay: 5000, maxReconnectionDelay: 5000, reconnectionDelayGrowFactor: 1, maxRetries: Number.POSITIVE_INFINITY },
};
/** Timeout of the handshake, after which it is retried. */
const PATIENCE: Millis = 4000;
/** A connection of this length resets the count of attempts. */
const LASTING: Millis = 5000;
const MAX_MESSAGE_LENGTH: Count = 1 << 20;
const MAX_AT_ONCE: Count = 500;

/** A live connection that copes with drops, stalls, floods and garbage. */
export class LiveSocket {
  private readonly socket: ReconnectingWebSocket;
  private queue: Record<string, unknown>[] = [];
  private turn: ReturnType<typeof setTimeout> | null = null;
  private ended = false;
  private attempts: Count = 0;
  /** Messages that were not a JSON object, or longer than a megabyte. */
  rejected: Count = 0;
  /** Messages dropped, oldest first, because too many arrived. */
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
      // The next attempt is counted before this event: if the count has not changed, there is none.
      const over = this.socket.retryCount >= rules.maxRetries && this.socket.retryCount === this.attempts;
      this.attempts = this.socket.retryCount;
      onState?.(
        over ? "failed" : "waiting",
        // No close code if the browser refuses to connect at all.
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

  /** Reports sent bytes to the privacy meter; a simulated socket sends none. */
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
    // In a separate task, so that a flood never blocks rendering.
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
