import type { AnyRouter } from "@tanstack/react-router";
import { type FieldContent, handOver } from "../../state/hand-over";
import { runOnArrival } from "../../ui/use-run-keys.ts";
import type { NextStep } from "./steps.ts";

/** Opens the tool of a step with what its field is to hold, and has it run once; not where the person goes elsewhere meanwhile. */
export function takeStep(router: AnyRouter | null, { to, tab, field }: NextStep, content: FieldContent | null): void {
  if (content) handOver(field, content);
  const callOff = runOnArrival(to);
  void router?.navigate({ to, search: tab ? { tab } : undefined }).then(() => {
    if (!window.location.pathname.endsWith(to)) callOff();
  });
}
