import { memo, useMemo } from "react";
import { count, day, fixed, percent } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { EventTable } from "./event-table.tsx";
import type { RebalancingRun } from "./use-simulation";
import { ValueChart } from "./value-chart.tsx";

/** Effect of rebalancing to the targets, event by event. */
export const RebalancingTab = memo(function RebalancingTab({ run }: { run: RebalancingRun }) {
  const { value: result, set } = run;
  const { riskBudget, performance, alignment } = result;
  const info = (title: string, formula: string) => ({ title, formula, computedBy: "simulateRebalancing" });
  const lines = useMemo(
    () => [
      { label: "Rebalanced", values: result.value },
      { label: "Buy and hold", values: result.valueUntouched },
      { label: "Without costs", values: result.valueWithoutCosts },
    ],
    [result],
  );
  return (
    <>
      {result.notes.map((note) => (
        <Caution key={note}>{note}</Caution>
      ))}
      <StatStrip label="Key figures of the rebalancing">
        <Stat label="Events" value={count(result.events)} info={info("Events", "trades toward the targets")} />
        <Stat
          label="Avg Turnover"
          value={percent(result.avgTurnover, 2)}
          note={`${percent(result.annualTurnover, 1)} per year`}
          info={info("Average turnover", "mean of ½ Σ|Δw| over the events")}
        />
        <Stat
          label="Risk Reduction"
          value={percent(result.riskReduction, 2)}
          note={`volatility ${percent(riskBudget.volatility, 2)}, buy and hold ${percent(performance.untouched.volatility, 2)}`}
          info={info("Risk reduction", "1 − volatility rebalanced / volatility of buy and hold")}
        />
        <Stat
          label="Cost Impact"
          value={percent(result.costImpact, 3)}
          note={`per year; ${fixed(result.costs, 0)} in total`}
          info={info("Cost impact", "annual growth without costs − with costs")}
        />
        <Stat
          label="Risk Budget"
          value={riskBudget.within ? "Met" : "Exceeded"}
          word
          note={`${percent(riskBudget.volatility, 2)} of ${percent(riskBudget.limit, 2)}`}
          info={info("Risk budget", "annual volatility compared with the budget; no trades are made for it")}
        />
      </StatStrip>
      <p className="-mt-2 text-muted text-small">
        {set.name}: {count(alignment.rows)} common rows
        {alignment.from === null ? "" : `, ${day(alignment.from)} to ${day(alignment.to)}`}. Starts at target weights, without costs.
      </p>
      <ValueChart
        title="Portfolio value"
        subtitle="rebalanced, buy and hold, and rebalanced without costs"
        times={result.times}
        lines={lines}
        exportName="rebalancing"
      />
      <EventTable run={run} events={result.events} part="rebalancing" />
    </>
  );
});
