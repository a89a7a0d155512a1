import { NumberField, type NumberFieldProps } from "../ui/number-field.tsx";

export interface PercentFieldProps extends Omit<NumberFieldProps, "value" | "onChange" | "unit"> {
  /** A fraction of one; null = empty. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Without the dust of multiplying by a hundred: 0.07 is 7 and not 7.000000000000001. */
const cleaned = (value: number) => Number(value.toPrecision(12));

/** A share that is kept as a fraction of one and shown as percent. */
export const PercentField = ({ value, onChange, ...rest }: PercentFieldProps) => (
  <NumberField
    {...rest}
    unit="%"
    value={value === null ? null : cleaned(100 * value)}
    onChange={(next) => onChange(next === null ? null : cleaned(next / 100))}
  />
);
