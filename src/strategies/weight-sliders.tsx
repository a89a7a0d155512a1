import type { BehavioralFactors } from "../state/strategy-body";
import { Slider } from "../ui/slider.tsx";

const WEIGHTS = [
  { key: "momentum", label: "Momentum" },
  { key: "meanReversion", label: "Mean Reversion" },
  { key: "sentiment", label: "Sentiment" },
] as const;

export interface WeightSlidersProps {
  weights: BehavioralFactors;
  onChange: (weights: BehavioralFactors) => void;
}

/** The three weights, kept as fractions of one and shown as percent. */
export function WeightSliders({ weights, onChange }: WeightSlidersProps) {
  return (
    <div className="grid gap-x-6 gap-y-2 @min-[620px]:grid-cols-3">
      {WEIGHTS.map(({ key, label }) => (
        <Slider
          key={key}
          label={label}
          value={Math.round(1000 * weights[key]) / 10}
          onChange={(next) => onChange({ ...weights, [key]: Math.round(next * 10) / 1000 })}
          min={0}
          max={100}
          step={10}
          boxStep={1}
          unit="%"
        />
      ))}
    </div>
  );
}
