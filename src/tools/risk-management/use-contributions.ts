import type { AssetSet } from "../../analysis/assets/asset-set";
import { stepsOfSet } from "../../analysis/assets/steps-of-set";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import { asRiskFailure } from "./risk-failure";
import type { RiskSettings } from "./settings";

export type ContributionsRun = Finished<"measure-contributions", { set: AssetSet; text: string; settings: RiskSettings }>;

const SETTINGS = ["kind", "returnUnit", "confidenceLevel", "lookbackPeriod", "perYear"] as const;

/** Measures each asset's contributions. */
export const useContributions = (choice: AssetChoice, settings: RiskSettings, onDone: (run: ContributionsRun) => void) =>
  useAnalysis<ContributionsRun>({
    work: async (turn) => {
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("./record").catch(() => undefined);
      const gathered = await choice.gather();
      if (!gathered.ok) return gathered;
      const set = gathered.value;
      const input = {
        assets: set.assets,
        weights: set.weights,
        kind: settings.kind,
        confidence: Number(settings.confidenceLevel),
        perYear: stepsOfSet(set, settings),
        driftPeriods: settings.lookbackPeriod ?? undefined,
      };
      const basis = { set, text: choice.source.text, settings };
      return answer(turn, "measure-contributions", input, basis, {
        reword: (failure) => asRiskFailure(failure, set.assets[0]?.values.length ?? 0),
      });
    },
    isStale: (run) => run.set.key !== choice.key || SETTINGS.some((name) => run.settings[name] !== settings[name]),
    onDone: (run) => {
      onDone(run);
      void import("./record").then(({ recordContributions }) => recordContributions(run));
    },
  });
