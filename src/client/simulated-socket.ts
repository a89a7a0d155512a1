import type { Millis } from "../../workers/contract";

const EVERY: Millis = 500;
const GREETING: Millis = 100;

interface Subscribed {
  symbols: string[];
  channels: string[];
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, 20) : []);

/** A market data channel made up on this page, for trying a client without a host: it has to be told a key, and sends what is subscribed to. */
export class SimulatedSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readyState = 0;
  binaryType: BinaryType = "blob";
  readonly bufferedAmount = 0;
  readonly extensions = "";
  readonly protocol = "";
  private timer: ReturnType<typeof setInterval> | undefined;
  private known = false;
  private subscribed: Subscribed = { symbols: [], channels: [] };
  private price = 100;
  private state = 7;

  constructor(readonly url: string) {
    super();
    setTimeout(() => {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
      this.timer = setInterval(() => this.tick(), EVERY);
    }, GREETING);
  }

  send(text: string): void {
    const { action, apiKey, symbols, channels } = JSON.parse(text) as Record<string, unknown>;
    if (action === "authenticate") this.known = typeof apiKey === "string" && apiKey !== "";
    if (action === "subscribe") this.subscribed = { symbols: textsOf(symbols), channels: textsOf(channels) };
  }

  close(): void {
    if (this.readyState === 3) return;
    clearInterval(this.timer);
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code: 1000, wasClean: true }));
  }

  /** Uniform numbers (Park and Miller), the same on every visit. */
  private uniform(): number {
    this.state = (this.state * 48_271) % 2_147_483_647;
    return this.state / 2_147_483_647;
  }

  private tick(): void {
    if (!this.known) return;
    const { symbols, channels } = this.subscribed;
    this.price *= Math.exp(0.001 * (this.uniform() + this.uniform() + this.uniform() - 1.5));
    const price = Number(this.price.toFixed(2));
    const timestamp = new Date().toISOString();
    for (const symbol of symbols) {
      const size = 100 * Math.ceil(5 * this.uniform());
      if (channels.includes("trades")) this.say({ type: "trade", symbol, timestamp, price, size, conditions: [] });
      const spread = 0.01;
      if (channels.includes("quotes"))
        this.say({
          type: "quote",
          symbol,
          timestamp,
          bid: Number((price - spread).toFixed(2)),
          ask: Number((price + spread).toFixed(2)),
          bidSize: size,
          askSize: size,
        });
    }
  }

  private say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}
