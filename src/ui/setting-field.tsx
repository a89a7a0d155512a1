import { limitsOf, type Setting } from "../../workers/runtime/schema";
import { NumberField, type NumberFieldProps } from "./number-field.tsx";

export interface SettingFieldProps extends Omit<NumberFieldProps, "label" | "minValue" | "maxValue"> {
  /** The setting's own schema: label, unit and limits are its. */
  setting: Setting;
  /** Where the screen calls it by a name of its own. */
  label?: string;
  /** The value is kept as percent, though the setting is a fraction. */
  keptAsPercent?: boolean;
}

/** Without the dust of multiplying by a hundred: 0.07 is 7 and not 7.000000000000001. */
const cleaned = (value: number) => Number(value.toPrecision(12));
const times = (factor: number, value: number | null | undefined) => (value == null ? value : cleaned(factor * value));

/** A number of a schema. A share is a fraction of one, entered and shown as percent. */
export function SettingField({ setting, label, unit, step, value, onChange, keptAsPercent = false, ...rest }: SettingFieldProps) {
  const told = limitsOf(setting);
  const share = told.unit === "%";
  const scale = share && !keptAsPercent ? 100 : 1;
  return (
    <NumberField
      {...rest}
      label={label ?? told.label}
      unit={unit ?? told.unit}
      step={step ?? (told.whole ? 1 : undefined)}
      minValue={times(share ? 100 : 1, told.minValue) ?? undefined}
      maxValue={times(share ? 100 : 1, told.maxValue) ?? undefined}
      value={times(scale, value) ?? null}
      onChange={(next) => onChange(times(1 / scale, next) ?? null)}
    />
  );
}
