import { useMemo } from "react";
import { DonutChart, type DonutSlice } from "../../charts/donut-chart.tsx";
import { count, day, fixed, percent } from "../../lib/format.ts";
import { Direction } from "../../ui/direction.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import { regimeColor, regimeMark } from "./regime-colors";
import type { MarkovRun } from "./use-markov";

const NO_DATES = "not available: needs a Date column";

/** Which regime the series ended in, and the series itself in six figures. */
export function KeyFigures({ run }: { run: MarkovRun }) {
  const { value: fitted, series, perYear } = run;
  const { metrics, regimes, caption } = fitted;
  const about = provenanceOf(run);
  const slices = useMemo<DonutSlice[]>(
    () => regimes.map(({ label, probability }) => ({ key: label, label, value: 100 * probability, color: regimeColor(label) })),
    [regimes],
  );
  const { times, length } = series;
  const now = regimes.reduce((most, regime) => (regime.probability > most.probability ? regime : most));
  const facts = [
    { name: "Start Date", value: times ? day(times[0]) : NO_DATES },
    { name: "End Date", value: times ? day(times[length - 1]) : NO_DATES },
    { name: "Trading Days", value: count(metrics.trading_days) },
    { name: "Current regime", value: <Direction mark={regimeMark(now.label)}>{now.label}</Direction> },
    { name: "Expected duration", value: `${fixed(now.duration, 1)} steps` },
  ];
  const known = (value: number | null, show: (value: number) => string) => (value === null ? "not available" : show(value));
  const last = times ? `at the close of ${day(times[length - 1])}` : "at the last value";
  return (
    <>
      <StatStrip label="Key figures of the series">
        <Stat
          label="Volatility"
          value={known(metrics.annualized_volatility, (value) => percent(value, 2))}
          note={`per year, ${count(perYear)} steps`}
          info={about.volatility}
        />
        <Stat
          label="Price Change"
          value={known(metrics.price_change, (value) => percent(value, 2))}
          note="first to last value"
          info={about.change}
        />
        <Stat
          label="Sharpe Ratio"
          value={known(metrics.sharpe_ratio, (value) => fixed(value, 3))}
          note={`per year, rf ${percent(run.riskFree, 1)}`}
          info={about.sharpe}
        />
        <Stat
          label="Max Drawdown"
          value={known(metrics.max_drawdown, (value) => percent(value, 2))}
          note="from a peak"
          info={about.drawdown}
        />
      </StatStrip>
      <div className="@container">
        <div className="grid items-stretch gap-4 @min-[680px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <DonutChart
            title="Current Regime Probabilities"
            subtitle={last}
            exportName="regime-probabilities"
            part="Regime"
            measure="Probability"
            unit="%"
            slices={slices}
            height={132}
            footer={
              <span className="flex items-center justify-between gap-2">
                {caption}
                <InfoButton {...about.probabilities} />
              </span>
            }
          />
          <Panel title="Analysis Period" note={series.name} actions={<InfoButton {...about.period} />}>
            <FactList label="Analysis Period" facts={facts} />
          </Panel>
        </div>
      </div>
    </>
  );
}
