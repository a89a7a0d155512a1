import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Fraction } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import type { AssetSet } from "../../data/assets/asset-set";
import type { AssetChoice } from "../../data/assets/use-assets";
import { asRiskFailure } from "./risk-failure";
import type { RiskSettings } from "./settings";

export type Measured = JobValue<Jobs, "measure-contributions">;

export interface ContributionsRun {
  set: AssetSet;
  dataName: string;
  names: string[];
  weights: Fraction[];
  settings: RiskSettings;
  input: JobInput<Jobs, "measure-contributions">;
  measured: Measured;
}

/** Measures what each asset adds; the last finished result stays until a newer one is there. */
export function useContributions(choice: AssetChoice, settings: RiskSettings, perYear: number, onDone: (run: ContributionsRun) => void) {
  const job = useJob("measure-contributions");
  const [shown, setShown] = useState<ContributionsRun | null>(null);
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
    const input: ContributionsRun["input"] = {
      assets: set.assets,
      weights: set.weights,
      kind: settings.kind,
      confidence: Number(settings.confidenceLevel),
      perYear,
      driftPeriods: Math.max(1, settings.lookbackPeriod ?? 252),
    };
    const outcome = await job.run(input);
    if (turn !== turns.current) return;
    if (!outcome.ok) return end(asRiskFailure(outcome.failure, set.assets[0]?.values.length ?? 0));
    setBusy(false);
    const done = { set, dataName: set.name, names: set.names, weights: set.weights, settings, input, measured: outcome.value };
    startTransition(() => setShown(done));
    onDone(done);
    const millis = Date.now() - startedAt;
    void import("./record").then(({ recordContributions }) => recordContributions(done, { text: choice.source.text, startedAt, millis }));
  }, [choice, settings, perYear, job.run, onDone]);

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

export type ContributionsControl = ReturnType<typeof useContributions>;

/** Whether assets, weights or settings are no longer those of the shown result. */
export const contributionsStale = (run: ContributionsRun, key: string | null, settings: RiskSettings): boolean =>
  run.set.key !== key ||
  run.settings.kind !== settings.kind ||
  run.settings.confidenceLevel !== settings.confidenceLevel ||
  run.settings.lookbackPeriod !== settings.lookbackPeriod ||
  run.settings.perYear !== settings.perYear;
