import { Slider as AriaSlider, Label, SliderThumb, SliderTrack } from "react-aria-components";
import { NumberField } from "./number-field.tsx";

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** Step of the number box, if finer than the slider's. */
  boxStep?: number;
  unit?: string;
  disabled?: boolean;
  className?: string;
}

/** A slider and a number box for the same value, so that dragging is never the only way. */
export function Slider({ label, value, onChange, min, max, step = 1, boxStep = step, unit, disabled, className = "" }: SliderProps) {
  const share = max > min ? (Math.min(max, Math.max(min, value)) - min) / (max - min) : 0;
  return (
    <div className={`grid grid-cols-[1fr_7.5rem] items-end gap-3 ${className}`}>
      <AriaSlider value={value} onChange={onChange} minValue={min} maxValue={max} step={step} isDisabled={disabled} className="group">
        <Label className="mb-1 block text-small text-muted">{label}</Label>
        <SliderTrack className="relative h-[30px] w-full cursor-default group-disabled:opacity-50">
          <div className="absolute top-1/2 h-[3px] w-full -translate-y-1/2 rounded-full bg-line-strong" />
          <div className="absolute top-1/2 h-[3px] -translate-y-1/2 rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
          <SliderThumb className="focus-ring top-1/2 grid size-6 place-items-center rounded-full before:size-3.5 before:rounded-full before:border-2 before:border-accent before:bg-surface" />
        </SliderTrack>
      </AriaSlider>
      <NumberField
        label={`${label}, as a number`}
        labelHidden
        value={value}
        onChange={(next) => next !== null && onChange(next)}
        refusing
        minValue={min}
        maxValue={max}
        step={boxStep}
        unit={unit}
        isDisabled={disabled}
      />
    </div>
  );
}
