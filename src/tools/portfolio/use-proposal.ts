import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import { stepsOfSet } from "../../analysis/assets/steps-of-set";
import type { AssetChoice } from "../../analysis/assets/use-assets";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import type { JobValue } from "../../client/pool";
import { failureText } from "../../lib/texts.ts";
import { proposalInput } from "./proposal-input";
import { type PortfolioSettings, proposalChanged } from "./settings";

export type ProposalRun = Finished<
  "optimize-portfolio",
  {
    set: AssetSet;
    text: string;
    settings: PortfolioSettings;
    /** Null if there is none; the reason is in the outcome. */
    frontier: JobValue<Jobs, "trace-frontier"> | null;
    noFrontier: string | null;
    /** Over the sample, at the proposed weights; null if nothing varies. */
    contributions: JobValue<Jobs, "measure-contributions"> | null;
  }
>;

const POINTS = 120;

/** Optimizes weights, traces the frontier, and measures risk contributions. */
export const useProposal = (choice: AssetChoice, settings: PortfolioSettings) =>
  useAnalysis<ProposalRun>({
    work: async (turn) => {
      const gathered = await choice.gather();
      if (!gathered.ok) return gathered;
      const set = gathered.value;
      const perYear = stepsOfSet(set, settings);
      const input = proposalInput(set, settings, perYear);
      const found = await answer(turn, "optimize-portfolio", input, { set, text: choice.source.text, settings });
      if (!found.ok) return found;
      const { objective: _, ...request } = input;
      const [frontier, contributions] = await Promise.all([
        turn.ask("trace-frontier", { ...request, points: POINTS }),
        turn.ask("measure-contributions", { assets: set.assets, weights: [...found.value.value.weights], kind: "values", perYear }),
      ]);
      return {
        ok: true,
        value: {
          ...found.value,
          frontier: frontier.ok ? frontier.value : null,
          noFrontier: frontier.ok ? null : failureText(frontier.failure),
          contributions: contributions.ok ? contributions.value : null,
        },
      };
    },
    isStale: (run) => isProposalStale(run, choice.key, settings),
    onDone: (run) => void import("./record").then(({ recordProposal }) => recordProposal(run)),
  });

/** Whether assets or settings differ from those of a proposal; current weights affect it only through views. */
const isProposalStale = (run: ProposalRun, key: string | null, settings: PortfolioSettings): boolean =>
  key === null ||
  (settings.mean === "views" ? run.set.key !== key : assetsOf(run.set.key) !== assetsOf(key)) ||
  proposalChanged(run.settings, settings);

/** The part of a key that identifies the data, without the weights at its end. */
function assetsOf(key: string): string {
  const parts: unknown[] = JSON.parse(key);
  const held = parts[parts.length - 1];
  const hashes = Array.isArray(held) ? held.map((one) => (Array.isArray(one) ? one[0] : null)) : null;
  return JSON.stringify([...parts.slice(0, -1), hashes]);
}
