import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import type { DecisionRun } from "./use-decision.ts";

interface StaleDecisionProps {
  run: DecisionRun;
  /** Recomputes with the current form; undefined while that is not possible. */
  rerun: (() => void) | undefined;
}

/** What a screen shows of a decision. */
export interface DecisionShown extends StaleDecisionProps {
  /** The form has changed since this run. */
  stale: boolean;
}

/** States that the form has changed since the decision, and offers to recompute. */
export function StaleDecision({ run: { at, value }, rerun }: StaleDecisionProps) {
  return (
    <Caution>
      Inputs have changed since this signal of {clockTime(at)}, which used {plural(value.statistics.count, "price")}.{" "}
      <Button size="small" kind="quiet" isDisabled={!rerun} onPress={rerun}>
        Update
      </Button>
    </Caution>
  );
}
