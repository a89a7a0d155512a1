import { Button } from "../../ui/button.tsx";
import { NumberField, type NumberFieldProps } from "../../ui/number-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type AlphaSettings, type ChangeSettings, CONSTANTS, listed } from "./settings";

const STEPS = "Whole numbers of steps, between commas";

type NumberName = { [Name in keyof typeof CONSTANTS]: AlphaSettings[Name] extends number | null ? Name : never }[keyof typeof CONSTANTS];
type Row =
  | ({ kind: "number"; name: NumberName } & Pick<NumberFieldProps, "label" | "minValue" | "maxValue" | "step" | "unit" | "hint">)
  | { kind: "steps"; name: "momentumPeriods" | "horizons"; label: string };

const FACTORS: readonly Row[] = [
  { kind: "number", name: "lookback", label: "Lookback", minValue: 20, unit: "steps", hint: "Values a z-score looks back over" },
  { kind: "number", name: "volatilityWindow", label: "Volatility window", minValue: 2, unit: "steps" },
  { kind: "steps", name: "momentumPeriods", label: "Momentum periods" },
  { kind: "number", name: "volumeWindow", label: "Volume window", minValue: 2, unit: "steps" },
  { kind: "number", name: "newsHalfLife", label: "Half-life of news", minValue: 0.1, step: 0.5, unit: "steps" },
  { kind: "number", name: "fewestPoints", label: "Minimum data points", minValue: 2 },
  { kind: "number", name: "chartPoints", label: "Points of the performance chart", minValue: 2, maxValue: 5000 },
  { kind: "number", name: "perYear", label: "Annualization", minValue: 1, unit: "steps a year" },
];

const TESTS: readonly Row[] = [
  {
    kind: "number",
    name: "horizon",
    label: "Horizon",
    minValue: 1,
    unit: "steps",
    hint: "What the factors are tested on: the return over as many next steps",
  },
  { kind: "steps", name: "horizons", label: "Horizons of the decay" },
  {
    kind: "number",
    name: "window",
    label: "IC window",
    minValue: 5,
    unit: "steps",
    hint: "Pairs per information coefficient of a single series",
  },
  { kind: "number", name: "buckets", label: "Quantiles", minValue: 2, maxValue: 100 },
  {
    kind: "number",
    name: "correlationThreshold",
    label: "Correlation threshold",
    minValue: 0.01,
    maxValue: 1,
    step: 0.05,
    hint: "Of two factors more alike than this, one is pruned",
  },
  { kind: "number", name: "permutations", label: "Permutations", minValue: 1, maxValue: 100_000 },
  { kind: "number", name: "seed", label: "Seed", minValue: 0, hint: "The same seed gives the same result, to the bit" },
];

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
  const fields = (rows: readonly Row[]) => (
    <div className="grid items-start gap-3 @min-[560px]:grid-cols-2">
      {rows.map((row) => {
        if (row.kind === "steps") {
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
        const { kind: _, name, ...rest } = row;
        const value = name === "perYear" ? (settings.perYear ?? usualPerYear) : settings[name];
        return <NumberField key={name} {...rest} value={value} onChange={(next) => change({ [name]: next })} />;
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
