import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "./link-button.tsx";
import { plans } from "./plans.ts";

/** The three tiers side by side in one frame. `calls` adds monthly API calls. */
export function PlanCards({ calls = false }: { calls?: boolean }) {
  return (
    <div className="@container overflow-hidden rounded-[8px] border border-line bg-surface">
      <ul className="-mt-px -ml-px grid grid-cols-1 @min-[720px]:grid-cols-3">
        {plans.map((plan) => (
          <li key={plan.id} className="flex min-w-0 flex-col border-line border-t border-l px-4 py-4">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold text-title">
              {plan.name}
              {plan.badge ? <Badge tone="accent">{plan.badge}</Badge> : null}
            </h3>
            <p className="mt-1 font-medium text-figure tracking-[-0.02em]">
              {plan.price}
              {plan.per ? <span className="font-normal text-data text-muted tracking-normal">{plan.per}</span> : null}
            </p>
            <p className="mt-1 text-muted">{plan.description}</p>
            <ul className="mt-3 mb-4 flex flex-1 flex-col">
              {[...plan.features, ...(calls ? [plan.apiText] : [])].map((feature) => (
                <li key={feature} className="border-line border-t py-1.5">
                  {feature}
                </li>
              ))}
            </ul>
            <div>
              <LinkButton to="/demo" search={{ tier: plan.id }} kind={plan.badge ? "primary" : "default"}>
                Request Demo<span className="sr-only"> of {plan.name}</span>
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-4 py-2.5 text-muted text-small">
        This open-source build runs every tool locally, without a plan.
      </p>
    </div>
  );
}
