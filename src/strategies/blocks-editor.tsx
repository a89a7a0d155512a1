import { X } from "lucide-react";
import {
  type Block,
  type Condition,
  holdWeight,
  MAX_CONDITIONS,
  MAX_DEPTH,
  type Operand,
  operand,
  RULES_DEFAULT,
  windowSetting,
} from "../../workers/backtest/schema";
import { nearest } from "../../workers/runtime/schema";
import { Button } from "../ui/button.tsx";
import { NumberField } from "../ui/number-field.tsx";
import { Select } from "../ui/select.tsx";
import { SettingField } from "../ui/setting-field.tsx";
import { toast } from "../ui/toast-queue.ts";
import { blockText, COMPARISON_LABELS, looksBack, MEASURE_LABELS } from "./block-words";

type IfBlock = Extract<Block, { kind: "if" }>;

const MATCHES = [
  { value: "all", label: "all of these are true" },
  { value: "any", label: "any of these is true" },
] as const;
/** Default window of a newly chosen measure. */
const USUAL_WINDOW = 20;
const NEW_CONDITION: Condition = { left: operand("strength", 14), is: "below", right: operand("number", 1, 70) };

interface BlocksEditorProps {
  rules: Block;
  onChange: (rules: Block) => void;
}

/** Editor for a strategy of if and else on indicators, down to the position held. */
export function BlocksEditor({ rules, onChange }: BlocksEditorProps) {
  return (
    <section aria-label="Block rules" className="@container flex flex-col gap-2">
      <BlockView block={rules} path="" depth={0} onChange={onChange} />
      <p className="text-muted text-small">
        {blockText(rules)}. Weights are fractions of the position size; below 0% is short, where short positions are allowed. Evaluated at
        each close; no position until all indicators are available.
      </p>
    </section>
  );
}

interface BlockViewProps {
  block: Block;
  /** Position in the tree: "", "Then", "Then, Else", … */
  path: string;
  depth: number;
  onChange: (block: Block) => void;
}

const named = (path: string, word: string) => (path === "" ? word : `${path}, ${word.toLowerCase()}`);

function BlockView({ block, path, depth, onChange }: BlockViewProps) {
  if (block.kind === "if") return <IfView block={block} path={path} depth={depth} onChange={onChange} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden="true" className="w-11 text-muted text-small">
        Hold
      </span>
      <SettingField
        setting={holdWeight}
        className="w-28"
        labelHidden
        label={named(path, "Hold")}
        value={block.weight}
        onChange={(weight) => onChange({ kind: "hold", weight: weight ?? 0 })}
        step={10}
      />
      <Button
        size="small"
        isDisabled={depth >= MAX_DEPTH}
        aria-label={path === "" ? "Split by a condition" : `Split by a condition: ${path}`}
        onPress={() => onChange({ ...(RULES_DEFAULT as IfBlock), yes: block, no: { kind: "hold", weight: 0 } })}
      >
        Split by a condition
      </Button>
    </div>
  );
}

function IfView({ block, path, depth, onChange }: BlockViewProps & { block: IfBlock }) {
  const { conditions, match } = block;
  const put = (changes: Partial<IfBlock>) => onChange({ ...block, ...changes });
  const putCondition = (place: number, condition: Condition) =>
    put({ conditions: conditions.map((own, k) => (k === place ? condition : own)) });
  const remove = () => {
    onChange(block.no);
    toast.info("If removed, else branch kept", { action: { label: "Undo", onChoose: () => onChange(block) } });
  };
  return (
    <fieldset aria-label={named(path, "If")} className="flex min-w-0 flex-col gap-3 border-line border-l-2 pl-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-[550] text-small">If</span>
        <Button size="small" kind="quiet" aria-label={`Remove ${named(path, "If")}`} onPress={remove}>
          Remove
        </Button>
      </div>
      {conditions.length > 1 ? (
        <Select className="max-w-60" label="When" value={match} options={MATCHES} onChange={(next) => put({ match: next })} />
      ) : null}
      <ul className="flex flex-col gap-3">
        {conditions.map((condition, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions are told apart by their place only
          <li key={place} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
            <div className="grid min-w-0 grid-cols-2 items-end gap-2 @min-[620px]:grid-cols-[1.4fr_5rem_1.1fr_1.4fr_5rem]">
              <OperandFields label="Value" own={condition.left} onChange={(left) => putCondition(place, { ...condition, left })} />
              <Select
                className="col-span-2 @min-[620px]:col-span-1"
                label="Comparison"
                value={condition.is}
                options={COMPARISON_LABELS}
                onChange={(is) => putCondition(place, { ...condition, is })}
              />
              <OperandFields label="Than" own={condition.right} onChange={(right) => putCondition(place, { ...condition, right })} />
            </div>
            <Button
              kind="quiet"
              square
              aria-label={`Remove condition ${place + 1} of ${named(path, "If")}`}
              isDisabled={conditions.length === 1}
              onPress={() => put({ conditions: conditions.filter((_, k) => k !== place) })}
            >
              <X size={14} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="small"
          isDisabled={conditions.length >= MAX_CONDITIONS}
          aria-label={`Add a condition to ${named(path, "If")}`}
          onPress={() => put({ conditions: [...conditions, NEW_CONDITION] })}
        >
          Add a condition
        </Button>
      </div>
      <Branch word="Then" path={path} depth={depth} block={block.yes} onChange={(next) => put({ yes: next })} />
      <Branch word="Else" path={path} depth={depth} block={block.no} onChange={(next) => put({ no: next })} />
    </fieldset>
  );
}

function Branch({ word, path, depth, block, onChange }: Omit<BlockViewProps, "path"> & { word: string; path: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-[550] text-small">{word}</span>
      <BlockView block={block} path={named(path, word)} depth={depth + 1} onChange={onChange} />
    </div>
  );
}

function OperandFields({ label, own, onChange }: { label: string; own: Operand; onChange: (own: Operand) => void }) {
  const back = looksBack(own);
  const number = own.measure === "number";
  const choose = (measure: Operand["measure"]) => {
    const next = operand(measure, 1, own.value);
    onChange(looksBack(next) ? { ...next, window: own.window > 1 ? own.window : USUAL_WINDOW } : next);
  };
  return (
    <>
      <Select
        className={back || number ? "" : "col-span-2 @min-[620px]:col-span-2"}
        label={label}
        value={own.measure}
        options={MEASURE_LABELS}
        onChange={choose}
      />
      {back ? (
        <SettingField
          setting={windowSetting}
          value={own.window}
          onChange={(next) => onChange({ ...own, window: nearest(windowSetting, next ?? USUAL_WINDOW) })}
        />
      ) : null}
      {number ? (
        <NumberField label="Number" value={own.value} onChange={(next) => onChange({ ...own, value: next ?? 0 })} step={0.1} />
      ) : null}
    </>
  );
}
