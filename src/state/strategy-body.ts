import * as v from "valibot";
import type { Millis } from "../../workers/contract";
import { blockSchema } from "./strategy-blocks";

export const STRATEGY_TYPES = ["momentum", "mean-reversion", "behavioral", "smart-beta", "rules"] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];
/** Those that are executable with nothing but their defaults. */
export const FAMILY_TYPES = STRATEGY_TYPES.filter((type) => type !== "rules");

/** Versions kept of a strategy, the newest ones. */
const MAX_VERSIONS = 50;
const MAX_NAME = 200;
const MAX_TEXT = 5000;

const number = v.pipe(v.number(), v.finite());
const share = v.pipe(number, v.minValue(0), v.maxValue(1));

/** Shares are fractions of one, shown as percent. */
const parametersSchema = v.object({
  lookback: v.pipe(number, v.integer(), v.minValue(1), v.maxValue(10_000)),
  threshold: v.pipe(number, v.minValue(0)),
  exitThreshold: v.optional(number, 0),
  stopLoss: share,
  takeProfit: share,
  trailingStop: v.optional(share, 0),
  targetVolatility: v.optional(v.pipe(number, v.gtValue(0)), 0.15),
});

const factorsSchema = v.object({ momentum: share, meanReversion: share, sentiment: share });

export type StrategyParameters = v.InferOutput<typeof parametersSchema>;
export type BehavioralFactors = v.InferOutput<typeof factorsSchema>;

/** What the specification starts the editor form with, and what it starts the builder with: they differ in the weights. */
export const PARAMETER_DEFAULTS: StrategyParameters = {
  lookback: 20,
  threshold: 1.5,
  exitThreshold: 0,
  stopLoss: 0.02,
  takeProfit: 0.05,
  trailingStop: 0,
  targetVolatility: 0.15,
};
export const FORM_FACTORS: BehavioralFactors = { momentum: 0.33, meanReversion: 0.33, sentiment: 0.34 };
export const BUILDER_FACTORS: BehavioralFactors = { momentum: 0.3, meanReversion: 0.3, sentiment: 0.4 };

const content = {
  name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  description: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT)), ""),
  type: v.optional(v.picklist(STRATEGY_TYPES), "momentum"),
  parameters: v.optional(parametersSchema, PARAMETER_DEFAULTS),
  behavioralFactors: v.optional(factorsSchema, BUILDER_FACTORS),
  /** Blocks of a strategy of rules; kept while another type is tried. */
  rules: v.optional(blockSchema),
};

/** A strategy as it is edited, tested and exported. */
export const strategyContentSchema = v.object(content);
export type StrategyContent = v.InferOutput<typeof strategyContentSchema>;

const versionSchema = v.object({ ...content, savedAt: number });
export type StrategyVersion = v.InferOutput<typeof versionSchema>;

/** A strategy as it is kept: entries of earlier versions hold a name and a status only. */
export const strategySchema = v.object({
  ...content,
  status: v.picklist(["active", "inactive"]),
  /** What it is made of, in words. */
  components: v.optional(v.array(v.string()), []),
  /** Every save, newest first. */
  versions: v.optional(v.array(versionSchema), []),
  /** Set through the API; kept as they are when the strategy is saved here. */
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

/** The parts a strategy is made of, in words. */
export function componentsOf({ type, parameters, behavioralFactors }: StrategyContent): string[] {
  const { stopLoss, takeProfit, trailingStop } = parameters;
  return [
    ...SCORES[type](behavioralFactors),
    ...(stopLoss > 0 ? ["Stop loss"] : []),
    ...(takeProfit > 0 ? ["Take profit"] : []),
    ...(trailingStop > 0 ? ["Trailing stop"] : []),
  ];
}

/** What is kept when a strategy is saved: as it is now, and as a version in front of the ones before. */
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

/** "Name copy", or "Name copy 2" where that is taken. */
export function copyName(name: string, taken: readonly string[]): string {
  const base = `${name} copy`;
  for (let k = 1; ; k++) {
    const tried = k === 1 ? base : `${base} ${k}`;
    if (!taken.includes(tried)) return tried;
  }
}
