import { factorEntries } from "../../../workers/factors/schema";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SettingField, type SettingFieldProps } from "../../ui/setting-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type AlphaSettings, type ChangeSettings, CONSTANTS, listed } from "./settings";

const STEPS = "Whole numbers of steps, comma-separated";

const { momentumPeriods: _, horizons: __, annualization: perYear, ...numbers } = factorEntries;
const SETTINGS = { ...numbers, perYear };
type Row =
  | ({ name: keyof typeof SETTINGS } & Pick<SettingFieldProps, "label" | "step" | "unit" | "hint">)
  | { name: "momentumPeriods" | "horizons"; label: string };

const FACTORS: readonly Row[] = [
  { name: "lookback", hint: "Window of the z-score" },
  { name: "volatilityWindow" },
  { name: "momentumPeriods", label: "Momentum periods" },
  { name: "volumeWindow" },
  { name: "newsHalfLife", step: 0.5 },
  { name: "fewestPoints" },
  { name: "chartPoints" },
  { name: "perYear", label: "Annualization", unit: "steps per year" },
];

const TESTS: readonly Row[] = [
  { name: "horizon", hint: "Forward return horizon, in steps" },
  { name: "horizons", label: "IC decay horizons" },
  { name: "window", hint: "Pairs per information coefficient of a single series" },
  { name: "buckets" },
  { name: "correlationThreshold", step: 0.05, hint: "Of two factors correlated above this, one is dropped" },
  { name: "permutations" },
  { name: "seed", hint: "The same seed reproduces the result exactly" },
];

interface SettingsTabProps {
  settings: AlphaSettings;
  change: ChangeSettings;
  /** Steps per year by default. */
  usualPerYear: number;
}

const stepsError = (text: string): string | null => {
  const steps = listed(text);
  return steps.length > 0 && steps.every((step) => Number.isInteger(step) && step > 0) ? null : STEPS;
};

/** All constants used by the factors and their tests. They apply to the next run. */
export function SettingsTab({ settings, change, usualPerYear }: SettingsTabProps) {
  const same = Object.entries(CONSTANTS).every(([name, value]) => settings[name as keyof typeof CONSTANTS] === value);
  const fields = (rows: readonly Row[]) => (
    <div className="grid items-start gap-3 @min-[560px]:grid-cols-2">
      {rows.map((row) => {
        if (row.name === "momentumPeriods" || row.name === "horizons") {
          const { name, label } = row;
          const text = settings[name];
          return (
            <TextField
              key={name}
              label={label}
              value={text}
              onChange={(next) => change({ [name]: next })}
              hint={STEPS}
              error={stepsError(text)}
            />
          );
        }
        const { name, ...rest } = row;
        const value = name === "perYear" ? (settings.perYear ?? usualPerYear) : settings[name];
        return <SettingField key={name} {...rest} setting={SETTINGS[name]} value={value} onChange={(next) => change({ [name]: next })} />;
      })}
    </div>
  );
  return (
    <div data-report="none" className="@container flex flex-col gap-4">
      <Panel
        title="Factors"
        actions={
          <Button size="small" isDisabled={same} onPress={() => change(CONSTANTS)}>
            Reset to defaults
          </Button>
        }
      >
        {fields(FACTORS)}
      </Panel>
      <Panel title="Tests">{fields(TESTS)}</Panel>
    </div>
  );
}
