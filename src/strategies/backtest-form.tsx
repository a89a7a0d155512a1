import { memo, Suspense } from "react";
import { getDefault } from "valibot";
import { backtestEntries } from "../../workers/backtest/schema";
import type { Series } from "../../workers/contract";
import { fitEntries } from "../../workers/regimes/schema";
import { ResamplesField } from "../analysis/intervals/resamples-field.tsx";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { RailSection } from "../ui/panel.tsx";
import { Select } from "../ui/select.tsx";
import { SettingField } from "../ui/setting-field.tsx";
import { chosenAssets, tradableColumns } from "./backtest-input";
import type { BacktestSettings } from "./backtest-settings";
import { BenchmarkSelect } from "./benchmark-select.tsx";
import { spanOf } from "./dates";
import { amountField, OrderFields } from "./order-fields.tsx";

// Loaded separately: the calendar is as large as the rest of a screen.
const AssetsPicker = deferred(async () => (await import("./assets-picker.tsx")).AssetsPicker);
const DateRange = deferred(async () => (await import("./date-range.tsx")).DateRange);

interface BacktestFormProps {
  settings: BacktestSettings;
  change: (changes: Partial<BacktestSettings>) => void;
  series: Series | null;
  annualization: number;
}

const ADJUSTMENT = [
  { value: "enabled", label: "Enabled", note: "positions shrink under loss-aversion pressure" },
  { value: "disabled", label: "Disabled" },
] as const;
const TRADED = [
  { value: "one", label: "One column" },
  { value: "several", label: "Several assets", note: "with shared cash, at their closes" },
] as const;
const REGIMES = [
  { value: "none", label: "Not split" },
  { value: "2", label: "2 regimes", note: "Bull and Bear in the traded prices" },
  { value: "3", label: "3 regimes" },
  { value: "4", label: "4 regimes" },
] as const;
const TWO = "grid grid-cols-2 gap-2.5";

/** Inputs of a backtest besides data and strategy. */
export const BacktestForm = memo(function BacktestForm({ settings, change, series, annualization }: BacktestFormProps) {
  const field = amountField(settings, change);
  const span = spanOf(series);
  const whole = span !== null && span.startDate === settings.startDate && span.endDate === settings.endDate;
  const columns = series && series.columns.length > 1 ? series.columns : null;
  const tradable = series ? tradableColumns(series).map(({ name }) => name) : [];
  const several = settings.assets !== null && tradable.length > 1;
  const column = columns?.find(({ name }) => name === settings.column) ?? columns?.[series?.primary ?? 0];
  return (
    <RailSection
      title="Backtest"
      aside={
        span && !whole ? (
          <Button size="small" kind="quiet" onPress={() => change(span)}>
            All dates
          </Button>
        ) : null
      }
    >
      <Suspense fallback={<div className="h-[52px]" />}>
        <DateRange settings={settings} change={change} />
      </Suspense>
      <SettingField {...field("initialCapital")} />
      <div className={TWO}>
        <SettingField {...field("transactionCosts")} step={0.01} />
        <SettingField {...field("slippage")} step={0.01} />
      </div>
      <Select
        label="Behavioral Adjustment"
        value={settings.behavioralAdjustment ? "enabled" : "disabled"}
        options={ADJUSTMENT}
        onChange={(choice) => change({ behavioralAdjustment: choice === "enabled" })}
      />
      <BenchmarkSelect
        value={settings.benchmark}
        onChange={(benchmark) => change({ benchmark })}
        own={series?.hash ?? null}
        without={{ label: "Buy and hold", note: "the traded asset, bought and held" }}
      />
      <Select
        label="Performance by regime"
        value={settings.regimes ? `${settings.regimes.states}` : "none"}
        options={REGIMES}
        onChange={(states) =>
          change({ regimes: states === "none" ? null : { seed: getDefault(fitEntries.seed), ...settings.regimes, states: Number(states) } })
        }
      />
      {tradable.length > 1 ? (
        <Select
          label="Traded"
          value={several ? "several" : "one"}
          options={TRADED}
          onChange={(next) => change({ assets: next === "several" ? tradable : null })}
        />
      ) : null}
      {several && series ? (
        <Suspense fallback={<div className="h-40" />}>
          <AssetsPicker
            names={tradable}
            chosen={chosenAssets(series, settings.assets ?? []).map(({ name }) => name)}
            allocation={settings.allocation}
            change={change}
          />
        </Suspense>
      ) : columns && column ? (
        <Select
          label="Column traded"
          value={column.name}
          options={columns.map(({ name }) => ({ value: name, label: name }))}
          onChange={(next) => change({ column: next })}
        />
      ) : null}
      <OrderSettings settings={settings} change={change} annualization={annualization} />
    </RailSection>
  );
});

/** Direction, fills, sizes and conventions, for advanced users. */
function OrderSettings({ settings, change, annualization }: Pick<BacktestFormProps, "settings" | "change" | "annualization">) {
  return (
    <Disclosure title="Orders and performance">
      <div className="flex flex-col gap-2.5">
        <OrderFields settings={settings} change={change}>
          <SettingField
            setting={backtestEntries.riskFree}
            value={settings.riskFree}
            onChange={(riskFree) => change({ riskFree })}
            step={0.1}
          />
          <SettingField
            setting={backtestEntries.periodsPerYear}
            value={settings.annualization ?? annualization}
            onChange={(next) => change({ annualization: next })}
          />
        </OrderFields>
        <ResamplesField value={settings.resamples} onChange={(resamples) => change({ resamples })} />
      </div>
    </Disclosure>
  );
}
