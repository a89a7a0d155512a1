import * as v from "valibot";
import type { Strategy, StrategyType } from "../backtest";
import { blockSchema, FACTOR_DEFAULTS, factorEntries, parameterEntries, RULES_DEFAULT, STRATEGY_TYPES } from "../backtest/schema";
import type { StoredRecord } from "../storage";
import { limitWarnings, stopWarnings } from "./limits";
import type { Limits } from "./vault";

/** Strategy types that can be created through the API: block strategies have no parameters it could name, so they can only be listed and run. */
export const API_TYPES = ["momentum", "mean_reversion", "behavioral", "smart_beta"] as const;
export const LISTED_TYPES = [...API_TYPES, "rules"] as const;
type ApiType = (typeof API_TYPES)[number];
type ListedType = (typeof LISTED_TYPES)[number];

interface StrategyRequest {
  name: string;
  type: ApiType;
  parameters: { lookback_period: number; entry_threshold: number; exit_threshold: number };
  risk_constraints: { max_position_size: number; stop_loss: number };
}

const toApi = (type: StrategyType): ListedType =>
  type === "mean-reversion" ? "mean_reversion" : type === "smart-beta" ? "smart_beta" : type;
const fromApi = (type: ApiType): StrategyType =>
  type === "mean_reversion" ? "mean-reversion" : type === "smart_beta" ? "smart-beta" : type;

/** The strategy as stored by the Strategy Builder, without take profit, which the API lacks. */
export const bodyOf = ({ name, type, parameters, risk_constraints }: StrategyRequest) => ({
  name,
  description: "",
  type: fromApi(type),
  status: "active",
  components: [],
  parameters: {
    lookback: parameters.lookback_period,
    threshold: parameters.entry_threshold,
    exitThreshold: parameters.exit_threshold,
    stopLoss: risk_constraints.stop_loss,
    takeProfit: 0,
  },
  behavioralFactors: FACTOR_DEFAULTS,
  riskConstraints: { maxPositionSize: risk_constraints.max_position_size },
});

/** Replaces missing and invalid fields by their defaults. */
const orDefault = <Entries extends v.ObjectEntries>(entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, v.fallback(entry as v.GenericSchema, v.getDefault(entry))]),
  ) as v.ObjectEntries as Entries;

/** The fields of a stored strategy that the API reads; others belong to the screens. */
const storedSchema = v.object({
  name: v.string(),
  type: v.optional(v.picklist(STRATEGY_TYPES), "momentum"),
  status: v.picklist(["active", "inactive"]),
  parameters: v.optional(v.object(orDefault(parameterEntries)), {}),
  behavioralFactors: v.optional(v.object(orDefault(factorEntries)), {}),
  rules: v.optional(blockSchema),
  riskConstraints: v.optional(v.object({ maxPositionSize: v.optional(v.nullable(v.pipe(v.number(), v.gtValue(0))), null) }), {}),
});

type StoredStrategy = v.InferOutput<typeof storedSchema> & { id: string; createdAt: number };

/** A stored strategy; null if the API cannot read it. */
export function storedStrategy({ id, createdAt, body }: StoredRecord): StoredStrategy | null {
  const parsed = v.safeParse(storedSchema, body);
  return parsed.success ? { ...parsed.output, id, createdAt } : null;
}

/** A strategy as returned by the API. */
export const describe = ({ id, name, type, status, createdAt, parameters, riskConstraints }: StoredStrategy) => ({
  strategy_id: id,
  name,
  type: toApi(type),
  status,
  created_at: new Date(createdAt).toISOString(),
  parameters: {
    lookback_period: parameters.lookback,
    entry_threshold: parameters.threshold,
    exit_threshold: parameters.exitThreshold,
  },
  risk_constraints: { max_position_size: riskConstraints.maxPositionSize, stop_loss: parameters.stopLoss },
});

/** A strategy as input of the backtest engine. */
export const engineStrategy = ({ type, parameters, behavioralFactors, rules = RULES_DEFAULT }: StoredStrategy): Strategy => ({
  type,
  parameters,
  behavioralFactors,
  ...(type === "rules" && { rules }),
});

/** Warnings about values that are allowed but probably unintended. */
export function warningsOf({ parameters, risk_constraints }: StrategyRequest, limits: Limits): string[] {
  const warnings: string[] = [];
  if (parameters.lookback_period > 252) warnings.push("lookback_period is longer than a year of daily prices");
  if (parameters.entry_threshold > 4) warnings.push("entry_threshold is above 4 deviations: it may never be reached");
  const { max_position_size, stop_loss } = risk_constraints;
  if (stop_loss === 0 && limits.stop_loss_level === null) warnings.push("stop_loss is 0: losses are not cut");
  const position = { max_position_size: { figure: "max_position_size", value: max_position_size } };
  return [...warnings, ...limitWarnings(limits, position), ...stopWarnings(limits, stop_loss)];
}
