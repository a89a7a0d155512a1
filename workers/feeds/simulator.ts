import { HOUR, MINUTE, type Millis, YEAR } from "../contract";
import { newestFirst } from "./news-item";
import type { NewsItem } from "./types";

/** Rows before the feed was added, as history. */
const WARM_UP = 390;
const MAX_ROWS = 20_000;
const NEWS_BEFORE = 24;
/** The walk restarts after this time: every minute since the feed was added takes computing time, and that date may come from a wrong clock. */
const MAX_AGE: Millis = 5 * YEAR;
const MAX_NEWS = 200;
/** Per minute: about 15% per year. */
const VOLATILITY = 0.0005;

/** Counter-based uniform random numbers (mulberry32): the n-th one is always the same. */
function uniform(seed: number, place: number): number {
  let state = (Math.imul(seed, 0x9e3779b1) + Math.imul(place + 1, 0x6d2b79f5)) >>> 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}

/** Standard normal, by the Box–Muller transform. */
const normal = (seed: number, place: number): number =>
  Math.sqrt(-2 * Math.log(1 - uniform(seed, 2 * place))) * Math.cos(2 * Math.PI * uniform(seed, 2 * place + 1));

const startOf = (since: Millis, until: Millis): Millis => (since > until ? until : until - ((until - since) % MAX_AGE));

/** One-minute closes of a seeded random walk up to a time: later rows never change earlier ones. */
export function simulatedPrices(seed: number, since: Millis, until: Millis): Blob {
  const start = Math.floor(startOf(since, until) / MINUTE) - WARM_UP;
  const count = Math.max(WARM_UP, Math.floor(until / MINUTE) - start);
  const lines: string[] = ["Time,Close,Volume\n"];
  let price = 100;
  for (let row = 0; row < count; row++) {
    price *= Math.exp(VOLATILITY * normal(seed, row));
    if (row < count - MAX_ROWS) continue;
    const volume = Math.round(1000 * (0.5 + uniform(seed ^ 0x5bd1e995, row)));
    lines.push(`${new Date((start + row) * MINUTE).toISOString()},${price.toFixed(4)},${volume}\n`);
  }
  return new Blob(lines);
}

const SUBJECTS = ["Crude oil", "The stock index", "Copper", "The dollar", "Natural gas", "Gold"];
const GOOD = [
  "Analysts upgraded their outlook after strong demand and robust growth in new orders, and traders expect the recovery to continue through the quarter.",
  "Inventories fell for a third week while profits beat forecasts, which supports the view of buyers that the rally has further to run this month.",
];
const BAD = [
  "Weak demand and falling orders raised the risk of a longer decline, and several analysts cut their forecasts after a quarter of heavy losses.",
  "Investors fear a recession as margins shrink and debt grows, and traders expect more selling pressure should the next report disappoint again.",
];
const MIXED = [
  "Trading was quiet before the report of the week, with buyers and sellers waiting for figures on supply, wages and spending that come tomorrow.",
];

/** Headlines of the simulator, one per hour, from a seed; latest first. */
export function simulatedNews(seed: number, since: Millis, until: Millis): NewsItem[] {
  const start = Math.floor(startOf(since, until) / HOUR) - NEWS_BEFORE;
  const count = Math.max(NEWS_BEFORE, Math.floor(until / HOUR) - start);
  const items: NewsItem[] = [];
  for (let hour = Math.max(0, count - MAX_NEWS); hour < count; hour++) {
    const subject = SUBJECTS[Math.floor(uniform(seed, 3 * hour) * SUBJECTS.length)];
    const tone = uniform(seed, 3 * hour + 1);
    const [word, texts] =
      tone < 0.4 ? (["rises", GOOD] as const) : tone < 0.8 ? (["falls", BAD] as const) : (["is steady", MIXED] as const);
    const text = texts[Math.floor(uniform(seed, 3 * hour + 2) * texts.length)];
    items.push({ time: (start + hour) * HOUR, title: `Simulated: ${subject} ${word}`, text });
  }
  return newestFirst(items);
}
