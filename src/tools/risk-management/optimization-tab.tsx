import { memo } from "react";
import { CorrelationMatrix } from "../../charts/heat-map";
import { count, fixed, percent, plain } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import type { Provenance } from "../../ui/info-button.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { SharesChart, WealthChart } from "./budget-charts";
import { BudgetTable } from "./budget-table";
import { objectiveLabel } from "./settings";
import type { BudgetRun } from "./use-budget";

const FORMULAS = {
  "minimum-variance": ["min w′ Σ w within the bounds", "minimumVariance"],
  "minimum-cvar": ["min one-step expected shortfall over the sample, as a linear program", "minimumCvar"],
  "equal-risk": ["w_i (Σ w)_i equal to each asset's risk budget", "equalRisk"],
  hierarchical: ["variance split down the single-linkage tree of correlation distances", "hierarchicalWeights"],
} as const;

function provenanceOf({ value: budget, input }: BudgetRun): Provenance {
  const [formula, computedBy] = FORMULAS[input.objective];
  return {
    title: objectiveLabel(input.objective),
    formula,
    computedBy,
    settings: [
      ["Covariance", budget.shrinkage === null ? "sample" : `Ledoit–Wolf, constant correlation, shrinkage ${fixed(budget.shrinkage, 3)}`],
      ["Steps per year", plain(input.perYear ?? 252)],
      ["Drawdown cap", input.drawdownCap ? percent(input.drawdownCap, 1) : "none"],
      ["Violation of the optimality conditions", budget.residual === null ? "not applicable" : budget.residual.toExponential(1)],
    ],
    n: `${count(budget.current.contributions.observations)} common returns`,
  };
}

/** More names than this are unreadable along a matrix. */
const MAX_CORRELATED = 30;

interface OptimizationTabProps {
  run: BudgetRun;
  onExport: () => void;
  /** Applies the proposed weights to the form; null if they belong to a client's portfolio. */
  onTake: (() => void) | null;
}

/** The proposed weights beside the current ones, and the performance of both over the sample. */
export const OptimizationTab = memo(function OptimizationTab({ run, onExport, onTake }: OptimizationTabProps) {
  const { value: budget, input } = run;
  const { current, proposed, names, invested } = budget;
  const about = provenanceOf(run);
  const pair = (label: string, pick: (path: typeof current) => number | null, show: (value: number | null) => string, info: Provenance) => (
    <Stat label={label} value={show(pick(proposed))} note={`now ${show(pick(current))}`} info={info} />
  );
  const share = (value: number | null) => percent(value, 2);
  const inSample = (title: string, formula: string): Provenance => ({ ...about, title, formula, computedBy: "performanceOf" });
  return (
    <>
      {budget.notes.map((note) => (
        <Caution key={note}>{note}</Caution>
      ))}
      <StatStrip label="Key figures of the proposal">
        {pair("Volatility", ({ contributions }) => contributions.volatility, share, inSample("Volatility", "of the sample, per year"))}
        {pair("Max Drawdown", ({ maxDrawdown }) => -maxDrawdown, share, inSample("Max Drawdown", "over the sample, rebalanced every step"))}
        {pair(
          "Expected Shortfall",
          ({ contributions }) => contributions.shortfall,
          share,
          inSample("Expected Shortfall", "historical, one step, at the confidence level"),
        )}
        {pair(
          "Sharpe Ratio",
          ({ sharpe }) => sharpe,
          (value) => fixed(value, 2),
          inSample("Sharpe Ratio", "over the sample"),
        )}
        <Stat
          label="Invested"
          value={percent(invested, 1)}
          note={invested < 1 ? "the rest is cash, due to the cap" : input.drawdownCap ? "the cap needs no cash" : "no cap"}
          info={{
            title: "Invested share",
            formula: "largest share that keeps the sample drawdown within the cap; cash earns the risk-free rate",
            computedBy: "investedWithin",
          }}
        />
      </StatStrip>
      <p className="-mt-2 text-muted text-small">
        Both portfolios over the same {count(current.contributions.observations)} returns used for the weights: in sample, not a forecast.
      </p>
      <WealthChart budget={budget} />
      <BudgetTable run={run} about={about} onExport={onExport} onTake={onTake} />
      <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-2">
        <SharesChart budget={budget} />
        {names.length <= MAX_CORRELATED ? (
          <CorrelationMatrix
            title="Correlations"
            subtitle="shrinkage estimate"
            exportName="correlations"
            names={names}
            values={budget.correlation}
          />
        ) : null}
      </div>
    </>
  );
});
