import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import type { DecisionRun } from "./use-decision.ts";

interface StaleDecisionProps {
  run: DecisionRun;
  /** Runs again with the form as it is now; undefined while that is not possible. */
  rerun: (() => void) | undefined;
}

/** Says that the form has moved on since the decision shown, and offers to decide again. */
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
