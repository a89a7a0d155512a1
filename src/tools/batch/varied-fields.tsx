import { useMemo } from "react";
import * as v from "valibot";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";
import { MAX_AXES, SEARCHES, searchEntries } from "../../../workers/backtest/search-schema";
import { valuesOf } from "../../../workers/runtime/schema";
import { axesSchema, jobAxes, usedAxes } from "../../strategies/axes";
import { AxesForm, type AxesFormProps } from "../../strategies/axes-form.tsx";
import { type BatchInputs, changesOf } from "./settings";

const read = <Value extends string>(choices: readonly [Value, ...Value[]], value: unknown): Value =>
  choices.find((choice) => choice === value) ?? choices[0];

/** The strategy and parameters that an optimization varies. */
function searchOf(inputs: BatchInputs) {
  const { type: asked, axes, search, trials } = changesOf(inputs);
  const type = read(STRATEGY_TYPES, asked);
  return {
    type,
    search: read(valuesOf(SEARCHES), search),
    axes: usedAxes(v.is(axesSchema, axes) ? axes : [], { type }),
    trials: typeof trials === "number" ? trials : v.getDefault(searchEntries.trials),
  };
}

/** The same in plan format. */
export function axesOf(inputs: BatchInputs) {
  const { axes, search } = searchOf(inputs);
  return jobAxes(axes, search);
}

/** What an optimization varies, the same for every series. */
export function VariedFields({ inputs, onChange }: { inputs: BatchInputs; onChange: AxesFormProps["onChange"] }) {
  const searched = useMemo(() => searchOf(inputs), [inputs]);
  const { axes, search, trials } = searched;
  return (
    <div className="@container mt-3">
      <AxesForm axes={axes} strategy={searched} most={MAX_AXES} drawn={search === "random" ? trials : null} onChange={onChange} />
    </div>
  );
}
