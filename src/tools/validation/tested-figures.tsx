import { BACKTEST_DEFAULTS } from "../../../workers/backtest/schema";
import { count, fixed, percent } from "../../lib/format.ts";
import { costWords } from "../../strategies/cost-words";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { testedWords } from "./candidates";
import { provenanceOf } from "./provenance";
import { LEFT_OUT } from "./settings";
import type { ValidationRun } from "./use-validation";

/** The strategy a backtest handed over, with its own figures on the rows validated: those of that backtest. */
export function TestedFigures({ run: { value, settings, input }, run }: { run: ValidationRun }) {
  const { tested } = value;
  if (!tested || !settings.tested) return null;
  const { strategy, leftOut } = settings.tested;
  const costs = costWords({ settings: { ...BACKTEST_DEFAULTS, ...input.backtest } });
  return (
    <>
      <p className="break-words text-muted text-small">
        {testedWords(strategy)}, {costs}.{leftOut.map((name) => ` ${LEFT_OUT[name]}`).join("")}
      </p>
      <StatStrip label="The strategy tested">
        <Stat label="Total Return" value={percent(tested.returns)} info={provenanceOf(run).tested} />
        <Stat label="Sharpe Ratio" value={fixed(tested.sharpeRatio, 2)} />
        <Stat label="Max Drawdown" value={percent(tested.maxDrawdown)} />
        <Stat label="Trades" value={count(tested.trades)} />
      </StatStrip>
    </>
  );
}
