import type { ReactNode } from "react";
import { METHODS, riskEntries, SCHEMES, SIMPLE_KINDS } from "../../../workers/risk/schema";
import { UnitSelect } from "../../analysis/data/value-fields.tsx";
import { ResamplesField } from "../../analysis/intervals/resamples-field.tsx";
import { FiguresAsField } from "../../analysis/programs/figures-as.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { type ChangeSettings, CONFIDENCE_LEVELS, type RiskSettings, TIMEFRAME_OPTIONS, timeframeField } from "./settings";

interface SettingsTabProps {
  settings: RiskSettings;
  change: ChangeSettings;
  reset: () => void;
  /** Steps per year by default. */
  usualPerYear: number;
  /** The export button or menu, possibly disabled. */
  exportMenu: ReactNode;
  onClear: (() => void) | null;
}

const GRID = "grid items-start gap-3 @min-[560px]:grid-cols-2";

/** All parameters of the computation. They apply to the next run. */
export function SettingsTab({ settings, change, reset, usualPerYear, exportMenu, onClear }: SettingsTabProps) {
  return (
    <div data-report="none" className="@container flex flex-col gap-4">
      <Panel title="Risk calculation">
        <div className={GRID}>
          <Select
            label="Confidence Level"
            value={settings.confidenceLevel}
            options={CONFIDENCE_LEVELS}
            onChange={(confidenceLevel) => change({ confidenceLevel })}
          />
          <SettingField
            setting={riskEntries.lookbackPeriod}
            value={settings.lookbackPeriod}
            onChange={(lookbackPeriod) => change({ lookbackPeriod })}
            hint="Latest returns used for value at risk and expected shortfall, and the window of the backtest."
          />
          <Select
            label="Risk Calculation Method"
            value={settings.method}
            options={METHODS}
            onChange={(method) => change({ method })}
            hint="Method of the headline and backtested value at risk. All methods are listed."
          />
          <DefaultTimeframe settings={settings} change={change} />
        </div>
      </Panel>
      <Panel
        title="Alerts"
        note="in the notification center"
        footer="Prospect computes on this device only: alerts are raised only while this screen is open."
      >
        <div className="flex flex-col gap-1">
          <Alert name="Daily Risk Report" on={settings.dailyReport} onChange={(dailyReport) => change({ dailyReport })}>
            Analyzes the portfolio once on each day this screen is open.
          </Alert>
          <Alert name="Risk Threshold Alerts" on={settings.thresholdAlerts} onChange={(thresholdAlerts) => change({ thresholdAlerts })}>
            When the drawdown or value at risk exceeds its limit.
          </Alert>
          <Alert
            name="Portfolio Rebalancing Notifications"
            on={settings.rebalancingAlerts}
            onChange={(rebalancingAlerts) => change({ rebalancingAlerts })}
          >
            When weights in Risk Metrics have drifted by 5 percentage points or more over the lookback period.
          </Alert>
        </div>
      </Panel>
      <Conventions settings={settings} change={change} usualPerYear={usualPerYear} />
      <Panel title="Export and clear" note="data fields and results">
        <div className="flex flex-wrap gap-2">
          {exportMenu}
          <Button kind="danger" isDisabled={onClear === null} onPress={() => onClear?.()}>
            Clear
          </Button>
          <Button kind="quiet" onPress={reset}>
            Reset to defaults
          </Button>
        </div>
      </Panel>
    </div>
  );
}

function DefaultTimeframe({ settings, change }: Pick<SettingsTabProps, "settings" | "change">) {
  const { shown, allData, choose, setAllData } = timeframeField(settings);
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Default Timeframe"
        // With all data in use no timeframe is selected, so that choosing the current one is a change.
        value={allData ? null : shown}
        placeholder={TIMEFRAME_OPTIONS.find(({ value }) => value === shown)?.label}
        options={TIMEFRAME_OPTIONS}
        onChange={(chosen) => change(choose(chosen))}
        hint="Drawdowns and performance use the latest values within it, unless all data is used."
      />
      <Checkbox checked={allData} onChange={(all) => change(setAllData(all))}>
        All data
      </Checkbox>
    </div>
  );
}

/** Input type, and random draws. */
function Conventions({ settings, change, usualPerYear }: Pick<SettingsTabProps, "settings" | "change" | "usualPerYear">) {
  return (
    <Panel title="Conventions">
      <div className={GRID}>
        <Select label="Input type" value={settings.kind} options={SIMPLE_KINDS} onChange={(kind) => change({ kind })} />
        {settings.kind === "values" ? null : <UnitSelect unit={settings.returnUnit} choose={(returnUnit) => change({ returnUnit })} />}
        <SettingField
          setting={riskEntries.riskFree}
          keptAsPercent
          value={settings.riskFree}
          onChange={(riskFree) => change({ riskFree })}
          step={0.1}
          hint="Per year; for excess-return ratios."
        />
        <SettingField
          setting={riskEntries.perYear}
          value={settings.perYear ?? usualPerYear}
          onChange={(perYear) => change({ perYear })}
          hint="Empty: as in Settings, 252 by default."
        />
        <SettingField
          setting={riskEntries.seed}
          value={settings.seed}
          onChange={(seed) => change({ seed })}
          hint="For simulation and bootstrap."
        />
        <SettingField setting={riskEntries.draws} value={settings.draws} onChange={(draws) => change({ draws })} />
        <ResamplesField value={settings.iterations} onChange={(iterations) => change({ iterations })} />
        <FiguresAsField hint="Definitions of another program for the headline figures; also in Settings." />
        <Select label="Bootstrap scheme" value={settings.scheme} options={SCHEMES} onChange={(scheme) => change({ scheme })} />
      </div>
    </Panel>
  );
}

interface AlertProps {
  name: string;
  on: boolean;
  onChange: (on: boolean) => void;
  /** When the report is created. */
  children: ReactNode;
}

function Alert({ name, on, onChange, children }: AlertProps) {
  return (
    <Checkbox checked={on} onChange={onChange}>
      <span>
        {name}
        <span className="block text-muted text-small">{children}</span>
      </span>
    </Checkbox>
  );
}
