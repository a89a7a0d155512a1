import type { VarianceModel } from "../../../workers/volatility/garch-model";
import type { Provenance } from "../../ui/info-button.tsx";

const EXACT: Pick<Provenance, "formula" | "differs"> = {
  formula: "E h[T+k] = ω + ∑(α+β) E h[T+k−1]…; band: quantiles of the simulated σ[T+k]",
};

/** Formula of the multi-step variance, and where other programs differ, for models without the exact recursion. */
const AHEAD: Partial<Record<VarianceModel, Pick<Provenance, "formula" | "differs">>> = {
  gjr: {
    formula: "E h[T+k] = ω + ∑(α + γ · share of z² below 0 + β) E h[T+k−1]…; band: quantiles of the simulated σ[T+k]",
    differs: "The share of z² below 0 is that of the fitted density. Python arch takes ½ for every density, which a skewed t is not.",
  },
  egarch: {
    formula: "root of the mean simulated h[T+k]; band: quantiles of the simulated σ[T+k]",
    differs: "Beyond one step an EGARCH has no closed form: Python arch refuses, and programs that carry ln h forward give less than E h.",
  },
  aparch: {
    formula: "root of the mean simulated h[T+k]; band: quantiles of the simulated σ[T+k]",
    differs:
      "Beyond one step the expected variance of an APARCH has no closed form: Python arch refuses, and programs that carry σ^δ forward give less than E h.",
  },
};

/** Provenance of the multi-step volatility. */
export const aheadProvenance = (variance: VarianceModel): Pick<Provenance, "formula" | "differs"> => AHEAD[variance] ?? EXACT;
