import { LiveSocket, type LiveSocketOptions } from "./live-socket";

export const MESSAGE_TYPES = ["trade", "quote", "model_prediction", "portfolio_update", "system_health"] as const;
export const STREAMS = ["market.data", "model.predictions", "portfolio.updates", "system.health"] as const;
/** Type of a host's error message. */
const REFUSAL = "error";
type MessageType = (typeof MESSAGE_TYPES)[number] | typeof REFUSAL;
type MessageHandler = (message: Record<string, unknown>) => void;

interface MarketChannelOptions {
  /** Origin of the host: "wss://api.example.com". */
  host: string;
  /** Sent in the first message, never in the URL. */
  apiKey: string;
  onState?: LiveSocketOptions["onState"];
  /** Replaces the browser's WebSocket, such as by a simulated one. */
  socket?: LiveSocketOptions["socket"];
}

interface Subscription {
  symbols: readonly string[];
  channels?: readonly string[];
  streams?: readonly string[];
}

/** Market data of the provider: authenticates, subscribes (again after every reconnect) and dispatches messages by type. */
export class MarketChannel {
  private readonly socket: LiveSocket;
  private readonly handlers = new Map<MessageType, Set<MessageHandler>>();
  private readonly subscriptions: Subscription[] = [];

  constructor({ host, apiKey, onState, socket }: MarketChannelOptions) {
    this.socket = new LiveSocket({
      url: `${host.replace(/\/+$/, "")}/v1/market-data`,
      retry: "doubling",
      socket,
      onOpen: (send) => {
        send({ action: "authenticate", apiKey });
        for (const subscription of this.subscriptions) send({ action: "subscribe", ...subscription });
      },
      onMessage: (message) => this.dispatch(message),
      onState,
    });
  }

  subscribe(symbols: readonly string[], channels: readonly string[] = ["trades", "quotes"]): void {
    this.add({ symbols, channels });
  }

  /** Subscribes to streams instead of channels. */
  subscribeStreams(symbols: readonly string[], streams: readonly string[]): void {
    this.add({ symbols, streams });
  }

  /** @returns a function that unsubscribes */
  on(type: MessageType, handler: MessageHandler): () => void {
    const listening = this.handlers.get(type) ?? new Set();
    this.handlers.set(type, listening.add(handler));
    return () => listening.delete(handler);
  }

  get faults(): { rejected: number; dropped: number } {
    return { rejected: this.socket.rejected, dropped: this.socket.dropped };
  }

  close(): void {
    this.socket.close();
  }

  private add(subscription: Subscription): void {
    this.subscriptions.push(subscription);
    this.socket.send({ action: "subscribe", ...subscription });
  }

  private dispatch(message: Record<string, unknown>): void {
    const type = ([...MESSAGE_TYPES, REFUSAL] as const).find((one) => one === message.type);
    if (type) for (const handler of this.handlers.get(type) ?? []) handler(message);
  }
}
