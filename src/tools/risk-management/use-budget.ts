import { getDefault } from "valibot";
import type { Jobs } from "../../../workers/jobs";
import { largestWeightSetting } from "../../../workers/portfolio/budget-schema";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { stepsOfSet } from "../../analysis/assets/steps-of-set";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import type { JobInput, JobValue } from "../../client/pool";
import { asRiskFailure } from "./risk-failure";
import type { RiskSettings } from "./settings";

export type Budget = JobValue<Jobs, "budget-risk">;
export type BudgetRun = Finished<"budget-risk", { set: AssetSet; text: string; settings: RiskSettings }>;

const SETTINGS = [
  "kind",
  "returnUnit",
  "confidenceLevel",
  "perYear",
  "riskFree",
  "objective",
  "budgets",
  "drawdownCap",
  "largestWeight",
] as const;

function inputOf(set: AssetSet, settings: RiskSettings): JobInput<Jobs, "budget-risk"> {
  const { names, assets, weights } = set;
  const budgets = names.map((name) => (Object.hasOwn(settings.budgets, name) ? settings.budgets[name] : null));
  const hasBudgets = budgets.some((share) => share !== null);
  return {
    assets,
    weights,
    objective: settings.objective,
    shares: hasBudgets ? budgets.map((share) => share ?? 100 / names.length) : null,
    limits: {
      lower: 0,
      upper: settings.largestWeight === null ? getDefault(largestWeightSetting) : settings.largestWeight / 100,
      groups: [],
    },
    drawdownCap: settings.drawdownCap === null ? null : settings.drawdownCap / 100,
    kind: settings.kind,
    confidence: Number(settings.confidenceLevel),
    perYear: stepsOfSet(set, settings),
    riskFree: (settings.riskFree ?? 0) / 100,
  };
}

/** Optimizes weights within a risk budget. */
export const useBudget = (choice: AssetChoice, settings: RiskSettings) =>
  useAnalysis<BudgetRun>({
    work: async (turn) => {
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("./record").catch(() => undefined);
      const gathered = await choice.gather();
      if (!gathered.ok) return gathered;
      const set = gathered.value;
      const basis = { set, text: choice.source.text, settings };
      return answer(turn, "budget-risk", inputOf(set, settings), basis, {
        reword: (failure) => asRiskFailure(failure, set.assets[0]?.values.length ?? 0),
      });
    },
    isStale: (run) => run.set.key !== choice.key || SETTINGS.some((name) => run.settings[name] !== settings[name]),
    onDone: (run) => void import("./record").then(({ recordBudget }) => recordBudget(run)),
  });
