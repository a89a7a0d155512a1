import { DateRange } from "../../strategies/date-range.tsx";
import { PercentField } from "../../strategies/percent-field.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Select } from "../../ui/select.tsx";
import { type ChangeInputs, DIRECTIONS, MAX_PATH_FOLDS, SCHEMES, VALIDATION_DEFAULTS, type ValidationInputs } from "./settings";

const TWO = "grid grid-cols-2 gap-2.5";

/** Everything a validation can be told besides method, window and share. */
export function AdvancedForm({ inputs, change, perYear }: { inputs: ValidationInputs; change: ChangeInputs; perYear: number }) {
  const paths = (pathFolds: number, testFolds: number) => change({ pathFolds, testFolds: Math.max(1, Math.min(testFolds, pathFolds - 1)) });
  const whole = (value: number | null, otherwise: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(value ?? otherwise)));
  return (
    <div className="flex flex-col gap-2.5">
      <div className={TWO}>
        <NumberField label="Step Size (days)" value={inputs.stepSize} onChange={(stepSize) => change({ stepSize })} minValue={1} />
        <NumberField
          label="Significance Level"
          value={inputs.significanceLevel}
          onChange={(significanceLevel) => change({ significanceLevel })}
          minValue={0}
          maxValue={1}
          step={0.01}
        />
        <NumberField
          label="Iterations"
          value={inputs.iterations}
          onChange={(iterations) => change({ iterations })}
          minValue={1}
          maxValue={100_000}
        />
        <NumberField label="Seed" value={inputs.seed} onChange={(seed) => change({ seed })} />
        <NumberField label="Folds" value={inputs.folds} onChange={(folds) => change({ folds })} minValue={2} maxValue={20} />
        <NumberField
          label="Purge (rows)"
          value={inputs.purge}
          onChange={(purge) => change({ purge })}
          minValue={0}
          hint={inputs.purge === null ? "Empty: the longest lookback" : undefined}
        />
        <PercentField label="Embargo" value={inputs.embargo} onChange={(embargo) => change({ embargo })} minValue={0} maxValue={50} />
        <NumberField
          label="Block length"
          value={inputs.blockLength}
          onChange={(blockLength) => change({ blockLength })}
          minValue={1}
          hint={inputs.blockLength === null ? "Empty: Politis and White" : undefined}
        />
        <NumberField
          label="CPCV folds"
          value={inputs.pathFolds}
          onChange={(next) => paths(whole(next, VALIDATION_DEFAULTS.pathFolds, 2, MAX_PATH_FOLDS), inputs.testFolds)}
          minValue={2}
          maxValue={MAX_PATH_FOLDS}
        />
        <NumberField
          label="Tested at once"
          value={inputs.testFolds}
          onChange={(next) => paths(inputs.pathFolds, whole(next, VALIDATION_DEFAULTS.testFolds, 1, MAX_PATH_FOLDS - 1))}
          minValue={1}
          maxValue={inputs.pathFolds - 1}
        />
      </div>
      <Select label="Blocks" value={inputs.scheme} options={SCHEMES} onChange={(scheme) => change({ scheme })} />
      <NumberField
        label="Trials (override)"
        value={inputs.trials}
        onChange={(trials) => change({ trials })}
        minValue={1}
        hint={inputs.trials === null ? "Empty: counted from the runs recorded on this data" : "Takes the place of the number counted"}
      />
      <DateRange settings={inputs} change={change} />
      <div className={TWO}>
        <PercentField
          label="Transaction Costs (%)"
          value={inputs.transactionCosts}
          onChange={(transactionCosts) => change({ transactionCosts })}
          minValue={0}
          step={0.01}
        />
        <PercentField label="Slippage (%)" value={inputs.slippage} onChange={(slippage) => change({ slippage })} minValue={0} step={0.01} />
        <PercentField label="Risk-free rate" value={inputs.riskFree} onChange={(riskFree) => change({ riskFree })} step={0.1} />
        <NumberField
          label="Steps per year"
          value={inputs.annualization ?? perYear}
          onChange={(annualization) => change({ annualization })}
          minValue={1}
        />
      </div>
      <Select label="Direction" value={inputs.direction} options={DIRECTIONS} onChange={(direction) => change({ direction })} />
      <Checkbox checked={inputs.behavioralAdjustment} onChange={(behavioralAdjustment) => change({ behavioralAdjustment })}>
        Behavioral Adjustment
      </Checkbox>
    </div>
  );
}
