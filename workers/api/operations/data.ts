import * as v from "valibot";
import * as messages from "../messages";
import { operation } from "../operation";
import { Problem, problemOf } from "../problem";
import { day, endOf, figure, momentOf, number, symbol, timestamp } from "../schemas";

export const historical = operation({
  id: "historicalData",
  method: "GET",
  path: "/v1/data/historical",
  tag: "Market Data",
  summary: "Historical Data",
  description: "Daily, weekly or monthly bars (UTC) of a dataset on this device. Fields the dataset lacks are null. At most 50,000 bars.",
  access: ["data"],
  query: v.object({
    symbol,
    start: v.optional(day),
    end: v.optional(day),
    interval: v.optional(v.picklist(["1d", "1w", "1mo"]), "1d"),
  }),
  status: 200,
  response: v.object({
    symbol: v.string(),
    interval: v.picklist(["1d", "1w", "1mo"]),
    bars: v.array(v.object({ timestamp, open: figure, high: figure, low: figure, close: number, volume: figure })),
  }),
  example: { query: { symbol: "WTI crude oil", start: "2018-01-02", end: "2018-01-31", interval: "1d" } },
  async answer({ query, services, signal }) {
    const { start, end, interval } = query;
    if (start && end && start > end) throw new Problem(400, "bad-input", messages.datesReversed);
    const range = { from: start ? momentOf(start) : null, to: end ? endOf(end) : null };
    const outcome = await services.ask("historical", { symbol: query.symbol, interval, ...range }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return { symbol: query.symbol, interval, bars: outcome.value };
  },
});

const MAX_SYMBOLS = 50;
const symbols = v.pipe(
  v.string(),
  v.transform((list) => list.split(",").map((one) => one.trim())),
  v.array(symbol),
  v.minLength(1),
  v.maxLength(MAX_SYMBOLS),
);

export const summary = operation({
  id: "marketSummary",
  method: "GET",
  path: "/v1/data/summary",
  tag: "Market Data",
  summary: "Market Summary",
  description: "The latest day of each dataset, by name. Without dates, each row counts as a day.",
  access: ["data"],
  query: v.object({ symbols }),
  status: 200,
  response: v.record(
    v.string(),
    v.object({
      last_price: number,
      daily_change: figure,
      daily_change_percent: figure,
      high_24h: number,
      low_24h: number,
      volume_24h: figure,
    }),
  ),
  example: { query: { symbols: "WTI crude oil" } },
  async answer({ query, services, signal }) {
    const outcome = await services.ask("summary", { symbols: [...new Set(query.symbols)] }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return outcome.value;
  },
});
