import { DAY } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { stepsOfSet } from "../../analysis/assets/steps-of-set";
import type { JobInput } from "../../client/pool";
import type { PortfolioSettings } from "./settings";

type SimulationInput = JobInput<Jobs, "simulate-rebalancing">;

/** Tolerance for weights that do not sum to 100% because of rounding. */
const ROUNDING = 1e-6;
const CASH = "Cash";

/** Targets of all assets; the remainder is cash without interest. */
function withCash({ assets, weights }: AssetSet): Pick<SimulationInput, "assets" | "targets"> {
  const cash = 1 - weights.reduce((sum, weight) => sum + weight, 0);
  if (Math.abs(cash) < ROUNDING || assets.length === 0) return { assets, targets: weights };
  const [{ values, times }] = assets;
  const taken = new Set(assets.map(({ name }) => name));
  const name = taken.has(CASH) ? "Uninvested cash" : CASH;
  return { assets: [...assets, { name, times, values: new Float64Array(values.length).fill(1) }], targets: [...weights, cash] };
}

/** The job's input for an asset set and the settings of the screen; the end date includes the whole day. */
export function simulationInput(set: AssetSet, settings: PortfolioSettings, dates: boolean): SimulationInput {
  const { frequency, trigger, threshold, maxTurnover, riskBudget, startDate, endDate, riskFree } = settings;
  return {
    ...withCash(set),
    config: { frequency, threshold: threshold / 100, maxTurnover: maxTurnover / 100, riskBudget: riskBudget ?? Number.NaN },
    trigger,
    initialCapital: settings.initialCapital ?? Number.NaN,
    transactionCosts: settings.transactionCosts ?? Number.NaN,
    slippage: settings.slippage ?? Number.NaN,
    startDate: dates && startDate !== null ? Date.parse(startDate) : null,
    endDate: dates && endDate !== null ? Date.parse(endDate) + DAY - 1 : null,
    riskFree: (riskFree ?? Number.NaN) / 100,
    periodsPerYear: stepsOfSet(set, settings),
  };
}
