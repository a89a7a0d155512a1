import { plain } from "../format";
import { VOLATILITY_ADJUSTMENT } from "./constants";
import type { Clause, Condition, Trace } from "./types";

const NAMES: Record<Condition["quantity"], string> = {
  trend: "trend",
  momentum: "momentum",
  rsi: "RSI",
  sentiment: "news sentiment",
  combined: "combined score",
};
const MIN_DECIMALS = 3;
const MAX_DECIMALS = 12;

/** Both numbers, with enough decimals to distinguish them and not to show a small value as 0. */
function pair({ value, threshold }: Condition): [string, string] {
  for (let decimals = MIN_DECIMALS; decimals <= MAX_DECIMALS; decimals++) {
    const vanishes = value !== 0 && Number(value.toFixed(decimals)) === 0;
    const texts: [string, string] = [plain(value, decimals), plain(threshold, decimals)];
    if (!vanishes && (value === threshold || texts[0] !== texts[1])) return texts;
  }
  return [plain(value), plain(threshold)];
}

function limitNote(condition: Condition, trace: Trace): string {
  if (condition.quantity !== "combined" || trace.limits.adjustment === 0) return "";
  const [base, sign] = condition.comparison === "above" ? [trace.limits.base.buy, "+"] : [trace.limits.base.sell, "−"];
  const volatility = trace.limits.adjustment / VOLATILITY_ADJUSTMENT;
  return ` (${base} ${sign} ${VOLATILITY_ADJUSTMENT} × volatility ${plain(volatility, 3)})`;
}

/** "RSI 0.62 is below 0.8", or "... is not below ...". */
function sentence(condition: Condition, trace: Trace): string {
  const [value, threshold] = pair(condition);
  const is = condition.met ? "is" : "is not";
  return `${NAMES[condition.quantity]} ${value} ${is} ${condition.comparison} ${threshold}${limitNote(condition, trace)}`;
}

const join = (parts: string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;

/** The clause of an action with the fewest unmet conditions. */
function nearest(clauses: Clause[], action: Clause["action"]): Clause {
  const lacking = (clause: Clause) => clause.conditions.filter((condition) => !condition.met).length;
  return clauses.filter((clause) => clause.action === action).reduce((best, clause) => (lacking(clause) < lacking(best) ? clause : best));
}

/** Why the engine decided so: the clause that fired with its numbers, or the unmet conditions of the nearest Buy and Sell clauses. */
export function explain(trace: Trace): string {
  const fired = trace.clauses.find((clause) => clause.fired);
  if (fired) return `${fired.action} rule ${fired.number}: ${join(fired.conditions.map((condition) => sentence(condition, trace)))}.`;
  const missing = (["Buy", "Sell"] as const).map((action) => {
    const clause = nearest(trace.clauses, action);
    const parts = clause.conditions.filter((condition) => !condition.met).map((condition) => sentence(condition, trace));
    return `For ${action} (rule ${clause.number}) ${join(parts)}.`;
  });
  return `No Buy or Sell rule is met. ${missing.join(" ")}`;
}
