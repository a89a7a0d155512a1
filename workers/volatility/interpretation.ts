import { fixed, plural } from "../format";
import type { LongMemory } from "../structure";
import type { KeptFit } from "./garch-model";
import { hasLongMemory, type MemoryModels, TWO_SIDED } from "./memory-models";
import type { NelsonExponent } from "./nelson";
import { ordersOf, VARIANCE_NAMES } from "./schema";

type ChaosLevel = "Stable" | "Near-critical" | "Explosive";

/** The specification's interpretation block, with the basis of each statement. */
export interface Interpretation {
  chaos_level: ChaosLevel;
  /** -ln(persistence) per step; 0 if the persistence is 1 or more. */
  mean_reversion_speed: number;
  volatility_persistence: number;
  market_state: { is_chaotic: boolean; is_mean_reverting: boolean; has_long_memory: boolean };
  /** exp(exponent): typical share of a volatility shock that remains a step later. */
  decayFactor: number;
  /** Memory of volatility: "persistent" if shocks decay slowly but no long-memory model fits better. */
  memory: "long" | "persistent" | "short";
  captions: { chaos: string; meanReversion: string; longMemory: string };
}

const NEAR_CRITICAL = 0.97;
const ONE_SIDED = 1.645;
const VERY_PERSISTENT = 0.98;

function chaosLevel(decayFactor: number): ChaosLevel {
  if (decayFactor >= 1) return "Explosive";
  return decayFactor >= NEAR_CRITICAL ? "Near-critical" : "Stable";
}

/** Evidence for or against long memory. */
function verdictOf(memory: LongMemory | null, models: MemoryModels | null): string {
  if (!hasLongMemory(memory)) return "not above 0";
  if (!models) return "models of long memory could not be fitted";
  const { best, garch, n } = models;
  const name = VARIANCE_NAMES[best.variance] + ordersOf(best.variance, 1, 1);
  return `BIC of ${name} ${fixed(best.bic, 1)}, of GARCH(1,1) ${fixed(garch, 1)} (${plural(n, "return")})`;
}

/** Puts a fit, its Nelson exponent and its memory into words. */
export function interpret(
  { persistence, persistenceError, halfLife }: Pick<KeptFit, "persistence" | "persistenceError" | "halfLife">,
  { exponent, error }: NelsonExponent,
  memory: LongMemory | null,
  models: MemoryModels | null,
): Interpretation {
  const decayFactor = Math.exp(exponent);
  // At a bound there is no standard error; a persistence of practically 1 does not revert.
  const upper = persistenceError === null ? persistence + 1e-4 : persistence + TWO_SIDED * persistenceError;
  const reverting = upper < 1;
  const longMemory = models !== null && models.best.bic < models.garch;
  const persistent = persistence > VERY_PERSISTENT;
  const half = Number.isFinite(halfLife) ? `half-life ${fixed(halfLife, 1)} steps` : "shocks do not decay on average";
  const bound = persistenceError === null ? "a parameter is at its bound" : `upper 95% bound ${fixed(upper, 4)}`;
  const estimate = memory && `d = ${fixed(memory.d, 3)} ± ${fixed(memory.error, 3)} from ${memory.frequencies} frequencies of ln |r|`;
  const mimicked = !longMemory && persistent ? " A persistence above 0.98 can mimic long memory." : "";
  return {
    chaos_level: chaosLevel(decayFactor),
    mean_reversion_speed: persistence < 1 ? -Math.log(persistence) : 0,
    volatility_persistence: persistence,
    market_state: { is_chaotic: exponent > ONE_SIDED * error, is_mean_reverting: reverting, has_long_memory: longMemory },
    decayFactor,
    memory: longMemory ? "long" : persistent ? "persistent" : "short",
    captions: {
      chaos: `Nelson exponent ${fixed(exponent, 4)} ± ${fixed(error, 4)} per step. Above 0, volatility is explosive; this is not deterministic chaos.`,
      meanReversion: `Persistence ${fixed(persistence, 4)}, ${bound}: ${half}.`,
      longMemory: estimate ? `${estimate}; ${verdictOf(memory, models)}.${mimicked}` : "Not available: needs varying returns.",
    },
  };
}
