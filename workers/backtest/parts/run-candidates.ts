import type { JobContext } from "../../runtime/job";
import type { MarketInput } from "../bars";
import { runAgain } from "../run-again";
import type { BacktestSettings, FullStrategy } from "../schema";

export interface RunCandidatesInput {
  market: MarketInput;
  settings: BacktestSettings;
  strategies: FullStrategy[];
}

/** Backtests some candidates of a validation (`validate-candidates.ts`) on the same market. */
export const runCandidates = ({ market, settings, strategies }: RunCandidatesInput, context: JobContext) =>
  runAgain(context, market, settings, strategies);
