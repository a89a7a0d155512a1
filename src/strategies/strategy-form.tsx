import { memo, Suspense } from "react";
import { is } from "valibot";
import {
  parameterEntries,
  RULES_DEFAULT,
  STRATEGY_DEFAULTS,
  type StrategyParameters,
  type StrategyType,
} from "../../workers/backtest/schema";
import { limitsOf } from "../../workers/runtime/schema";
import { percent } from "../lib/format.ts";
import type { StrategyContent } from "../state/strategy-body";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Select } from "../ui/select.tsx";
import { SettingField } from "../ui/setting-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FAMILIES } from "./families";

const BlocksEditor = deferred(async () => (await import("./blocks-editor.tsx")).BlocksEditor);
const WeightSliders = deferred(async () => (await import("./weight-sliders.tsx")).WeightSliders);

interface StrategyFormProps {
  value: StrategyContent;
  onChange: (changes: Partial<StrategyContent>) => void;
  /** Selectable types. */
  types?: readonly { value: StrategyType; label: string }[];
  nameError?: string | null;
}

const WEIGHTS = ["momentum", "meanReversion", "sentiment"] as const;
const FEW = "grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2.5";

/** The strategy editor form: name, type, parameters and behavioral factors. An emptied number returns to its default. */
export const StrategyForm = memo(function StrategyForm({ value, onChange, types = FAMILIES, nameError }: StrategyFormProps) {
  const { name, type, parameters, behavioralFactors, rules = RULES_DEFAULT } = value;
  const set = (changes: Partial<StrategyParameters>) => onChange({ parameters: { ...parameters, ...changes } });
  const field = (key: keyof StrategyParameters) => ({
    setting: parameterEntries[key],
    value: parameters[key],
    onChange: (next: number | null) => set({ [key]: next ?? STRATEGY_DEFAULTS[key] }),
  });
  const share = (key: keyof StrategyParameters) => ({
    ...field(key),
    label: `${limitsOf(parameterEntries[key]).label} %`,
    error: is(parameterEntries[key], parameters[key]) ? null : "0 to 100",
  });
  const sum = WEIGHTS.reduce((total, key) => total + behavioralFactors[key], 0);
  const blocks = type === "rules";
  const scored = type !== "smart-beta" && !blocks;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-2.5 @min-[520px]:grid-cols-2">
        <TextField label="Strategy Name" value={name} onChange={(next) => onChange({ name: next })} maxLength={200} error={nameError} />
        <Select label="Strategy Type" value={type} options={types} onChange={(next) => onChange({ type: next })} />
      </div>
      {blocks ? (
        <Suspense fallback={<div className="h-64" />}>
          <BlocksEditor rules={rules} onChange={(next) => onChange({ rules: next })} />
        </Suspense>
      ) : null}
      <div className={FEW}>
        {blocks ? null : (
          <>
            <SettingField {...field("lookback")} />
            <SettingField {...field("threshold")} step={0.1} isDisabled={!scored} />
          </>
        )}
        <SettingField {...share("stopLoss")} step={0.5} />
        <SettingField {...share("takeProfit")} step={0.5} />
      </div>
      <fieldset className={blocks ? "hidden" : "flex flex-col gap-2"}>
        <legend className="mb-1 flex w-full items-center justify-between gap-2 font-[550] text-small">Behavioral Factors</legend>
        <Suspense fallback={<div className="h-[11.5rem]" />}>
          <WeightSliders weights={behavioralFactors} onChange={(next) => onChange({ behavioralFactors: next })} />
        </Suspense>
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-muted text-small">
          Sum {percent(sum, 0)}
          {sum > 0 && Math.abs(sum - 1) > 1e-9 ? (
            <Button size="small" kind="quiet" onPress={() => onChange({ behavioralFactors: normalized(behavioralFactors) })}>
              Normalize
            </Button>
          ) : null}
          {type === "behavioral" ? null : <span>· used by Behavioral Alpha only</span>}
        </p>
      </fieldset>
      <Disclosure title="More rules" level={3}>
        <div className={FEW}>
          {blocks ? null : <SettingField {...field("exitThreshold")} step={0.1} isDisabled={!scored} />}
          <SettingField {...share("trailingStop")} step={0.5} />
          {blocks ? null : <SettingField {...field("targetVolatility")} label="Target Volatility %" step={1} isDisabled={scored} />}
        </div>
      </Disclosure>
    </div>
  );
});

/** Weights scaled to sum to 1, in whole percent. */
function normalized(weights: StrategyContent["behavioralFactors"]): StrategyContent["behavioralFactors"] {
  const sum = weights.momentum + weights.meanReversion + weights.sentiment;
  const momentum = Math.round((100 * weights.momentum) / sum) / 100;
  const meanReversion = Math.min(1 - momentum, Math.round((100 * weights.meanReversion) / sum) / 100);
  return { momentum, meanReversion, sentiment: Math.round(100 * (1 - momentum - meanReversion)) / 100 };
}
