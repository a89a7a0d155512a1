import { useAtomValue } from "jotai";
import { memo, Suspense } from "react";
import type { Series } from "../../../workers/contract";
import { BEATS, candidatesEntries, HOLDS, METHODS, VARIATIONS } from "../../../workers/validation/schema";
import { ColumnSelect, UnitSelect } from "../../analysis/data/value-fields.tsx";
import { strategiesAtom } from "../../state/strategies";
import { FAMILY_TYPES } from "../../state/strategy-body";
import { useStepsPerYear } from "../../state/use-steps-per-year";
import { familyOf, strategyLine } from "../../strategies/families";
import { Checkbox } from "../../ui/checkbox.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { testedWords } from "./candidates";
import { type ChangeInputs, LEFT_OUT, type Tested, type ValidationInputs } from "./settings";
import { isRecord } from "./use-validation";

// Dates, costs and blocks are rarely changed: loaded on demand.
const AdvancedForm = deferred(async () => (await import("./advanced-form.tsx")).AdvancedForm);

interface ConfigFormProps {
  inputs: ValidationInputs;
  change: ChangeInputs;
  series: Series | null;
}

/** The specification's configuration, then what is validated. */
export const ConfigForm = memo(function ConfigForm({ inputs, change, series }: ConfigFormProps) {
  const perYear = useStepsPerYear(series);
  const record = series !== null && isRecord(series, inputs);
  return (
    <>
      <RailSection title="Validation Configuration">
        <Select
          label="Validation Method"
          value={inputs.method}
          options={METHODS}
          onChange={(method) => change({ method })}
          hint="All three are computed; the selected one is shown first."
        />
        <div className="grid grid-cols-2 gap-2.5">
          <SettingField
            setting={candidatesEntries.windowSize}
            value={inputs.windowSize}
            onChange={(windowSize) => change({ windowSize })}
          />
          <SettingField
            setting={candidatesEntries.outOfSamplePct}
            value={inputs.outOfSamplePct}
            onChange={(outOfSamplePct) => change({ outOfSamplePct })}
          />
        </div>
        <Disclosure title="Advanced">
          <Suspense fallback={<div className="h-96" />}>
            <AdvancedForm inputs={inputs} change={change} perYear={perYear} />
          </Suspense>
        </Disclosure>
      </RailSection>
      <RailSection title="Input">
        <Select
          label="Input type"
          value={inputs.holds}
          options={HOLDS}
          onChange={(holds) => change({ holds })}
          hint={series === null || inputs.holds !== "auto" ? undefined : record ? "Detected: track record" : "Detected: prices"}
        />
        <ColumnSelect series={series} chosen={inputs.column} onChange={(column) => change({ column })} kind={inputs.holds} />
        {record ? (
          <>
            <UnitSelect unit={inputs.returnUnit} choose={(returnUnit) => change({ returnUnit })} />
            <p className="text-muted text-small">Track record needs no strategy: its returns are validated directly.</p>
          </>
        ) : (
          <StrategyList inputs={inputs} change={change} />
        )}
      </RailSection>
    </>
  );
});

function StrategyList({ inputs, change }: Omit<ConfigFormProps, "series">) {
  const { records } = useAtomValue(strategiesAtom);
  const { tested, families, saved } = inputs;
  const toggled = <T extends string>(list: readonly T[], item: T, on: boolean) =>
    on ? [...list, item] : list.filter((other) => other !== item);
  return (
    <>
      <fieldset className="flex flex-col gap-0.5">
        <legend className="mb-1 font-[550] text-small">Strategies</legend>
        {tested ? <TestedChoice tested={tested} change={change} /> : null}
        {FAMILY_TYPES.map((type) => (
          <Checkbox
            key={type}
            checked={families.includes(type)}
            onChange={(on) => change({ families: FAMILY_TYPES.filter((one) => toggled(families, type, on).includes(one)) })}
          >
            {familyOf(type).label}
          </Checkbox>
        ))}
        {records.map(({ id, body }) => (
          <Checkbox key={id} checked={saved.includes(id)} onChange={(on) => change({ saved: toggled(saved, id, on) })}>
            <span className="min-w-0 break-words">
              {body.name} <span className="text-muted text-small">{strategyLine(body)}</span>
            </span>
          </Checkbox>
        ))}
      </fieldset>
      <Select label="Parameter grid" value={inputs.variations} options={VARIATIONS} onChange={(variations) => change({ variations })} />
      <Select label="Benchmark" value={inputs.beat} options={BEATS} onChange={(beat) => change({ beat })} />
    </>
  );
}

/** The strategy passed from a backtest; unchecking drops it, with an undo. */
function TestedChoice({ tested, change }: { tested: Tested; change: ChangeInputs }) {
  const { strategy, leftOut } = tested;
  const drop = () => {
    change({ tested: null });
    toast.info("Tested strategy dropped", { action: { label: "Undo", onChoose: () => change({ tested }) } });
  };
  return (
    <>
      <Checkbox checked onChange={drop}>
        <span className="min-w-0 break-words">{testedWords(strategy)}</span>
      </Checkbox>
      <p className="mb-1 text-muted text-small">
        {["Its parameters are used as tested; costs and sizes are those set below.", ...leftOut.map((name) => LEFT_OUT[name])].join(" ")}
      </p>
    </>
  );
}
