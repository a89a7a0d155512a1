import type { Millis } from "../../workers/contract";

const EVERY: Millis = 500;
const GREETING: Millis = 100;

/** Steps of 500 ms between two messages of a stream. */
const PACE = { prediction: 4, portfolio: 6, health: 10 };
const CHANNELS = ["trades", "quotes"];
const CAPITAL = 1_000_000;
/** Standard deviation per step, and the 95% value at risk. */
const SIGMA = 0.0005;
const VAR_95 = 1.645 * SIGMA;

/** State of a subscribed symbol. */
interface Followed {
  channels: readonly string[];
  predicted: boolean;
}

const cents = (value: number): number => Number(value.toFixed(2));
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, 20) : []);

/**
 * Market data simulated on this page, to try a client without a host: requires a key, and sends what is subscribed to, by channels or
 * streams. Every message is marked as simulated.
 */
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
  private readonly followed = new Map<string, Followed>();
  private readonly streams = new Set<string>();
  private price = 100;
  private before = 100;
  private peak = 100;
  private fall = 0;
  private step = 0;
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
    const { action, apiKey, symbols, channels, streams } = JSON.parse(text) as Record<string, unknown>;
    if (action === "authenticate") this.known = typeof apiKey === "string" && apiKey !== "";
    if (action !== "subscribe") return;
    const wanted = textsOf(streams);
    for (const stream of wanted) this.streams.add(stream);
    const chosen = channels === undefined && streams === undefined ? CHANNELS : textsOf(channels);
    const follow = { channels: wanted.includes("market.data") ? CHANNELS : chosen, predicted: wanted.includes("model.predictions") };
    if (follow.channels.length > 0 || follow.predicted) for (const symbol of textsOf(symbols)) this.followed.set(symbol, follow);
  }

  close(): void {
    if (this.readyState === 3) return;
    clearInterval(this.timer);
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code: 1000, wasClean: true }));
  }

  /** Uniform random numbers (Park and Miller), the same on every visit. */
  private uniform(): number {
    this.state = (this.state * 48_271) % 2_147_483_647;
    return this.state / 2_147_483_647;
  }

  private tick(): void {
    if (!this.known) return;
    this.before = this.price;
    this.price *= Math.exp(0.001 * (this.uniform() + this.uniform() + this.uniform() - 1.5));
    this.peak = Math.max(this.peak, this.price);
    this.fall = Math.min(this.fall, this.price / this.peak - 1);
    const timestamp = new Date().toISOString();
    for (const [symbol, followed] of this.followed) this.tellSymbol(symbol, followed, timestamp);
    const isDue = (stream: string, pace: number) => this.streams.has(stream) && this.step % pace === 0;
    if (isDue("portfolio.updates", PACE.portfolio)) this.tellPortfolio(timestamp);
    if (isDue("system.health", PACE.health)) this.tellHealth();
    this.step++;
  }

  private tellSymbol(symbol: string, { channels, predicted }: Followed, timestamp: string): void {
    const price = cents(this.price);
    const size = 100 * Math.ceil(5 * this.uniform());
    if (channels.includes("trades")) this.say({ type: "trade", symbol, timestamp, price, size, conditions: [] });
    const [bid, ask] = [cents(price - 0.01), cents(price + 0.01)];
    if (channels.includes("quotes")) this.say({ type: "quote", symbol, timestamp, bid, ask, bidSize: size, askSize: size });
    if (!predicted || this.step % PACE.prediction !== 0) return;
    const bull = this.uniform();
    const current_regime_probabilities = { Bull: bull, Bear: 1 - bull };
    this.say({ type: "model_prediction", symbol, timestamp, model: "markov-regime", current_regime_probabilities });
  }

  /** The portfolio holds all capital in a single asset. */
  private tellPortfolio(timestamp: string): void {
    const worth = (price: number) => cents((CAPITAL * price) / 100);
    this.say({
      type: "portfolio_update",
      timestamp,
      total_value: worth(this.price),
      daily_pnl: cents(worth(this.price) - worth(this.before)),
      var_95: VAR_95,
      sharpe_ratio: null,
      current_drawdown: this.price / this.peak - 1,
      max_drawdown: this.fall,
      position_concentration: 1,
      leverage: 1,
      beta_to_spy: null,
    });
  }

  private tellHealth(): void {
    const [memory, storage] = [Math.round(4096 * this.uniform()), Math.round(250 * this.uniform())];
    this.say({
      type: "system_health",
      timestamp: Date.now(),
      cpu: { usage: Math.round(100 * this.uniform()), temperature: null },
      memory: { total: 4096, used: memory, free: 4096 - memory },
      network: { bandwidth: null, latency: null },
      storage: { total: 250, used: storage, free: 250 - storage },
      services: { database: "healthy", api: "healthy", cache: "healthy" },
    });
  }

  private say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ ...message, simulated: true }) }));
  }
}
