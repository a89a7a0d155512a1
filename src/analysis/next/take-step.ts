import type { AnyRouter } from "@tanstack/react-router";
import { type FieldContent, handOver } from "../../state/hand-over";
import { runOnArrival } from "../../ui/use-run-keys.ts";
import { isFieldEmpty } from "../data/use-series-source.ts";
import type { NextStep } from "./steps.ts";

let newest: NextStep;

/** Opens the tool of a step with what its field is to hold, and has it run once if it can; not where the person goes elsewhere meanwhile. */
export function takeStep(router: AnyRouter | null, step: NextStep, content: FieldContent | null): void {
  const { to, tab, field } = step;
  newest = step;
  if (content) handOver(field, content);
  runOnArrival(step.ownPrices && isFieldEmpty(field) ? null : to);
  void router?.navigate({ to, search: tab ? { tab } : undefined }).then(() => {
    if (newest === step && !window.location.pathname.endsWith(to)) runOnArrival(null);
  });
}
