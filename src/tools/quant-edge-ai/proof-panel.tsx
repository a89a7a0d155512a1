import type { Failure } from "../../../workers/contract";
import type { ReplayProof } from "../../../workers/engine/jobs/prove-replay";
import { count, plural } from "../../lib/format.ts";
import { Verdict } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";

interface ProofPanelProps {
  proof: ReplayProof | null;
  failure: Failure | null;
  proving: boolean;
  onProve: () => void;
}

/** Shows on the person's own data that no decision used what came after it. */
export function ProofPanel({ proof, failure, proving, onProve }: ProofPanelProps) {
  return (
    <Panel
      title="Only the past"
      note="does any decision use what came later?"
      actions={
        <>
          <InfoButton
            title="Only the past"
            formula="Random steps are decided a second time from a series that ends there: everything later is cut off before anything is computed. Score, limits, regime and rule must have the same bits as in the replay over the whole series."
            settings={[
              ["Steps", "200, fewer on very long series"],
              ["Seed", proof ? `${proof.seed}` : "drawn anew each time"],
            ]}
            n={proof ? plural(proof.checked, "step") : undefined}
            source="prefix test; also run on random walks by the product's own tests"
          />
          <Button size="small" busy={proving} onPress={onProve}>
            Prove it
          </Button>
        </>
      }
    >
      <FailureBox failure={failure} />
      {proof ? (
        <p data-testid="proof">
          {proof.differing === 0 ? (
            <Verdict state="ok">
              {count(proof.checked)} of {count(proof.checked)} steps came out the same, to the bit, from their own past alone.
            </Verdict>
          ) : (
            <Verdict state="bad">
              {count(proof.differing)} of {plural(proof.checked, "step")} differ; the first is step {count((proof.first?.step ?? 0) + 1)} (
              {proof.first?.quantity}).
            </Verdict>
          )}
        </p>
      ) : (
        <p className="text-muted">{proving ? "Deciding random steps again from their past alone…" : "Not checked yet on this replay."}</p>
      )}
    </Panel>
  );
}
