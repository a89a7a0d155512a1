import * as v from "valibot";
import { type BehavioralFactors, STRATEGY_TYPES, type StrategyType, strategyEntries } from "../../workers/backtest/schema";
import type { Millis } from "../../workers/contract";
import { momentSchema } from "../../workers/runtime/schema";
import { clipped } from "../lib/format";

/** Types that are executable with defaults alone. */
export const FAMILY_TYPES = STRATEGY_TYPES.filter((type) => type !== "rules");

/** Maximum number of versions stored per strategy, newest first. */
const MAX_VERSIONS = 50;
export const MAX_NAME = 200;
/** Characters reserved for the suffix of a copy. */
const ROOM = 20;
const MAX_TEXT = 5000;

const number = v.pipe(v.number(), v.finite());

const content = {
  name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  description: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT)), ""),
  ...strategyEntries,
  type: v.optional(strategyEntries.type, "momentum"),
};

/** A strategy as it is edited, tested and exported. */
export const strategyContentSchema = v.object(content);
export type StrategyContent = v.InferOutput<typeof strategyContentSchema>;

const versionSchema = v.object({ ...content, savedAt: momentSchema });
export type StrategyVersion = v.InferOutput<typeof versionSchema>;

/** A stored strategy: entries of earlier versions have only a name and a status. */
export const strategySchema = v.object({
  ...content,
  status: v.picklist(["active", "inactive"]),
  /** Its components, as text. */
  components: v.optional(v.array(v.string()), []),
  /** Every save, newest first. */
  versions: v.optional(v.array(versionSchema), []),
  /** Set through the API; kept unchanged when the strategy is saved here. */
  riskConstraints: v.optional(v.object({ maxPositionSize: v.nullable(v.pipe(number, v.gtValue(0))) })),
});
export type StrategyBody = v.InferOutput<typeof strategySchema>;

export const contentOf = ({ name, description, type, parameters, behavioralFactors, rules }: StrategyContent): StrategyContent => ({
  name,
  description,
  type,
  parameters,
  behavioralFactors,
  ...(rules && { rules }),
});

const SCORES: Record<StrategyType, (factors: BehavioralFactors) => string[]> = {
  momentum: () => ["Momentum score"],
  "mean-reversion": () => ["Mean reversion score"],
  behavioral: ({ momentum, meanReversion, sentiment }) => [
    ...(momentum > 0 ? ["Momentum score"] : []),
    ...(meanReversion > 0 ? ["Mean reversion score"] : []),
    ...(sentiment > 0 ? ["Sentiment score"] : []),
  ],
  "smart-beta": () => ["Volatility target"],
  rules: () => ["Block rules"],
};

/** The components of a strategy, as text. */
export function componentsOf({ type, parameters, behavioralFactors }: StrategyContent): string[] {
  const { stopLoss, takeProfit, trailingStop } = parameters;
  return [
    ...SCORES[type](behavioralFactors),
    ...(stopLoss > 0 ? ["Stop loss"] : []),
    ...(takeProfit > 0 ? ["Take profit"] : []),
    ...(trailingStop > 0 ? ["Trailing stop"] : []),
  ];
}

/** The entry to store when a strategy is saved: the content, also as the newest version. */
export function savedStrategy(strategy: StrategyContent, before: StrategyBody | null, now: Millis): StrategyBody {
  const saved = contentOf(strategy);
  const versions = before?.versions ?? [];
  const same = versions.length > 0 && JSON.stringify(contentOf(versions[0])) === JSON.stringify(saved);
  return {
    ...saved,
    status: before?.status ?? "active",
    components: componentsOf(strategy),
    versions: same ? versions : [{ ...saved, savedAt: now }, ...versions].slice(0, MAX_VERSIONS),
    ...(before?.riskConstraints && { riskConstraints: before.riskConstraints }),
  };
}

/** "Name copy", or "Name copy 2" if that is taken. */
export function copyName(name: string, taken: readonly string[]): string {
  const base = `${clipped(name, MAX_NAME - ROOM)} copy`;
  for (let k = 1; ; k++) {
    const tried = k === 1 ? base : `${base} ${k}`;
    if (!taken.includes(tried)) return tried;
  }
}
