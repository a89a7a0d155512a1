import { type BehavioralFactors, factorEntries } from "../../workers/backtest/schema";
import { limitsOf } from "../../workers/runtime/schema";
import { Slider } from "../ui/slider.tsx";

/** Percent of a fraction, rounded to one decimal. */
const tenths = (fraction = 0) => Math.round(1000 * fraction) / 10;
const WEIGHTS = (["momentum", "meanReversion", "sentiment"] as const).map((key) => {
  const { label, minValue, maxValue } = limitsOf(factorEntries[key]);
  return { key, label, min: tenths(minValue), max: tenths(maxValue) };
});

interface WeightSlidersProps {
  weights: BehavioralFactors;
  onChange: (weights: BehavioralFactors) => void;
}

/** The three weights, stored as fractions and shown as percent. */
export function WeightSliders({ weights, onChange }: WeightSlidersProps) {
  return (
    <div className="grid gap-x-6 gap-y-2 @min-[620px]:grid-cols-3">
      {WEIGHTS.map(({ key, ...limits }) => (
        <Slider
          key={key}
          {...limits}
          value={tenths(weights[key])}
          onChange={(next) => onChange({ ...weights, [key]: Math.round(next * 10) / 1000 })}
          step={10}
          boxStep={1}
          unit="%"
        />
      ))}
    </div>
  );
}
