import { useCallback } from "react";
import { type Outcome, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { type Clock, useAssetJob } from "../../analysis/assets/use-asset-run";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { asRiskFailure } from "./risk-failure";
import type { RiskSettings } from "./settings";

export type Budget = JobValue<Jobs, "budget-risk">;

export interface BudgetRun {
  set: AssetSet;
  dataName: string;
  settings: RiskSettings;
  input: JobInput<Jobs, "budget-risk">;
  budget: Budget;
  /** When it was there. */
  at: number;
}

const recordIt = (run: BudgetRun, clock: Clock): void => void import("./record").then(({ recordBudget }) => recordBudget(run, clock));

/** Finds weights within a budget of risk; the last finished result stays until a newer one is there. */
export function useBudget(choice: AssetChoice, settings: RiskSettings, perYear: number) {
  const job = useJob("budget-risk");
  const work = useCallback(
    async (set: AssetSet): Promise<Outcome<BudgetRun>> => {
      // Whoever writes the run down is there when the result is: the page may go at once.
      import("./record").catch(() => undefined);
      const budgets = set.names.map((name) => (Object.hasOwn(settings.budgets, name) ? settings.budgets[name] : null));
      const told = budgets.some((share) => share !== null);
      const input: BudgetRun["input"] = {
        assets: set.assets,
        weights: set.weights,
        objective: settings.objective,
        shares: told ? budgets.map((share) => share ?? 100 / set.names.length) : null,
        limits: { lower: 0, upper: (settings.largestWeight ?? 100) / 100, groups: [] },
        drawdownCap: settings.drawdownCap === null ? null : settings.drawdownCap / 100,
        kind: settings.kind,
        confidence: Number(settings.confidenceLevel),
        perYear,
        riskFree: (settings.riskFree ?? 0) / 100,
      };
      const outcome = await job.run(input);
      if (!outcome.ok) return { ok: false, failure: asRiskFailure(outcome.failure, set.assets[0]?.values.length ?? 0) };
      return succeed({ set, dataName: set.name, settings, input, budget: outcome.value, at: Date.now() });
    },
    [settings, perYear, job.run],
  );
  return useAssetJob(choice, job, work, recordIt);
}

export type BudgetControl = ReturnType<typeof useBudget>;

const BUDGET_SETTINGS = ["kind", "confidenceLevel", "perYear", "riskFree", "objective", "budgets", "drawdownCap", "largestWeight"] as const;

/** Whether assets, weights or settings are no longer those of the shown result. */
export const budgetStale = (run: BudgetRun, key: string | null, settings: RiskSettings): boolean =>
  run.set.key !== key || BUDGET_SETTINGS.some((name) => run.settings[name] !== settings[name]);
