import { BACKTEST_DEFAULTS } from "../../../workers/backtest/schema";
import { printedAs } from "../../analysis/programs/printed-as.tsx";
import { count, fixed, percent } from "../../lib/format.ts";
import { costWords } from "../../strategies/cost-words";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { testedWords } from "./candidates";
import { provenanceOf } from "./provenance";
import { LEFT_OUT } from "./settings";
import { useTestedByProgram } from "./use-tested-by-program";
import type { ValidationRun } from "./use-validation";

const share = (value: number | null) => percent(value);
const ratio = (value: number | null) => fixed(value, 2);

/** The strategy passed from a backtest, with its own figures on the validated rows, which equal those of that backtest. */
export function TestedFigures({ run }: { run: ValidationRun }) {
  const { value, settings, input } = run;
  const by = useTestedByProgram(run);
  const { tested } = value;
  if (!tested || !settings.tested) return null;
  const { strategy, leftOut } = settings.tested;
  const about = provenanceOf(run);
  const costs = costWords({ settings: { ...BACKTEST_DEFAULTS, ...input.backtest } });
  return (
    <>
      <p className="break-words text-muted text-small">
        {testedWords(strategy)}, {costs}.{leftOut.map((name) => ` ${LEFT_OUT[name]}`).join("")}
      </p>
      <StatStrip label="The strategy tested">
        <Stat label="Total Return" value={percent(tested.returns)} info={about.tested} />
        <Stat label="Sharpe Ratio" {...printedAs(by, "sharpe", ratio, { value: tested.sharpeRatio }, about.testedSharpe)} />
        <Stat label="Max Drawdown" {...printedAs(by, "maxDrawdown", share, { value: tested.maxDrawdown }, about.testedDrawdown)} />
        <Stat label="Trades" value={count(tested.trades)} />
      </StatStrip>
    </>
  );
}
