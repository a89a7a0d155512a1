import { useCallback } from "react";
import { type Outcome, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { type Clock, useAssetRun } from "../../analysis/assets/use-asset-run";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import type { JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { type ProposalInput, proposalInput } from "./proposal-input";
import { type PortfolioSettings, proposalChanged } from "./settings";

export interface ProposalRun {
  set: AssetSet;
  settings: PortfolioSettings;
  input: ProposalInput;
  proposal: JobValue<Jobs, "optimize-portfolio">;
  /** Null with the reason where there is none. */
  frontier: JobValue<Jobs, "trace-frontier"> | null;
  noFrontier: string | null;
  /** Over the sample, at the proposed weights; null where nothing varies. */
  contributions: JobValue<Jobs, "measure-contributions"> | null;
  /** When it was there. */
  at: number;
}

const POINTS = 120;

const recordIt = (run: ProposalRun, clock: Clock): void => void import("./record").then(({ recordProposal }) => recordProposal(run, clock));

/** Finds weights, traces the frontier they lie under, and measures what each asset adds. */
export function useProposal(choice: AssetChoice, settings: PortfolioSettings, perYear: number) {
  const optimize = useJob("optimize-portfolio");
  const trace = useJob("trace-frontier");
  const measure = useJob("measure-contributions");

  const work = useCallback(
    async (set: AssetSet): Promise<Outcome<ProposalRun>> => {
      const input = proposalInput(set, settings, perYear);
      const found = await optimize.run(input);
      if (!found.ok) return found;
      const { objective: _, ...request } = input;
      const [frontier, contributions] = await Promise.all([
        trace.run({ ...request, points: POINTS }),
        measure.run({ assets: set.assets, weights: [...found.value.weights], kind: "values", perYear }),
      ]);
      return succeed({
        set,
        settings,
        input,
        proposal: found.value,
        frontier: frontier.ok ? frontier.value : null,
        noFrontier: frontier.ok ? null : frontier.failure.message,
        contributions: contributions.ok ? contributions.value : null,
        at: Date.now(),
      });
    },
    [settings, perYear, optimize.run, trace.run, measure.run],
  );
  const end = useCallback(() => {
    optimize.cancel();
    trace.cancel();
    measure.cancel();
  }, [optimize.cancel, trace.cancel, measure.cancel]);
  const control = useAssetRun(choice, work, recordIt, end);

  return { ...control, progress: optimize.progress };
}

/** Whether assets or settings are no longer those of the shown result; weights held enter it only through views. */
export const proposalStale = (run: ProposalRun, key: string | null, settings: PortfolioSettings): boolean =>
  key === null ||
  (settings.mean === "views" ? run.set.key !== key : assetsOf(run.set.key) !== assetsOf(key)) ||
  proposalChanged(run.settings, settings);

/** The part of a key that names the data: the weights come last. */
function assetsOf(key: string): string {
  const parts: unknown[] = JSON.parse(key);
  const held = parts[parts.length - 1];
  const hashes = Array.isArray(held) ? held.map((one) => (Array.isArray(one) ? one[0] : null)) : null;
  return JSON.stringify([...parts.slice(0, -1), hashes]);
}
