import { memo, Suspense } from "react";
import type { StrategyContent } from "../../state/strategy-body";
import { FAMILIES } from "../../strategies/families";
import { Card } from "../../ui/card.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { BuilderInputs } from "./settings";

const StrategyForm = deferred(async () => (await import("../../strategies/strategy-form.tsx")).StrategyForm);
const SavedStrategies = deferred(async () => (await import("./saved-strategies.tsx")).SavedStrategies);

interface DesignTabProps {
  strategy: StrategyContent;
  id: string | null;
  nameError: string | null;
  change: (changes: Partial<BuilderInputs>) => void;
  edit: (changes: Partial<StrategyContent>) => void;
}

/** Three columns above two; in a narrow container two by two, with block rules across below them. */
const KINDS = "grid gap-3 @min-[420px]:grid-cols-2 @min-[660px]:grid-cols-6";
const UPPER = "@min-[660px]:col-span-2";
const LOWER = "@min-[660px]:col-span-3";
const LAST = "@min-[420px]:col-span-2 @min-[660px]:col-span-3";

/** The designer: four kinds of strategies and block rules, the editor form, and saved strategies; not in reports. */
export const DesignTab = memo(function DesignTab({ strategy, id, nameError, change, edit }: DesignTabProps) {
  return (
    <div data-report="none" className="contents">
      <section aria-label="Strategy types" className="@container">
        <div className={KINDS}>
          {FAMILIES.map(({ value, label, rule, formula }, place) => (
            <Card
              key={value}
              level={2}
              className={value === "rules" ? LAST : place < 3 ? UPPER : LOWER}
              chosen={strategy.type === value}
              title={
                <button type="button" aria-pressed={strategy.type === value} onClick={() => edit({ type: value })}>
                  {label}
                </button>
              }
              footer={<span className="num text-small text-muted">{formula}</span>}
            >
              {rule}
            </Card>
          ))}
        </div>
      </section>
      <Panel title={id === null ? "New strategy" : "Strategy"} className="@container">
        <Suspense fallback={<Skeleton rows={8} />}>
          <StrategyForm value={strategy} onChange={edit} nameError={nameError} />
        </Suspense>
        <div className="mt-3">
          <TextField
            label="Description"
            value={strategy.description}
            onChange={(description) => edit({ description })}
            rows={2}
            maxLength={5000}
          />
        </div>
      </Panel>
      <Suspense fallback={<Skeleton rows={4} />}>
        <SavedStrategies strategy={strategy} id={id} change={change} />
      </Suspense>
    </div>
  );
});
