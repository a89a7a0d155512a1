import { memo } from "react";
import { FORECAST_METHODS } from "../../../workers/volatility/choices-schema";
import { forecastEntries } from "../../../workers/volatility/schema";
import { count, day, fixed, inUnit, percent, significant } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { ForecastChart } from "./forecast-chart.tsx";
import { aheadProvenance } from "./forecast-provenance";
import { type GarchSettings, methodOf } from "./settings";
import type { ForecastValue, GarchControl, GarchRun } from "./use-garch";

const TABLE_STEPS = [1, 5, 10, 21, 42, 63, 126, 252];

interface ForecastTabProps {
  run: GarchRun;
  garch: GarchControl;
  settings: GarchSettings;
  change: (changes: Partial<GarchSettings>) => void;
}

const horizonColumns = (show: (value: number, digits?: number) => string): TableColumn<HorizonRow>[] => [
  { id: "step", header: "Step", cell: ({ step }) => count(step) },
  { id: "date", header: "Date", cell: ({ date }) => date },
  { id: "volatility", header: "Volatility", matters: true, cell: ({ volatility }) => show(volatility) },
  { id: "band", header: "95% band", matters: true, cell: ({ lower, upper }) => `${show(lower)} to ${show(upper)}` },
  { id: "annualized", header: "Annualized", matters: true, cell: ({ annualized }) => show(annualized, 2) },
  { id: "cumulative", header: "Cumulative", cell: ({ cumulative }) => show(cumulative, 2) },
];

/** Horizon and method; then the fan chart, figures by horizon, and value at risk. */
export function ForecastTab({ run, garch, settings, change }: ForecastTabProps) {
  const { value, failure, progress } = garch.forecast;
  const again = () => garch.predict(run, settings);
  return (
    <>
      <Panel title="Forecast settings" note="simulated bands, from the fitted distribution or residuals">
        <div className="grid grid-cols-2 items-end gap-2.5 @min-[680px]:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
          <SettingField setting={forecastEntries.horizon} value={settings.horizon} onChange={(horizon) => change({ horizon })} />
          <Select
            label="Method"
            value={methodOf(settings.method, run.value.fit.model)}
            options={FORECAST_METHODS.filter(({ value }) => methodOf(value, run.value.fit.model) === value)}
            onChange={(method) => change({ method })}
          />
          <SettingField setting={forecastEntries.paths} value={settings.paths} onChange={(paths) => change({ paths })} />
          <SettingField setting={forecastEntries.seed} value={settings.seed} onChange={(seed) => change({ seed })} />
          <Button onPress={again} busy={progress !== null}>
            Update forecast
          </Button>
        </div>
      </Panel>
      {progress ? <ProgressBar label={progress.label || "Forecasting"} fraction={progress.fraction} onCancel={garch.cancel} /> : null}
      <FailureBox failure={failure} />
      {value ? <Forecast run={run} forecast={value} /> : null}
    </>
  );
}

interface HorizonRow {
  step: number;
  date: string;
  volatility: number;
  annualized: number;
  lower: number;
  upper: number;
  cumulative: number;
}

interface ForecastProps {
  run: GarchRun;
  forecast: ForecastValue;
}

const Forecast = memo(function Forecast({ run, forecast }: ForecastProps) {
  const { unit } = run;
  const save = () => void import("./exports.tsx").then(({ saveForecast }) => saveForecast(run, forecast));
  const show = (value: number, digits = 3) => inUnit(fixed(value, digits), unit);
  const band = forecast.volatilityBands.find(({ level }) => level === 0.95) ?? forecast.volatilityBands[0];
  const steps = [...new Set([...TABLE_STEPS.filter((step) => step < forecast.horizon), forecast.horizon])];
  const rows: HorizonRow[] = steps.map((step) => ({
    step,
    date: forecast.times ? day(forecast.times[step - 1]) : "–",
    volatility: forecast.volatility[step - 1],
    annualized: forecast.annualizedVolatility[step - 1],
    lower: band.lower[step - 1],
    upper: band.upper[step - 1],
    cumulative: Math.sqrt(forecast.cumulativeVariance[step - 1]),
  }));
  const settings = [
    ["Method", forecast.method],
    ["Paths", count(forecast.paths)],
    ["Seed", String(forecast.seed)],
    ["Annualization", `√${forecast.annualization}`],
  ] as const;
  const last = rows[rows.length - 1];
  return (
    <>
      <StatStrip label="Key figures of the forecast">
        <Stat
          label="Next step"
          value={fixed(forecast.volatility[0], 3)}
          unit={unit}
          note={`95%: ${show(band.lower[0])} to ${show(band.upper[0])}`}
          info={{
            title: "Volatility of the next step",
            formula: "√h[T+1], given the parameters; the band is parameter uncertainty: exp(ln h ± 1.96 se), delta method",
            settings,
            source: "Bollerslev (1986)",
          }}
        />
        <Stat
          label={`Step ${forecast.horizon}`}
          value={fixed(last.volatility, 3)}
          unit={unit}
          note={`95%: ${show(last.lower)} to ${show(last.upper)}`}
          info={{
            title: `Volatility ${forecast.horizon} steps ahead`,
            ...aheadProvenance(run.value.fit.model.variance),
            settings,
          }}
        />
        <Stat
          label="Annualized"
          value={fixed(last.annualized, 2)}
          unit={unit}
          note={`at step ${forecast.horizon}, √${forecast.annualization}`}
          info={{ title: "Annualized volatility", formula: "σ · √N", settings }}
        />
        {forecast.valueAtRisk.map(({ probability, loss }) => (
          <Stat
            key={probability}
            label={`VaR, ${percent(1 - probability, 0)}`}
            value={fixed(loss, 3)}
            unit={unit}
            note="loss in the next step"
            info={{
              title: "Value at Risk of the next step",
              formula: "−(μ + σ[T+1] q(p)), q the quantile of the fitted density",
              settings: [...settings, ["Probability p", significant(probability, 2)]],
            }}
          />
        ))}
      </StatStrip>
      <ForecastChart run={run} forecast={forecast} what="volatility" />
      <Panel title="Horizons" note="95% bands of volatility per step" actions={<ExportButton onPress={save} />} flush>
        <DataTable label="Forecast horizons" columns={horizonColumns(show)} rows={rows} rowKey={({ step }) => step} />
      </Panel>
      <ForecastChart run={run} forecast={forecast} what="returns" />
    </>
  );
});

const ExportButton = ({ onPress }: { onPress: () => void }) => (
  <Button size="small" kind="quiet" onPress={onPress}>
    <TableFormatName />
  </Button>
);
