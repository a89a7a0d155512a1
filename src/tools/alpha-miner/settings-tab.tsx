import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type AlphaSettings, type ChangeSettings, CONSTANTS, listed } from "./settings";

const GRID = "grid items-start gap-3 @min-[560px]:grid-cols-2";
const STEPS = "Whole numbers of steps, between commas";

interface SettingsTabProps {
  settings: AlphaSettings;
  change: ChangeSettings;
  /** Steps per year that hold while none are set. */
  usualPerYear: number;
}

const stepsError = (text: string): string | null => {
  const steps = listed(text);
  return steps.length > 0 && steps.every((step) => Number.isInteger(step) && step > 0) ? null : STEPS;
};

/** Every constant the factors and their tests go by. The next run uses them. */
export function SettingsTab({ settings, change, usualPerYear }: SettingsTabProps) {
  const same = Object.entries(CONSTANTS).every(([name, value]) => settings[name as keyof typeof CONSTANTS] === value);
  return (
    <div className="@container flex flex-col gap-4">
      <Panel
        title="Factors"
        actions={
          <Button size="small" isDisabled={same} onPress={() => change(CONSTANTS)}>
            Reset to defaults
          </Button>
        }
      >
        <div className={GRID}>
          <NumberField
            label="Lookback"
            value={settings.lookback}
            onChange={(lookback) => change({ lookback })}
            minValue={20}
            unit="steps"
            hint="Values a z-score looks back over"
          />
          <NumberField
            label="Volatility window"
            value={settings.volatilityWindow}
            onChange={(volatilityWindow) => change({ volatilityWindow })}
            minValue={2}
            unit="steps"
          />
          <TextField
            label="Momentum periods"
            value={settings.momentumPeriods}
            onChange={(momentumPeriods) => change({ momentumPeriods })}
            hint={STEPS}
            error={stepsError(settings.momentumPeriods)}
          />
          <NumberField
            label="Volume window"
            value={settings.volumeWindow}
            onChange={(volumeWindow) => change({ volumeWindow })}
            minValue={2}
            unit="steps"
          />
          <NumberField
            label="Half-life of news"
            value={settings.newsHalfLife}
            onChange={(newsHalfLife) => change({ newsHalfLife })}
            minValue={0.1}
            step={0.5}
            unit="steps"
          />
          <NumberField
            label="Minimum data points"
            value={settings.fewestPoints}
            onChange={(fewestPoints) => change({ fewestPoints })}
            minValue={2}
          />
          <NumberField
            label="Points of the performance chart"
            value={settings.chartPoints}
            onChange={(chartPoints) => change({ chartPoints })}
            minValue={2}
            maxValue={5000}
          />
          <NumberField
            label="Annualisation"
            value={settings.perYear ?? usualPerYear}
            onChange={(perYear) => change({ perYear })}
            minValue={1}
            unit="steps a year"
          />
        </div>
      </Panel>
      <Panel title="Tests">
        <div className={GRID}>
          <NumberField
            label="Horizon"
            value={settings.horizon}
            onChange={(horizon) => change({ horizon })}
            minValue={1}
            unit="steps"
            hint="What the factors are tested on: the return over as many next steps"
          />
          <TextField
            label="Horizons of the decay"
            value={settings.horizons}
            onChange={(horizons) => change({ horizons })}
            hint={STEPS}
            error={stepsError(settings.horizons)}
          />
          <NumberField
            label="IC window"
            value={settings.window}
            onChange={(window) => change({ window })}
            minValue={5}
            unit="steps"
            hint="Pairs per information coefficient of a single series"
          />
          <NumberField label="Quantiles" value={settings.buckets} onChange={(buckets) => change({ buckets })} minValue={2} maxValue={100} />
          <NumberField
            label="Correlation threshold"
            value={settings.correlationThreshold}
            onChange={(correlationThreshold) => change({ correlationThreshold })}
            minValue={0.01}
            maxValue={1}
            step={0.05}
            hint="Of two factors more alike than this, one is pruned"
          />
          <NumberField
            label="Permutations"
            value={settings.permutations}
            onChange={(permutations) => change({ permutations })}
            minValue={1}
            maxValue={100_000}
          />
          <NumberField
            label="Seed"
            value={settings.seed}
            onChange={(seed) => change({ seed })}
            minValue={0}
            hint="The same seed gives the same result, to the bit"
          />
        </div>
      </Panel>
    </div>
  );
}
