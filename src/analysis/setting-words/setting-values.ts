import { ALLOCATIONS, DIRECTIONS, FILLS, STRATEGIES } from "../../../workers/backtest/schema";
import { OBJECTIVES as SEARCH_OBJECTIVES, SEARCHES } from "../../../workers/backtest/search-schema";
import { LAG_RULES, KINDS as LYAPUNOV_KINDS, METHODS as SURROGATES } from "../../../workers/chaos/schema";
import { METHODS as FORMULA_SEARCHES } from "../../../workers/factors/schema";
import { BUDGET_OBJECTIVES } from "../../../workers/portfolio/budget-schema";
import { COVARIANCES, FREQUENCIES, LINKAGES, OBJECTIVES, MEANS as RETURN_ESTIMATES, TRIGGERS } from "../../../workers/portfolio/schema";
import { TRAININGS } from "../../../workers/regimes/schema";
import { SCHEMES as INTERVAL_SCHEMES, METHODS as LOSSES, SIMPLE_KINDS } from "../../../workers/risk/schema";
import { type Choice, choiceLabel } from "../../../workers/runtime/schema";
import { KINDS, UNITS } from "../../../workers/series/schema";
import { BEATS, HOLDS, SCHEMES, METHODS as VALIDATIONS, VARIATIONS } from "../../../workers/validation/schema";
import { FORECAST_METHODS, REFIT_SCHEMES } from "../../../workers/volatility/choices-schema";
import { DISTRIBUTION_NAMES, MEANS, PRE_SAMPLE_NAMES, VARIANCE_NAMES } from "../../../workers/volatility/schema";

type Choices = Readonly<Record<string, readonly Choice[] | undefined>>;

const named = (names: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const units: Choices = { returnUnit: UNITS, unit: UNITS };
const inputs: Choices = { kind: KINDS, ...units };
const account: Choices = { allocation: ALLOCATIONS, direction: DIRECTIONS, fill: FILLS, type: STRATEGIES };

/** The choices of each screen by key. Any other text is the user's: a column, a name, a formula. */
export const CHOICES: Readonly<Record<string, Choices | undefined>> = {
  "/garch-model": {
    ...inputs,
    distribution: named(DISTRIBUTION_NAMES),
    variance: named(VARIANCE_NAMES),
    preSample: named(PRE_SAMPLE_NAMES),
    mean: MEANS,
    method: FORECAST_METHODS,
    refitScheme: REFIT_SCHEMES,
  },
  "/markov-regime": { ...inputs, training: TRAININGS },
  "/lyapunov": { kind: LYAPUNOV_KINDS, lagRule: LAG_RULES, method: SURROGATES },
  "/market-curiosity": inputs,
  "/risk-management": { ...units, kind: SIMPLE_KINDS, method: LOSSES, scheme: INTERVAL_SCHEMES, objective: BUDGET_OBJECTIVES },
  "/portfolio": {
    objective: OBJECTIVES,
    covariance: COVARIANCES,
    mean: RETURN_ESTIMATES,
    linkage: LINKAGES,
    frequency: FREQUENCIES,
    trigger: TRIGGERS,
  },
  "/validation": {
    ...account,
    ...units,
    kind: SIMPLE_KINDS,
    holds: HOLDS,
    method: VALIDATIONS,
    scheme: SCHEMES,
    beat: BEATS,
    variations: VARIATIONS,
  },
  "/backtester": account,
  "/strategy-builder": { ...account, search: SEARCHES, objective: SEARCH_OBJECTIVES },
  "/alpha-miner": { method: FORMULA_SEARCHES },
};

/** An option by its label on the screen; any other value unchanged. */
export function settingValue(screen: string, key: string, value: unknown): unknown {
  const choices = CHOICES[screen];
  const listed = choices && Object.hasOwn(choices, key) ? choices[key] : undefined;
  return listed && typeof value === "string" ? choiceLabel(listed, value) : value;
}

/** Text for a value without a label: null is auto-detected, a switch is on or off; others unchanged. */
export const unnamedValue = (value: unknown): unknown =>
  value === null ? "automatic" : typeof value === "boolean" ? (value ? "yes" : "no") : value;
