import { useMemo } from "react";
import { printedAs } from "../../analysis/programs/printed-as.tsx";
import { useByProgram } from "../../analysis/programs/use-by-program";
import type { ProgramQuestion } from "../../analysis/programs/wealth-question";
import { DonutChart, type DonutSlice } from "../../charts/donut-chart.tsx";
import { regimeColor, regimeMark } from "../../charts/regime-colors";
import { count, day, fixed, percent } from "../../lib/format.ts";
import { Direction } from "../../ui/direction.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { MarkovRun } from "./use-markov";

const NO_DATES = "not available: needs a Date column";

const known = (show: (value: number) => string) => (value: number | null) => (value === null ? "not available" : show(value));
const share = known((value) => percent(value, 2));
const ratio = known((value) => fixed(value, 3));

/** Input for other programs' figures of the series the model was fitted to. */
const questionOf = ({ column: { values }, value: { kind }, series: { times }, scale, perYear, riskFree }: MarkovRun): ProgramQuestion => ({
  values,
  kind: kind === "returns" ? "returns" : "values",
  unit: scale === 1 ? "fraction" : "percent",
  times,
  perYear,
  riskFree,
  lookbackPeriod: values.length - 1,
});

/** The current regime, and six figures of the series. */
export function KeyFigures({ run }: { run: MarkovRun }) {
  const { value: fitted, series, perYear } = run;
  const { metrics, regimes, caption } = fitted;
  const about = provenanceOf(run);
  const by = useByProgram(useMemo(() => questionOf(run), [run]));
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
  const volatility = { value: metrics.annualized_volatility, note: `per year, ${count(perYear)} steps` };
  const sharpe = { value: metrics.sharpe_ratio, note: `per year, rf ${percent(run.riskFree, 1)}` };
  const drawdown = { value: metrics.max_drawdown, note: "from a peak" };
  const last = times ? `at the close of ${day(times[length - 1])}` : "at the last value";
  return (
    <>
      <StatStrip label="Key figures of the series">
        <Stat label="Volatility" {...printedAs(by, "volatility", share, volatility, about.volatility)} />
        <Stat label="Price Change" value={share(metrics.price_change)} note="first to last value" info={about.change} />
        <Stat label="Sharpe Ratio" {...printedAs(by, "sharpe", ratio, sharpe, about.sharpe)} />
        <Stat label="Max Drawdown" {...printedAs(by, "maxDrawdown", share, drawdown, about.drawdown)} />
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
