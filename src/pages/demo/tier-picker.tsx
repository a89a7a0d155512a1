import { Label, Radio, RadioGroup } from "react-aria-components";
import { Badge } from "../../ui/badge.tsx";
import { type PlanId, plans } from "../parts/plans.ts";

/** The tiers as selectable cards. */
export function TierPicker({ value, onChange }: { value: PlanId | null; onChange: (tier: PlanId) => void }) {
  const choose = (id: string) => {
    const plan = plans.find((candidate) => candidate.id === id);
    if (plan) onChange(plan.id);
  };
  return (
    <RadioGroup value={value} onChange={choose}>
      <Label className="mb-1 block text-muted text-small">Preferred Tier</Label>
      <div className="grid grid-cols-1 gap-2 @min-[560px]:grid-cols-3">
        {plans.map(({ id, name, price, per, badge }) => (
          <Radio
            key={id}
            value={id}
            className="group cursor-default select-none rounded-[8px] border border-line-strong bg-surface px-3 py-2.5 hover:bg-raised selected:border-accent selected:bg-accent-soft focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2"
          >
            <span className="flex items-start gap-2">
              <span
                aria-hidden="true"
                className="mt-0.5 grid size-[15px] shrink-0 place-items-center rounded-full border border-field-line bg-surface group-selected:border-accent"
              >
                <span className="invisible size-[7px] rounded-full bg-accent group-selected:visible" />
              </span>
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-[550]">
                  {name}
                  {badge ? <Badge tone="accent">{badge}</Badge> : null}
                </span>
                <span className="mt-0.5 block text-muted">
                  {price}
                  {per}
                </span>
              </span>
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
