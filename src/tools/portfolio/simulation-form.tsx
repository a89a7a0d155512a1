import { memo } from "react";
import { accountEntries } from "../../../workers/backtest/account-schema";
import { FREQUENCIES, rebalanceEntries, TRIGGERS } from "../../../workers/portfolio/schema";
import { ResamplesField } from "../../analysis/intervals/resamples-field.tsx";
import { BenchmarkSelect } from "../../strategies/benchmark-select.tsx";
import { deferred } from "../../ui/deferred.ts";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { Slider } from "../../ui/slider.tsx";
import type { ChangeSettings, PortfolioSettings } from "./settings";

// Loaded separately: the calendar is as large as the rest of a screen.
const DateRange = deferred(async () => (await import("../../strategies/date-range.tsx")).DateRange);

const LEFT_ALONE = { label: "Buy and hold", note: "initial purchase, no further trades" };

interface FormProps {
  settings: PortfolioSettings;
  change: ChangeSettings;
  /** Shows first and last day: for the backtest. */
  dates: boolean;
  /** Hash of the assets' own dataset, which is not offered as benchmark. */
  own: string | null;
}

/** When to rebalance, and trading costs. */
export const SimulationForm = memo(function SimulationForm({ settings, change, dates, own }: FormProps) {
  return (
    <>
      {dates ? (
        <RailSection title="Backtest">
          <DateRange settings={settings} change={change} />
          <BenchmarkSelect value={settings.benchmark} onChange={(benchmark) => change({ benchmark })} own={own} without={LEFT_ALONE} />
        </RailSection>
      ) : null}
      <RailSection title="Rebalancing">
        <Select label="Frequency" value={settings.frequency} options={FREQUENCIES} onChange={(frequency) => change({ frequency })} />
        <Select label="Trigger" value={settings.trigger} options={TRIGGERS} onChange={(trigger) => change({ trigger })} />
        <Slider
          label="Threshold"
          value={settings.threshold}
          onChange={(threshold) => change({ threshold })}
          min={1}
          max={10}
          step={0.5}
          unit="%"
        />
        <Slider
          label="Max Turnover"
          value={settings.maxTurnover}
          onChange={(maxTurnover) => change({ maxTurnover })}
          min={5}
          max={50}
          step={5}
          unit="%"
        />
        {dates ? null : (
          <SettingField
            setting={rebalanceEntries.riskBudget}
            value={settings.riskBudget}
            onChange={(riskBudget) => change({ riskBudget })}
            step={0.01}
            hint="Annual volatility limit; reported, not enforced"
          />
        )}
      </RailSection>
      <RailSection title="Capital and costs">
        <SettingField
          setting={accountEntries.initialCapital}
          value={settings.initialCapital}
          onChange={(initialCapital) => change({ initialCapital })}
          step={10_000}
        />
        <div className="grid grid-cols-2 items-end gap-2.5">
          <SettingField
            setting={accountEntries.transactionCosts}
            value={settings.transactionCosts}
            onChange={(transactionCosts) => change({ transactionCosts })}
            step={0.01}
          />
          <SettingField
            setting={accountEntries.slippage}
            value={settings.slippage}
            onChange={(slippage) => change({ slippage })}
            step={0.01}
          />
        </div>
        {dates ? <ResamplesField value={settings.resamples} onChange={(resamples) => change({ resamples })} /> : null}
      </RailSection>
    </>
  );
});
