import { X } from "lucide-react";
import { memo } from "react";
import { axisSteps, isDrawnByRatio, sweptSetting } from "../../workers/backtest/search-schema";
import { limitsOf, nearest } from "../../workers/runtime/schema";
import { plural } from "../lib/format.ts";
import type { StrategyContent } from "../state/strategy-body";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { SettingField } from "../ui/setting-field.tsx";
import { type AxisChoice, axisFor, combinationsOf, readBy } from "./axes";
import { labelOf } from "./families";

export interface AxesFormProps {
  axes: readonly AxisChoice[];
  onChange: (axes: AxisChoice[]) => void;
  strategy: Pick<StrategyContent, "type">;
  /** Maximum number of axes, up to 4. */
  most: number;
  /** Number of random trials, drawn between the two ends, instead of all combinations. */
  drawn?: number | null;
}

/** Parameters to vary: range and number of steps. Keep `axes` and `onChange` stable: progress of a search re-renders its parent. */
export const AxesForm = memo(function AxesForm({ axes, onChange, strategy, most, drawn = null }: AxesFormProps) {
  const parameters = readBy(strategy);
  const free = parameters.filter(({ key }) => !axes.some(({ parameter }) => parameter === key));
  const put = (place: number, axis: AxisChoice) => onChange(axes.map((one, k) => (k === place ? axis : one)));
  return (
    <div className="flex flex-col gap-2.5">
      <ul className="flex flex-col gap-2.5">
        {axes.map((axis, place) => (
          <li
            key={axis.parameter}
            className="grid grid-cols-[minmax(9rem,1.6fr)_1fr_1fr_5rem_auto] items-end gap-2 @max-[520px]:grid-cols-[1fr_1fr_1fr_auto]"
          >
            <Select
              className="@max-[520px]:col-span-4"
              label={`Parameter ${place + 1}`}
              value={axis.parameter}
              options={parameters
                .filter(({ key }) => key === axis.parameter || free.some((one) => one.key === key))
                .map(({ key, label }) => ({ value: key, label }))}
              onChange={(parameter) => put(place, axisFor(parameter))}
            />
            <Bound axis={axis} end="from" label="From" onChange={(from) => put(place, { ...axis, from })} />
            <Bound axis={axis} end="to" label="To" onChange={(to) => put(place, { ...axis, to })} />
            {drawn === null ? (
              <SettingField
                setting={axisSteps}
                value={axis.steps}
                onChange={(steps) => put(place, { ...axis, steps: nearest(axisSteps, steps ?? axis.steps) })}
              />
            ) : (
              <span className="flex min-h-8 items-center text-muted text-small">{drawnAs(axis)}</span>
            )}
            <Button
              kind="quiet"
              square
              aria-label={`Remove ${labelOf(axis.parameter)}`}
              isDisabled={axes.length === 1}
              onPress={() => onChange(axes.filter((_, k) => k !== place))}
            >
              <X size={14} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          isDisabled={free.length === 0 || axes.length >= most}
          onPress={() => free[0] && onChange([...axes, axisFor(free[0].key)])}
        >
          Add a parameter
        </Button>
        <span className="num text-muted text-small">
          {drawn === null ? plural(combinationsOf(axes), "combination") : plural(drawn, "random trial")}
        </span>
      </div>
    </div>
  );
});

const drawnAs = ({ from, to }: AxisChoice): string => (isDrawnByRatio(from, to) ? "log-uniform" : "uniform");

interface BoundProps {
  axis: AxisChoice;
  end: "from" | "to";
  label: string;
  onChange: (value: number) => void;
}

function Bound({ axis, end, label, onChange }: BoundProps) {
  const setting = sweptSetting(axis.parameter);
  const { unit, whole } = limitsOf(setting);
  return (
    <SettingField
      setting={setting}
      label={label}
      unit={unit === "%" ? unit : ""}
      value={axis[end]}
      onChange={(next) => onChange(next ?? axisFor(axis.parameter)[end])}
      step={whole || unit === "%" ? 1 : 0.1}
    />
  );
}
