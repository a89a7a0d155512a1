import * as v from "valibot";
import { type ApiServices, apiTexts, Problem, problemBody, problemOf, type Scope } from "../../api";
import { checkInput } from "../../check-input";
import type { Count, Millis, Outcome } from "../../contract";
import type { ComputePool } from "./compute-pool";
import type { MarketWatch } from "./market-watch";
import type { predictMarket } from "./predict-market";
import type { MarketRow } from "./read-newest";
import type { HealthProbe } from "./system-health";

const MAX_SYMBOLS: Count = 200;
/** How long the server waits for a key. */
const PATIENCE: Millis = 10_000;
/** Maximum number of queued messages. */
const MAX_WAITING: Count = 256;
const HEALTH_EVERY: Millis = 5000;
const PORTFOLIO_EVERY: Millis = 30_000;

const STREAMS = ["market.data", "model.predictions", "portfolio.updates", "system.health"] as const;
const CHANNELS = ["trades", "quotes"] as const;
const symbols = v.pipe(v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))), v.maxLength(50));
const messageSchema = v.variant("action", [
  v.object({ action: v.literal("authenticate"), apiKey: v.pipe(v.string(), v.maxLength(200)) }),
  v.object({
    action: v.literal("subscribe"),
    symbols: v.optional(symbols, []),
    channels: v.optional(v.array(v.picklist(CHANNELS))),
    streams: v.optional(v.array(v.picklist(STREAMS))),
  }),
]);
type Subscription = Extract<v.InferOutput<typeof messageSchema>, { action: "subscribe" }>;

/** Services needed by a session. */
export interface MarketServices {
  api: ApiServices;
  folder: string;
  pool: ComputePool;
  watch: MarketWatch;
  health: HealthProbe;
}

/** One connection. */
export interface Line {
  send(message: object): void;
  /** @param code WebSocket close code */
  close(code: number, reason: string): void;
}

const POLICY_VIOLATION = 1008;
const iso = (time: Millis | null) => new Date(time ?? Date.now()).toISOString();

/** A connection to the market data channel: its identity, and its subscriptions. */
export class MarketSession {
  private scopes: readonly Scope[] | null = null;
  private readonly stops = new Map<string, () => void>();
  private readonly ends = new AbortController();
  private readonly patience: ReturnType<typeof setTimeout>;
  /** Messages are processed in order: a subscription waits for the key before it. */
  private turn: Promise<void> = Promise.resolve();
  private waiting: Count = 0;

  /** @param key from the request's header; null if a message will bring it */
  constructor(
    private readonly line: Line,
    private readonly services: MarketServices,
    key: string | null,
  ) {
    this.patience = setTimeout(() => {
      if (this.scopes === null) this.hangUp(new Problem(401, "unauthorized", apiTexts.keyMissing));
    }, PATIENCE);
    if (key !== null) this.inTurn(() => this.authenticate(key));
  }

  take(data: unknown): void {
    if (this.waiting === MAX_WAITING) {
      this.hangUp(new Problem(429, "too-many", apiTexts.tooManyMessages({ most: MAX_WAITING })));
      return;
    }
    this.waiting++;
    this.inTurn(() => {
      this.waiting--;
      return this.answer(data);
    });
  }

  end(): void {
    clearTimeout(this.patience);
    this.ends.abort();
    for (const stop of this.stops.values()) stop();
    this.stops.clear();
  }

  /** Queues an operation after earlier ones; skipped once the connection has ended. */
  private inTurn(work: () => Promise<void>): void {
    this.turn = this.turn
      .then(() => (this.ends.signal.aborted ? undefined : work()))
      .catch((error: unknown) => {
        if (error instanceof Problem) this.refuse(error);
        else console.error(error);
      });
  }

  private refuse(problem: Problem): void {
    this.line.send({ type: "error", ...problemBody(problem) });
  }

  private hangUp(problem: Problem): void {
    if (this.ends.signal.aborted) return;
    this.refuse(problem);
    this.line.close(POLICY_VIOLATION, problem.code);
    this.end();
  }

  private async answer(data: unknown): Promise<void> {
    let given: unknown;
    try {
      given = JSON.parse(String(data));
    } catch {
      throw new Problem(400, "not-json", apiTexts.notJson);
    }
    const { output: message, issues } = checkInput(messageSchema, given, 1);
    if (issues) throw new Problem(422, "bad-input", apiTexts.noAction, { issues });
    if (message.action === "authenticate") await this.authenticate(message.apiKey);
    else if (this.scopes === null) this.hangUp(new Problem(401, "unauthorized", apiTexts.keyMissing));
    else await this.subscribe(message);
  }

