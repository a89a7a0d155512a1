import {
  behaviorEntries,
  DISTRIBUTION_LABEL,
  forecastEntries,
  MEANS,
  meanLagsSetting,
  optionEntries,
  PRE_SAMPLE_NAMES,
} from "../../../workers/volatility/schema";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { ALL_DISTRIBUTIONS, canTarget, type GarchSettings, VARIANCE_CHOICES } from "./settings";

const PRE_SAMPLES = [
  { value: "sample", label: PRE_SAMPLE_NAMES.sample, note: "the published benchmark, fGarch, rugarch" },
  { value: "ewma75", label: PRE_SAMPLE_NAMES.ewma75, note: "Python arch" },
] as const;
const TOLERANCES = [
  { value: "1e-6", label: "1e-6" },
  { value: "1e-8", label: "1e-8" },
  { value: "1e-10", label: "1e-10 (default)" },
  { value: "1e-12", label: "1e-12" },
] as const;
type Tolerance = (typeof TOLERANCES)[number]["value"];

const toleranceOf = (value: number): Tolerance => TOLERANCES.find((option) => Number(option.value) === value)?.value ?? "1e-10";

export interface SettingsTabProps {
  settings: GarchSettings;
  /** Steps per year by the user's settings. */
  usual: number;
  change: (changes: Partial<GarchSettings>) => void;
  reset: () => void;
}

const GRID = "grid gap-3 @min-[560px]:grid-cols-2";

/** Expert settings: conventions, starting values, optimizer, annualization. They apply to the next run. */
export function SettingsTab({ settings, usual, change, reset }: SettingsTabProps) {
  return (
    <div data-report="none" className="@container flex flex-col gap-4">
      <Panel title="Variance and mean" note="in addition to the orders in the form">
        <div className={GRID}>
          <Select label="Variance" value={settings.variance} options={VARIANCE_CHOICES} onChange={(variance) => change({ variance })} />
          <Select
            label={DISTRIBUTION_LABEL}
            value={settings.distribution}
            options={ALL_DISTRIBUTIONS}
            onChange={(distribution) => change({ distribution })}
          />
          <Select label="Mean" value={settings.mean} options={MEANS} onChange={(mean) => change({ mean })} />
          {settings.mean === "ar" ? (
            <SettingField setting={meanLagsSetting} value={settings.meanLags} onChange={(meanLags) => change({ meanLags })} />
          ) : null}
          {canTarget(settings.variance) ? (
            <Checkbox checked={settings.targeting} onChange={(targeting) => change({ targeting })}>
              Variance targeting
            </Checkbox>
          ) : null}
        </div>
      </Panel>
      <Panel title="Convention" note="where packages differ most">
        <div className={GRID}>
          <Select
            label="Pre-sample variance"
            value={settings.preSample}
            options={PRE_SAMPLES}
            onChange={(preSample) => change({ preSample })}
            hint="Determines which package the results match."
          />
          <SettingField
            setting={forecastEntries.annualization}
            value={settings.annualization ?? usual}
            onChange={(annualization) => change({ annualization })}
            hint="252 trading days, 365 calendar days, 52 weeks, 12 months. Empty: as in Settings."
          />
        </div>
      </Panel>
      <OptimizerPanel settings={settings} change={change} />
      <Panel title="Reference point" note="of the behavioral block">
        <div className={GRID}>
          <SettingField
            setting={behaviorEntries.referenceWindow}
            value={settings.referenceWindow}
            onChange={(referenceWindow) => change({ referenceWindow })}
            hint="Gains and losses relative to the mean return over this many prior steps; 0: relative to zero."
          />
        </div>
      </Panel>
      <Panel title="Fixed settings" note="not editable here">
        <FactList
          label="Fixed settings"
          facts={[
            { name: "Minimum data points", value: "100 (under 500 with a caution)" },
            { name: "File size", value: "no limit; a note over 10 MB" },
          ]}
        />
      </Panel>
      <div>
        <Button onPress={reset}>Reset to defaults</Button>
      </div>
    </div>
  );
}

function OptimizerPanel({ settings, change }: Pick<SettingsTabProps, "settings" | "change">) {
  return (
    <Panel title="Optimizer" note="Fisher scoring, then Newton, from two starts">
      <div className={GRID}>
        <SettingField
          setting={optionEntries.nuStart}
          value={settings.nuStart}
          onChange={(nuStart) => change({ nuStart })}
          step={0.5}
          hint="Default: from the kurtosis of the series."
        />
        <SettingField
          setting={optionEntries.lambdaStart}
          value={settings.lambdaStart}
          onChange={(lambdaStart) => change({ lambdaStart: lambdaStart ?? 0 })}
          step={0.05}
        />
        <Select
          label="Tolerance"
          value={toleranceOf(settings.tolerance)}
          options={TOLERANCES}
          onChange={(tolerance) => change({ tolerance: Number(tolerance) })}
          hint="Stopping rule: twice the predicted gain in log-likelihood."
        />
        <SettingField
          setting={optionEntries.maxIterations}
          value={settings.maxIterations}
          onChange={(maxIterations) => change({ maxIterations })}
        />
      </div>
    </Panel>
  );
}
