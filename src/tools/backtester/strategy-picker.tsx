import { useAtomValue } from "jotai";
import { memo, Suspense } from "react";
import { strategies, strategiesAtom } from "../../state/strategies";
import { contentOf, type StrategyContent } from "../../state/strategy-body";
import { strategyLine } from "../../strategies/families";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import type { BacktesterInputs } from "./settings";

const GONE = { message: "Failed to fetch strategy: it is no longer on this device. Its parameters are kept below." };

const StrategyForm = deferred(async () => (await import("../../strategies/strategy-form.tsx")).StrategyForm);

const OWN = "own";

interface StrategyPickerProps {
  strategy: StrategyContent;
  chosen: string | null;
  change: (changes: Partial<BacktesterInputs>) => void;
  edit: (changes: Partial<StrategyContent>) => void;
}

/** A saved strategy, or one defined in the editor form. */
export const StrategyPicker = memo(function StrategyPicker({ strategy, chosen, change, edit }: StrategyPickerProps) {
  const { ready, records } = useAtomValue(strategiesAtom);
  const saved = records.find(({ id }) => id === chosen) ?? null;
  const gone = ready && chosen !== null && saved === null;
  const edited = saved !== null && JSON.stringify(contentOf(saved.body)) !== JSON.stringify(strategy);
  const pick = (value: string) => {
    const record = records.find(({ id }) => id === value);
    if (record) strategies.takeUp(record.id);
    change(record ? { chosen: record.id, strategy: contentOf(record.body) } : { chosen: null });
  };
  // Loaded when a strategy is saved, so that the screen opens sooner.
  const save = async () => {
    const { saveStrategy } = await import("../../strategies/store");
    change({ chosen: (await saveStrategy(strategy, saved?.id ?? null)).id });
  };
  return (
    <RailSection title="Strategy">
      <Select
        label="Strategy"
        value={saved ? saved.id : OWN}
        options={[
          { value: OWN, label: "Own parameters", note: "the editor form below" },
          ...records.map(({ id, body }) => ({
            value: id,
            label: body.name,
            note: `${strategyLine(body)}${body.status === "active" ? "" : ", inactive"}`,
          })),
        ]}
        onChange={pick}
      />
      <FailureBox failure={gone ? GONE : null} />
      <p className="text-muted text-small">
        {strategyLine(strategy)}
        {edited ? " · edited, not saved" : ""}
      </p>
      <Disclosure title="Parameters">
        <div className="@container flex flex-col gap-3">
          <Suspense fallback={<div className="h-96" />}>
            <StrategyForm value={strategy} onChange={edit} />
          </Suspense>
          <Button size="small" isDisabled={strategy.name.trim() === ""} onPress={() => void save()}>
            Save Strategy
          </Button>
        </div>
      </Disclosure>
    </RailSection>
  );
});
