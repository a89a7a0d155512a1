import { memo, Suspense } from "react";
import type { Option } from "../../../workers/batch/options-schema";
import { settingLabel } from "../../analysis/setting-words/setting-labels";
import { settingValue } from "../../analysis/setting-words/setting-values";
import { Checkbox } from "../../ui/checkbox.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { type BatchInputs, type BatchQuestion, formOptions, pathOf, QUESTIONS, settingOf } from "./settings";

const NAMES = (Object.keys(QUESTIONS) as BatchQuestion[]).map((value) => ({ value, label: QUESTIONS[value].label }));
/** Rules are edited in the Strategy Builder. */
const offered = (choice: string) => choice !== "rules";

interface OptionFieldProps {
  /** The tool whose words are used. */
  screen: string;
  option: Option;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The field of a setting, by its schema. */
function OptionField({ screen, option, value, onChange }: OptionFieldProps) {
  const { kind, choices, setting, path } = option;
  const name = path[path.length - 1];
  const label = option.label || settingLabel(screen, name);
  if (kind === "flag")
    return (
      <Checkbox checked={value === true} onChange={onChange}>
        {label}
      </Checkbox>
    );
  if (choices.length > 0) {
    const options = choices.filter(offered).map((choice) => ({ value: choice, label: String(settingValue(screen, name, choice)) }));
    return (
      <Select
        label={label}
        value={String(value)}
        options={options}
        onChange={(choice) => onChange(kind === "number" ? Number(choice) : choice)}
      />
    );
  }
  return <SettingField setting={setting} label={label} value={typeof value === "number" ? value : null} onChange={onChange} />;
}

interface QuestionFormProps {
  inputs: BatchInputs;
  change: (changes: Partial<BatchInputs>) => void;
}

const VariedFields = deferred(async () => (await import("./varied-fields.tsx")).VariedFields);

/** The job and its settings, from the schema that the command reads. */
export const QuestionForm = memo(function QuestionForm({ inputs, change }: QuestionFormProps) {
  const { question, changes } = inputs;
  const first: readonly string[] = QUESTIONS[question].first;
  const options = formOptions(inputs);
  const shown = first.flatMap((path) => options.filter((option) => pathOf(option) === path));
  const others = options.filter((option) => !shown.includes(option));
  const set = (path: string, value: unknown) => change({ changes: { ...changes, [question]: { ...changes[question], [path]: value } } });
  const fields = (of: readonly Option[]) => (
    <div className="grid grid-cols-2 items-end gap-2.5">
      {of.map((option) => (
        <div key={`${question} ${pathOf(option)}`} className={option.kind === "number" && option.choices.length === 0 ? "" : "col-span-2"}>
          <OptionField
            screen={QUESTIONS[question].tool}
            option={option}
            value={settingOf(option, inputs)}
            onChange={(value) => set(pathOf(option), value)}
          />
        </div>
      ))}
    </div>
  );
  return (
    <RailSection title="Question">
      <Select label="Run on each series" value={question} options={NAMES} onChange={(next) => change({ question: next })} />
      {fields(shown)}
      <Suspense>{question === "optimize" ? <VariedFields inputs={inputs} onChange={(axes) => set("axes", axes)} /> : null}</Suspense>
      <Disclosure title="More settings">{fields(others)}</Disclosure>
    </RailSection>
  );
});
