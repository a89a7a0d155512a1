import { nearest } from "../../../workers/runtime/schema";
import { candidatesEntries, SCHEMES } from "../../../workers/validation/schema";
import { DateRange } from "../../strategies/date-range.tsx";
import { amountField, OrderFields } from "../../strategies/order-fields.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { type ChangeInputs, VALIDATION_DEFAULTS, type ValidationInputs } from "./settings";

const { trialOverride: trials, perYear: annualization } = candidatesEntries;
const SETTINGS = { ...candidatesEntries, trials, annualization };
type Amount = {
  [Name in keyof typeof SETTINGS & keyof ValidationInputs]: ValidationInputs[Name] extends number | null ? Name : never;
}[keyof typeof SETTINGS & keyof ValidationInputs];
const TWO = "grid grid-cols-2 gap-2.5";

/** Validation settings other than method, window and share. */
export function AdvancedForm({ inputs, change, perYear }: { inputs: ValidationInputs; change: ChangeInputs; perYear: number }) {
  const field = (name: Amount) => ({
    setting: SETTINGS[name],
    value: inputs[name],
    onChange: (next: number | null) => change({ [name]: next }),
  });
  const traded = amountField(inputs, change);
  const paths = (pathFolds: number, testFolds: number) => change({ pathFolds, testFolds: Math.max(1, Math.min(testFolds, pathFolds - 1)) });
  const { pathFolds, testFolds } = candidatesEntries;
  return (
    <div className="flex flex-col gap-2.5">
      <div className={TWO}>
        <SettingField {...field("stepSize")} />
        <SettingField {...field("significanceLevel")} step={0.01} />
        <SettingField {...field("iterations")} />
        <SettingField {...field("seed")} />
        <SettingField {...field("folds")} />
        <SettingField {...field("purge")} hint={inputs.purge === null ? "Empty: longest lookback" : undefined} />
        <SettingField {...field("embargoFraction")} />
        <SettingField {...field("blockLength")} hint={inputs.blockLength === null ? "Empty: automatic (Politis–White)" : undefined} />
        <SettingField
          setting={pathFolds}
          value={inputs.pathFolds}
          onChange={(next) => paths(nearest(pathFolds, next ?? VALIDATION_DEFAULTS.pathFolds), inputs.testFolds)}
        />
        <SettingField
          setting={testFolds}
          value={inputs.testFolds}
          onChange={(next) => paths(inputs.pathFolds, nearest(testFolds, next ?? VALIDATION_DEFAULTS.testFolds))}
        />
      </div>
      <Select label="Blocks" value={inputs.scheme} options={SCHEMES} onChange={(scheme) => change({ scheme })} />
      <SettingField {...field("trials")} hint={inputs.trials === null ? "Empty: counted from runs on this data" : "Overrides the count"} />
      <DateRange settings={inputs} change={change} />
      <SettingField {...traded("initialCapital")} />
      <div className={TWO}>
        <SettingField {...traded("transactionCosts")} step={0.01} />
        <SettingField {...traded("slippage")} step={0.01} />
      </div>
      <OrderFields settings={inputs} change={change}>
        <SettingField {...field("riskFree")} step={0.1} />
        <SettingField {...field("annualization")} value={inputs.annualization ?? perYear} />
      </OrderFields>
      <Checkbox checked={inputs.behavioralAdjustment} onChange={(behavioralAdjustment) => change({ behavioralAdjustment })}>
        Behavioral Adjustment
      </Checkbox>
    </div>
  );
}
