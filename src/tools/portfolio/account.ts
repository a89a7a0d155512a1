import { type Outcome, succeed } from "../../../workers/contract";
import type { Account } from "../../analysis/next/keep-account.ts";
import { compute } from "../../client/compute";
import type { RunOptions } from "../../client/pool";
import { objectiveLabel } from "./settings";
import { simulationInput } from "./simulation-input";
import type { ProposalRun } from "./use-proposal";
import type { BacktestRun, RebalancingRun } from "./use-simulation";

type Held = Pick<BacktestRun | RebalancingRun, "set" | "value">;

const accountOf = ({ set, value: { value, times } }: Held, what: string, begins: string): Account => ({
  name: `Portfolio value: ${set.name}`,
  made: `Portfolio value of a ${what}, after costs: ${set.name}. ${begins}`,
  times,
  values: value,
});

/** The value of the portfolio at every row of a backtest. */
export const heldAccount = (run: Pick<BacktestRun, "set" | "value">): Account =>
  accountOf(run, "backtest", "The cost of the first purchase comes before its first row.");

/** The value of the rebalanced portfolio at every row of a simulation. */
export const rebalancedAccount = (run: Pick<RebalancingRun, "set" | "value">): Account =>
  accountOf(run, "rebalancing simulation", "It starts at the target weights, without costs.");

/** The value of optimized weights held over all rows, rebalanced and charged by the settings of Backtest. */
export async function optimizedAccount(
  { set, settings, value: proposal }: ProposalRun,
  options: Pick<RunOptions, "signal" | "onProgress">,
): Promise<Outcome<Account>> {
  const input = simulationInput({ ...set, weights: [...proposal.weights] }, settings, false);
  const held = await compute.run("backtest-portfolio", input, options);
  const weights = `${objectiveLabel(proposal.used)} weights`;
  return held.ok ? succeed(heldAccount({ set: { ...set, name: `${weights}, ${set.name}` }, value: held.value })) : held;
}
