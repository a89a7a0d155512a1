import { useCallback } from "react";
import { type Fraction, type Outcome, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { type Clock, useAssetJob } from "../../analysis/assets/use-asset-run";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
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
  /** When it was there. */
  at: number;
}

/** Measures what each asset adds; the last finished result stays until a newer one is there. */
export function useContributions(choice: AssetChoice, settings: RiskSettings, perYear: number, onDone: (run: ContributionsRun) => void) {
  const job = useJob("measure-contributions");
  const work = useCallback(
    async (set: AssetSet): Promise<Outcome<ContributionsRun>> => {
      // Whoever writes the run down is there when the result is: the page may go at once.
      import("./record").catch(() => undefined);
      const input: ContributionsRun["input"] = {
        assets: set.assets,
        weights: set.weights,
        kind: settings.kind,
        confidence: Number(settings.confidenceLevel),
        perYear,
        driftPeriods: Math.max(1, settings.lookbackPeriod ?? 252),
      };
      const outcome = await job.run(input);
      if (!outcome.ok) return { ok: false, failure: asRiskFailure(outcome.failure, set.assets[0]?.values.length ?? 0) };
      const { names, weights } = set;
      return succeed({ set, dataName: set.name, names, weights, settings, input, measured: outcome.value, at: Date.now() });
    },
    [settings, perYear, job.run],
  );
  const finish = useCallback(
    (run: ContributionsRun, clock: Clock) => {
      onDone(run);
      void import("./record").then(({ recordContributions }) => recordContributions(run, clock));
    },
    [onDone],
  );
  return useAssetJob(choice, job, work, finish);
}

export type ContributionsControl = ReturnType<typeof useContributions>;

/** Whether assets, weights or settings are no longer those of the shown result. */
export const contributionsStale = (run: ContributionsRun, key: string | null, settings: RiskSettings): boolean =>
  run.set.key !== key ||
  run.settings.kind !== settings.kind ||
  run.settings.confidenceLevel !== settings.confidenceLevel ||
  run.settings.lookbackPeriod !== settings.lookbackPeriod ||
  run.settings.perYear !== settings.perYear;