  private async authenticate(key: string): Promise<void> {
    const { vault, now } = this.services.api;
    const entry = await vault.find(key, now());
    if (!entry) return this.hangUp(new Problem(401, "unauthorized", apiTexts.keyInvalid));
    if ((await vault.spend(now())) === null) return this.hangUp(new Problem(429, "limit-reached", apiTexts.limitReached));
    this.scopes = entry.scope;
    clearTimeout(this.patience);
  }

  private need(scope: Scope): void {
    if (!this.scopes?.includes(scope)) throw new Problem(403, "forbidden", apiTexts.scope({ scopes: scope }));
  }

  private async subscribe({ symbols, channels, streams }: Subscription): Promise<void> {
    const wanted = new Set<string>(channels ?? (streams ? [] : CHANNELS));
    if (streams?.includes("market.data")) for (const channel of CHANNELS) wanted.add(channel);
    const predicts = streams?.includes("model.predictions") ?? false;
    if (wanted.size > 0 || predicts) this.need("data");
    if (streams?.includes("portfolio.updates")) this.need("trading");
    if (streams?.includes("system.health")) this.repeat("system.health", HEALTH_EVERY, () => this.tellHealth());
    if (streams?.includes("portfolio.updates")) this.repeat("portfolio.updates", PORTFOLIO_EVERY, this.portfolioTeller());
    // A client without access to symbols must not learn which exist either.
    if (wanted.size === 0 && !predicts) return;
    for (const symbol of new Set(symbols)) {
      if (this.stops.size >= MAX_SYMBOLS) throw new Problem(422, "bad-input", apiTexts.tooManySymbols({ most: MAX_SYMBOLS }));
      await this.follow(symbol, wanted, predicts);
    }
  }

  private async follow(symbol: string, wanted: ReadonlySet<string>, predicts: boolean): Promise<void> {
    const followed = await this.services.watch.follow(symbol, (rows) => {
      for (const row of rows) this.tellRow(symbol, row, wanted);
      if (predicts) this.inTurn(() => this.tellPrediction(symbol));
    });
    if (!followed.ok) return this.refuse(problemOf(followed.failure));
    const key = `symbol ${symbol}`;
    // A second subscription to a symbol replaces the first.
    this.stops.get(key)?.();
    this.stops.set(key, followed.value);
    if (this.ends.signal.aborted) followed.value();
  }

  private tellRow(symbol: string, row: MarketRow, wanted: ReadonlySet<string>): void {
    const timestamp = iso(row.time);
    const { price, size, bid, ask, bidSize, askSize } = row;
    if (wanted.has("trades") && price !== null) this.line.send({ type: "trade", symbol, timestamp, price, size, conditions: [] });
    if (wanted.has("quotes") && bid !== null && ask !== null) {
      this.line.send({ type: "quote", symbol, timestamp, bid, ask, bidSize, askSize });
    }
  }

  private async tellPrediction(symbol: string): Promise<void> {
    const { pool, folder } = this.services;
    const predicted = await pool.ask<typeof predictMarket>("predict-market", { folder, symbol }, this.ends.signal);
    if (!predicted.ok) return this.tellFailure(predicted);
    const { time, ...prediction } = predicted.value;
    this.line.send({ type: "model_prediction", symbol, timestamp: iso(time), ...prediction });
  }

  private async tellHealth(): Promise<void> {
    this.line.send({ type: "system_health", ...(await this.services.health.read()) });
  }

  /** Sends the risk of the portfolio at once, then whenever it changes. */
  private portfolioTeller(): () => Promise<void> {
    let lastText = "";
    return async () => {
      const { records, ask } = this.services.api;
      const listed = await records.list("client", false);
      const clients = listed.ok ? listed.value.records.map(({ body }) => body) : [];
      const outcome = await ask("portfolio", { clients }, this.ends.signal);
      if (!outcome.ok && lastText !== "") return;
      if (!outcome.ok) return this.tellFailure(outcome);
      const text = JSON.stringify(outcome.value);
      if (text === lastText) return;
      lastText = text;
      this.line.send({ type: "portfolio_update", timestamp: iso(null), ...outcome.value });
    };
  }

  private tellFailure(outcome: Outcome<unknown>): void {
    if (!outcome.ok && !this.ends.signal.aborted) this.refuse(problemOf(outcome.failure));
  }

  private repeat(name: string, every: Millis, send: () => Promise<void>): void {
    if (this.stops.has(name) || this.ends.signal.aborted) return;
    const timer = setInterval(() => this.inTurn(send), every);
    this.stops.set(name, () => clearInterval(timer));
    this.inTurn(send);
  }
}
