import { accountEntries } from "../../../workers/backtest/account-schema";
import { backtestEntries, factorEntries as behavioralEntries, parameterEntries, stressSchema } from "../../../workers/backtest/schema";
import { searchEntries, searchSchema } from "../../../workers/backtest/search-schema";
import { embeddingEntries, regionEntries, surrogateEntries } from "../../../workers/chaos/schema";
import { curiosityEntries, limitEntries } from "../../../workers/curiosity/schema";
import { averageEntries, engineEntries } from "../../../workers/engine/schema";
import { factorEntries, searchEntries as formulaEntries } from "../../../workers/factors/schema";
import { newsEntries, reflectionEntries } from "../../../workers/news/schema";
import { yearEntries } from "../../../workers/performance/schema";
import { boundEntries, budgetEntries, largestWeightSetting } from "../../../workers/portfolio/budget-schema";
import { estimateEntries, marketEntries, objectiveEntries, rebalanceEntries } from "../../../workers/portfolio/schema";
import { fitEntries, timingEntries } from "../../../workers/regimes/schema";
import { intervalEntries, riskEntries } from "../../../workers/risk/schema";
import { labelOf, type Setting } from "../../../workers/runtime/schema";
import { candidatesEntries } from "../../../workers/validation/schema";
import {
  behaviorEntries,
  forecastEntries,
  meanLagsSetting,
  optionEntries,
  orderEntries,
  refitEntries,
  searchOrdersSetting,
} from "../../../workers/volatility/schema";
import { CHOICE_LABELS } from "./choice-labels";
import { worded } from "./worded";

type Settings = Readonly<Record<string, Setting>>;

const { riskFree, periodsPerYear } = yearEntries;
const resamples = intervalEntries.iterations;
const strategy: Settings = { annualization: periodsPerYear, resamples, ...backtestEntries, ...parameterEntries, ...behavioralEntries };
const engine: Settings = { ...averageEntries, ...engineEntries };

/** The settings of each screen by key. */
const SETTINGS: Readonly<Record<string, Settings | undefined>> = {
  "/garch-model": {
    ...orderEntries,
    ...optionEntries,
    ...behaviorEntries,
    ...forecastEntries,
    meanLags: meanLagsSetting,
    searchOrders: searchOrdersSetting,
    refitWindow: refitEntries.window,
    refitStep: refitEntries.step,
  },
  "/markov-regime": { ...fitEntries, ...timingEntries },
  "/lyapunov": { ...embeddingEntries, ...regionEntries, ...surrogateEntries },
  "/market-curiosity": { ...curiosityEntries, ...limitEntries },
  "/risk-management": { ...riskEntries, ...budgetEntries, largestWeight: largestWeightSetting },
  "/portfolio": {
    ...accountEntries,
    ...estimateEntries,
    ...objectiveEntries,
    ...rebalanceEntries,
    marketAversion: marketEntries.aversion,
    tau: marketEntries.tau,
    riskFree,
    perYear: periodsPerYear,
    resamples,
    least: boundEntries.lower,
    most: boundEntries.upper,
  },
  "/validation": { ...backtestEntries, ...candidatesEntries, trials: candidatesEntries.trialOverride, annualization: periodsPerYear },
  "/backtester": { ...strategy, ...stressSchema.entries },
  "/strategy-builder": { ...strategy, ...searchEntries, windows: searchSchema.entries.windows },
  "/alpha-miner": {
    ...factorEntries,
    ...formulaEntries,
    seed: factorEntries.seed,
    searchSeed: formulaEntries.seed,
    perYear: periodsPerYear,
  },
  "/quant-edge-ai": engine,
  "/market-analysis": engine,
  "/llm-trader": { ...newsEntries, ...reflectionEntries },
};

/** Label of a setting on its screen: from its schema, otherwise derived from its key. */
export function settingLabel(screen: string, key: string): string {
  const settings = SETTINGS[screen];
  const setting = settings && Object.hasOwn(settings, key) ? settings[key] : undefined;
  return (setting && labelOf(setting)) || (CHOICE_LABELS.get(key) ?? worded(key));
}
