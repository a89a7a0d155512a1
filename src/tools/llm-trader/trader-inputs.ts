import * as v from "valibot";
import { DEFAULT_NEWS_SETTINGS, HORIZONS, newsEntries } from "../../../workers/news/schema";
import { asPercent } from "../../../workers/runtime/schema";

export const PROVIDERS = ["built-in", "endpoint", "browser"] as const;
export type Provider = (typeof PROVIDERS)[number];
export const WINDOWS = ["1d", "7d", "1m"] as const;
export const DEPTHS = { Basic: 10, Medium: 30, Deep: 100 } as const;
export type Depth = keyof typeof DEPTHS;

/** All inputs of the screen except the linked prices; stored across a reload. */
export const traderInputs = v.object({
  news: v.string(),
  /** Day of the news, ISO; null: now. */
  published: v.nullable(v.string()),
  context: v.string(),
  reflectionContext: v.string(),
  timeframe: v.picklist(HORIZONS),
  depth: v.picklist(["Basic", "Medium", "Deep"]),
  window: v.picklist(WINDOWS),
  confidenceThreshold: asPercent(newsEntries.confidenceThreshold),
  useReflection: v.boolean(),
  includeMarketContext: v.boolean(),
  negation: v.boolean(),
  provider: v.picklist(PROVIDERS),
});
export type TraderInputs = v.InferOutput<typeof traderInputs>;

export const TRADER_DEFAULTS: TraderInputs = {
  news: "",
  published: null,
  context: "",
  reflectionContext: "",
  timeframe: "1D",
  depth: "Medium",
  window: "7d",
  confidenceThreshold: 100 * DEFAULT_NEWS_SETTINGS.confidenceThreshold,
  useReflection: true,
  includeMarketContext: true,
  negation: DEFAULT_NEWS_SETTINGS.negation,
  provider: "built-in",
};

export type Change = (changes: Partial<TraderInputs>) => void;

export interface Article {
  text: string;
  /** Time of publication; null if not given. */
  published: number | null;
}

const RULE = /^[ \t]*-{3,}[ \t]*$/gm;
const DATED = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?[ \t]*\r?\n/;

const timeOf = (text: string): number | null => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
};

/** The articles of a text, separated by lines of three hyphens; a first line with an ISO date is the date of publication. */
export function articlesOf(news: string, published: string | null): Article[] {
  const common = published === null ? null : timeOf(`${published}T00:00Z`);
  const parts = news.includes("---") ? news.split(RULE).filter((part) => part.trim() !== "") : [news];
  return (parts.length === 0 ? [news] : parts).map((part) => {
    const [line = "", day, clock] = DATED.exec(part) ?? [];
    const own = day ? timeOf(`${day}T${clock ?? "00:00"}Z`) : null;
    return own === null ? { text: part.trim(), published: common } : { text: part.slice(line.length).trim(), published: own };
  });
}

/** Number of words as counted by the engine: separated by whitespace. */
export const wordCount = (text: string): number => text.match(/\S+/g)?.length ?? 0;

export const EXAMPLE_ARTICLE =
  "Oil markets rally as OPEC confirms lower output for the next quarter. Refiners report strong demand and analysts upgraded their outlook, citing robust economic growth and a recovery in consumer spending. Inventories fell for a third week, though the risk of a recession and weak industry margins keep some buyers cautious.";
