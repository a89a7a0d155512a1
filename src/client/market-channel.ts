import { LiveSocket, type LiveSocketOptions } from "./live-socket";

export const MESSAGE_TYPES = ["trade", "quote", "model_prediction", "portfolio_update", "system_health"] as const;
export const STREAMS = ["market.data", "model.predictions", "portfolio.updates", "system.health"] as const;
/** What a host says where it refuses something. */
const REFUSAL = "error";
export type MessageType = (typeof MESSAGE_TYPES)[number] | typeof REFUSAL;
export type MessageHandler = (message: Record<string, unknown>) => void;

export interface MarketChannelOptions {
  /** Of the host: "wss://api.example.com". */
  host: string;
  /** Goes into the first message, never into the address. */
  apiKey: string;
  onState?: LiveSocketOptions["onState"];
  /** In place of the browser's own sockets: a simulated one. */
  socket?: LiveSocketOptions["socket"];
}

interface Subscription {
  symbols: readonly string[];
  channels?: readonly string[];
  streams?: readonly string[];
}

/** The provider's market data: authenticates, subscribes (again after every break) and hands messages to whoever listens for their type. */
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

  /** Streams in place of channels. */
  subscribeStreams(symbols: readonly string[], streams: readonly string[]): void {
    this.add({ symbols, streams });
  }

  /** @returns what stops listening */
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
