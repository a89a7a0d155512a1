import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import type { AssetSet } from "../../data/assets/asset-set";
import type { AssetChoice } from "../../data/assets/use-assets";
import { asRiskFailure } from "./risk-failure";
import type { RiskSettings } from "./settings";

export type Budget = JobValue<Jobs, "budget-risk">;

export interface BudgetRun {
  set: AssetSet;
  dataName: string;
  settings: RiskSettings;
  input: JobInput<Jobs, "budget-risk">;
  budget: Budget;
}

/** Finds weights within a budget of risk; the last finished result stays until a newer one is there. */
export function useBudget(choice: AssetChoice, settings: RiskSettings, perYear: number) {
  const job = useJob("budget-risk");
  const [shown, setShown] = useState<BudgetRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const turns = useRef(0);

  const run = useCallback(async (): Promise<void> => {
    const turn = ++turns.current;
    setFailure(null);
    setBusy(true);
    const startedAt = Date.now();
    const gathered = await choice.gather();
    if (turn !== turns.current) return;
    const end = (found: Failure) => {
      setBusy(false);
      if (found.code !== "cancelled") setFailure(found);
    };
    if (!gathered.ok) return end(gathered.failure);
    const set = gathered.value;
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
    if (turn !== turns.current) return;
    if (!outcome.ok) return end(asRiskFailure(outcome.failure, set.assets[0]?.values.length ?? 0));
    setBusy(false);
    const done = { set, dataName: set.name, settings, input, budget: outcome.value };
    startTransition(() => setShown(done));
    const millis = Date.now() - startedAt;
    void import("./record").then(({ recordBudget }) => recordBudget(done, { text: choice.source.text, startedAt, millis }));
  }, [choice, settings, perYear, job.run]);

  const cancel = useCallback(() => {
    turns.current++;
    setBusy(false);
    job.cancel();
  }, [job.cancel]);

  const forget = useCallback(() => setFailure(null), []);
  /** Takes the result away; the answer puts it back. */
  const clear = useCallback(() => {
    cancel();
    setShown(null);
    forget();
    return () => setShown(shown);
  }, [cancel, forget, shown]);

  const progress = job.progress;
  return { shown, failure, busy, progress, run, cancel, clear, forget };
}

export type BudgetControl = ReturnType<typeof useBudget>;

const BUDGET_SETTINGS = ["kind", "confidenceLevel", "perYear", "riskFree", "objective", "budgets", "drawdownCap", "largestWeight"] as const;

/** Whether assets, weights or settings are no longer those of the shown result. */
export const budgetStale = (run: BudgetRun, key: string | null, settings: RiskSettings): boolean =>
  run.set.key !== key || BUDGET_SETTINGS.some((name) => run.settings[name] !== settings[name]);
