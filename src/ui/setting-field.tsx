import { limitsOf, type Setting } from "../../workers/runtime/schema";
import { NumberField, type NumberFieldProps } from "./number-field.tsx";

export interface SettingFieldProps extends Omit<NumberFieldProps, "label" | "minValue" | "maxValue"> {
  /** The setting's schema, which has label, unit and limits. */
  setting: Setting;
  /** Overrides the schema's label. */
  label?: string;
  /** The value is stored as percent, although the setting is a fraction. */
  keptAsPercent?: boolean;
}

/** Removes rounding errors of the factor of a hundred: 0.07 is 7, not 7.000000000000001. */
const cleaned = (value: number) => Number(value.toPrecision(12));
const times = (factor: number, value: number | null | undefined) => (value == null ? value : cleaned(factor * value));

/** A numeric setting of a schema. Fractions are entered and shown as percent. */
export function SettingField({ setting, label, unit, step, value, onChange, keptAsPercent = false, ...rest }: SettingFieldProps) {
  const limits = limitsOf(setting);
  const share = limits.unit === "%";
  const scale = share && !keptAsPercent ? 100 : 1;
  return (
    <NumberField
      {...rest}
      label={label ?? limits.label}
      unit={unit ?? limits.unit}
      step={step ?? (limits.whole ? 1 : undefined)}
      minValue={times(share ? 100 : 1, limits.minValue) ?? undefined}
      maxValue={times(share ? 100 : 1, limits.maxValue) ?? undefined}
      value={times(scale, value) ?? null}
      onChange={(next) => onChange(times(1 / scale, next) ?? null)}
    />
  );
}
