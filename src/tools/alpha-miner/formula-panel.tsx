import { memo } from "react";
import { compact, count, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { FORMULA_EXAMPLES, FORMULA_FUNCTIONS } from "./formula-reference";
import { formulaProvenance } from "./provenance";
import type { AlphaSettings, ChangeSettings } from "./settings";
import type { CheckedFormula, FormulaControl } from "./use-formula";

interface FormulaPanelProps {
  settings: AlphaSettings;
  change: ChangeSettings;
  control: FormulaControl;
  /** There are no prices to check the formula on. */
  nothing: boolean;
}

/** Editor for a formula of the user's own: written, checked on the data, and saved as a factor. */
export const FormulaPanel = memo(function FormulaPanel({ settings, change, control, nothing }: FormulaPanelProps) {
  const { draft, draftName } = settings;
  const { verdict, checking } = control;
  const useless = draft.trim() === "" || nothing || checking;
  const example = FORMULA_EXAMPLES.find(({ text }) => text === draft)?.value ?? null;
  const take = (value: string) => {
    const found = FORMULA_EXAMPLES.find((one) => one.value === value);
    if (found) change({ draft: found.text, draftName: found.label });
  };
  return (
    <Panel title="Formula Factors" note="custom, in addition to the five" actions={<InfoButton {...formulaProvenance} />}>
      <div className="@container flex flex-col gap-3">
        <TextField
          label="Formula"
          rows={2}
          value={draft}
          onChange={(text) => change({ draft: text })}
          placeholder="-correlation(rank(close), rank(volume), 10)"
          hint="Columns: open, high, low, close, volume, returns. Operators: + - * / ^ and comparisons within if(…)"
        />
        <div className="grid items-end gap-3 @min-[620px]:grid-cols-[1fr_1fr_auto]">
          <TextField label="Name" value={draftName} onChange={(name) => change({ draftName: name })} placeholder="Formula" />
          <Select label="Example" placeholder="Use an example" value={example} options={FORMULA_EXAMPLES} onChange={take} />
          <div className="flex flex-wrap gap-2">
            <Button isDisabled={useless} onPress={() => void control.check()}>
              Check
            </Button>
            <Button isDisabled={useless} onPress={() => void control.add()}>
              Add as factor
            </Button>
          </div>
        </div>
        <LateProgress progress={control.progress} onCancel={control.cancel} />
        <FailureBox failure={verdict?.failure} />
        {verdict?.checked && !verdict.failure ? <Passed checked={verdict.checked} /> : null}
        <Disclosure title="Functions" note={plural(FORMULA_FUNCTIONS.length, "function")}>
          <dl className="grid gap-x-4 gap-y-1 text-small @min-[620px]:grid-cols-[auto_1fr]">
            {FORMULA_FUNCTIONS.map(([written, says]) => (
              <div key={written} className="contents">
                <dt className="num">{written}</dt>
                <dd className="mb-1 text-muted">{says}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </div>
    </Panel>
  );
});

/** Result of a check that a formula has passed. */
function Passed({ checked: { written, reach, operations, proof } }: { checked: CheckedFormula }) {
  return (
    <div role="status" className="flex flex-col gap-1">
      <Verdict state="ok">
        No look-ahead: {count(proof?.compared)} values are identical on {count(proof?.prefixes)} truncated datasets
      </Verdict>
      <p className="text-muted text-small">
        Parsed as <code className="num break-words">{written}</code>; defined from row {count(reach + 1)} at the earliest; about
        {` ${compact(operations)}`} operations on these rows.
      </p>
    </div>
  );
}
