import type { MarketInput } from "../lib/backtest/bars";
import { runAgain } from "../lib/backtest/run-again";
import type { BacktestSettings, FullStrategy } from "../lib/backtest/settings";
import type { JobContext } from "../lib/job";

export interface RunCandidatesInput {
  market: MarketInput;
  settings: BacktestSettings;
  strategies: FullStrategy[];
}

/** Some of the candidates of a validation (`validate-candidates.ts`), backtested on the same market. */
export const runCandidates = ({ market, settings, strategies }: RunCandidatesInput, context: JobContext) =>
  runAgain(context, market, settings, strategies);
