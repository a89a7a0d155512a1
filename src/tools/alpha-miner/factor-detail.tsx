import { useMemo } from "react";
import { BarChart } from "../../charts/bar-chart.tsx";
import { count, fixed, percent, plural, pValue } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import type { FactorResult } from "./alpha-input";
import { FactorChart } from "./factor-chart.tsx";
import { provenanceOf } from "./provenance";
import type { AlphaRun } from "./use-alpha";

/** One factor: forward returns after low and high values, turnover, and its values over time. */
export function FactorDetail({ run, factor }: { run: AlphaRun; factor: FactorResult }) {
  const about = provenanceOf(run);
  const { buckets, permutation, strategy, name } = factor;
  const horizon = run.input.settings?.horizon;
  const { categories, series } = useMemo(
    () => ({
      categories: buckets.map(({ bucket }, i) =>
        i === 0 ? `${bucket}, lowest` : i === buckets.length - 1 ? `${bucket}, highest` : `${bucket}`,
      ),
      series: [{ key: "mean", label: "Mean return", values: Float64Array.from(buckets, ({ mean }) => 100 * (mean ?? Number.NaN)) }],
    }),
    [buckets],
  );
  const empty = buckets.filter((bucket) => bucket.count === 0).length;
  const interval = strategy.hitInterval;
  return (
    <>
      <StatStrip label={`Figures of ${name}`}>
        <Stat
          label="Spread"
          value={percent(factor.spread, 3)}
          note={`top minus bottom, ${plural(horizon ?? Number.NaN, "step")}`}
          info={about.buckets}
        />
        <Stat
          label="Turnover"
          value={percent(factor.turnover, 1)}
          note={run.value.mode === "series" ? "of steps reverse the position" : "new names in the top group"}
          info={about.turnover}
        />
        <Stat label="Rank autocorrelation" value={fixed(factor.rankAutocorrelation, 3)} note="one step" info={about.autocorrelation} />
        {permutation ? (
          <>
            <Stat
              label="IC, whole sample"
              value={fixed(permutation.correlation, 4)}
              note={`${count(permutation.pairs)} pairs`}
              info={about.permutation}
            />
            <Stat
              label="p by permutation"
              value={pValue(permutation.p)}
              note={`blocks of ${plural(permutation.block, "step")}`}
              info={about.permutation}
            />
            <Stat
              label="Sign hit rate"
              value={percent(strategy.hitRate, 1)}
              note={interval ? `95%: ${percent(interval[0], 1)} to ${percent(interval[1], 1)}` : undefined}
              info={about.hitRate}
            />
          </>
        ) : null}
      </StatStrip>
      {empty > 0 ? (
        <Caution>
          {name} takes few distinct values: {count(empty)} of {count(buckets.length)} groups {empty === 1 ? "is" : "are"} empty.
        </Caution>
      ) : null}
      <BarChart
        title="Quantile returns"
        subtitle={`mean log return over the next ${plural(horizon ?? Number.NaN, "step")} by the factor's value, %`}
        exportName="quantile-returns"
        category="Quantile"
        categories={categories}
        series={series}
        unit="%"
        digits={3}
        bySign
        footer="Quantiles use the whole sample: descriptive, not tradable."
      />
      <FactorChart run={run} factor={factor} />
    </>
  );
}
