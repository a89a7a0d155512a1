import { expect, it } from "vitest";
import { provenanceOf } from "../../src/tools/validation/provenance";
import type { ValidationRun } from "../../src/tools/validation/use-validation";

function joinedOf(kind: "strategies" | "record"): string {
  const settings = { windowSize: 252, stepSize: 21, outOfSamplePct: 0.3, perYear: 252, riskFree: 0, seed: 1, iterations: 100 };
  const rest = { settings, returns: 500, walkForward: null, selection: { trials: 1, effectiveTrials: 1 }, candidates: [], readAs: null };
  return provenanceOf({ value: { kind, ...rest } } as unknown as ValidationRun).joined.formula;
}

it("combined figures of a track record are its own; only strategies involve a selection", () => {
  expect(joinedOf("strategies")).toContain("the latest selection before it");
  expect(joinedOf("record")).toContain("nothing is selected");
});
