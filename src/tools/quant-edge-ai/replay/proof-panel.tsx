import type { Failure } from "../../../../workers/contract";
import type { ReplayProof } from "../../../../workers/engine/jobs/prove-replay";
import { count, plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureBox } from "../../../ui/failure-box.tsx";
import { InfoButton } from "../../../ui/info-button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Verdict } from "../../../ui/verdict.tsx";

interface ProofPanelProps {
  proof: ReplayProof | null;
  failure: Failure | null;
  proving: boolean;
  onProve: () => void;
}

/** Demonstrates on the user's own data that no decision depends on later rows. */
export function ProofPanel({ proof, failure, proving, onProve }: ProofPanelProps) {
  return (
    <Panel
      title="No look-ahead"
      note="does any decision use later data?"
      actions={
        <>
          <InfoButton
            title="No look-ahead"
            formula="Random steps are recomputed on the series truncated at that step. Score, limits, regime and rule must be bit-identical to the full replay."
            settings={[
              ["Steps", "200, fewer on very long series"],
              ["Seed", proof ? `${proof.seed}` : "new for each run"],
            ]}
            n={proof ? plural(proof.checked, "step") : undefined}
            source="truncation test; also run on random walks in the test suite"
          />
          <Button size="small" busy={proving} onPress={onProve}>
            Run check
          </Button>
        </>
      }
    >
      <FailureBox failure={failure} />
      {proof ? (
        <p data-testid="proof">
          {proof.differing === 0 ? (
            <Verdict state="ok">
              {count(proof.checked)} of {count(proof.checked)} steps are bit-identical when computed from prior data alone.
            </Verdict>
          ) : (
            <Verdict state="bad">
              {count(proof.differing)} of {plural(proof.checked, "step")} differ; the first is step {count((proof.first?.step ?? 0) + 1)} (
              {proof.first?.quantity}).
            </Verdict>
          )}
        </p>
      ) : (
        <p className="text-muted">{proving ? "Recomputing random steps on truncated data…" : "Not yet checked for this replay."}</p>
      )}
    </Panel>
  );
}
