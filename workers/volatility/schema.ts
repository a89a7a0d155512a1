import * as v from "valibot";
import type { Fraction } from "../contract";
import { seedSetting, yearEntries } from "../performance/schema";
import { numeric, refuses } from "../runtime/schema";

const MAX_ORDER = 5;
const order = (label: string) =>
  numeric({
    label,
    whole: true,
    min: 1,
    max: MAX_ORDER,
    refusal: refuses("volatility/orders"),
    over: refuses("volatility/ordersTooLarge"),
  });

/** p-value below which a test of residuals rejects. */
export const TEST_LEVEL: Fraction = 0.05;

export const DISTRIBUTIONS = ["normal", "skewt", "t", "ged"] as const;
/** Label of their choice on every screen. */
export const DISTRIBUTION_LABEL = "Error Distribution";
/** Names of the error distributions. */
export const DISTRIBUTION_NAMES = { normal: "Normal", skewt: "Skewed-t", t: "Student's t", ged: "GED" } as const;
/** Variance equations, in display order. */
export const VARIANCES = ["garch", "gjr", "egarch", "aparch", "figarch", "har", "ewma"] as const;
type Variance = (typeof VARIANCES)[number];
/** Names of the variance equations. */
export const VARIANCE_NAMES: Readonly<Record<Variance, string>> = {
  garch: "GARCH",
  gjr: "GJR-GARCH",
  egarch: "EGARCH",
  aparch: "APARCH",
  ewma: "EWMA",
  figarch: "FIGARCH",
  har: "HAR",
};

/** Text in place of the orders, for models without any to choose. */
export const FIXED_ORDERS: Partial<Record<Variance, string>> = { ewma: "", figarch: "(1,d,1)", har: "(1,5,22)" };

/** "(1,1)" of a GARCH, "(1,d,1)" of a FIGARCH. */
export const ordersOf = (variance: Variance, p: number, q: number): string => FIXED_ORDERS[variance] ?? `(${p},${q})`;

/** Models without a closed-form variance forecast beyond one step: they are simulated. */
export const SIMULATED: readonly Variance[] = ["egarch", "aparch"];

/** Names of the pre-sample variance methods. */
export const PRE_SAMPLE_NAMES = { sample: "Mean squared residual", ewma75: "Exponential back-cast" } as const;

/** Lags of variance (beta) and of squared shocks (alpha), as Bollerslev orders them, and the errors. */
export const orderEntries = {
  p: v.optional(order("GARCH(p)"), 1),
  q: v.optional(order("ARCH(q)"), 1),
  distribution: v.optional(v.picklist(DISTRIBUTIONS, refuses("volatility/model")), "skewt"),
  preSample: v.optional(v.picklist(["sample", "ewma75"], refuses("volatility/model")), "sample"),
};

export const MEANS = [
  { value: "constant", label: "Constant", note: "μ" },
  { value: "zero", label: "Zero", note: "returns as they are" },
  { value: "ar", label: "Autoregressive", note: "μ and past returns" },
] as const;

/** Past returns in an autoregressive mean. */
export const meanLagsSetting = v.optional(
  numeric({ label: "AR lags in the mean", whole: true, min: 1, max: MAX_ORDER, refusal: refuses("volatility/meanLags") }),
  1,
);

/** Settings of a model that do not depend on its variance equation. */
export const modelSchema = v.object({
  ...orderEntries,
  mean: v.union([v.picklist(["zero", "constant"]), v.object({ ar: meanLagsSetting })], refuses("volatility/meanLags")),
  decay: v.nullable(numeric({ label: "Decay", above: 0, below: 1, refusal: refuses("volatility/decay") })),
});

export const optionEntries = {
  /** Initial degrees of freedom; null infers them from the kurtosis of the series. */
  nuStart: v.optional(v.nullable(numeric({ label: "Initial ν (tails)", min: 2.05, max: 300, refusal: refuses("volatility/start") })), null),
  lambdaStart: v.optional(numeric({ label: "Initial λ (skewness)", min: -0.99, max: 0.99, refusal: refuses("volatility/start") }), 0),
  /** The search stops when the decrement (twice the log-likelihood still to be gained) is below this. */
  tolerance: v.optional(numeric({ label: "Tolerance", min: 0, refusal: refuses("volatility/start") }), 1e-10),
  maxIterations: v.optional(
    numeric({ label: "Maximum iterations", whole: true, min: 1, max: 1000, refusal: refuses("volatility/iterations") }),
    60,
  ),
};
export const optionsSchema = v.object(optionEntries);

/** "GARCH(1,1), Skewed-t"; "AR(1)-EGARCH(1,1), Normal" */
export function modelLabel({
  p,
  q,
  distribution,
  variance,
  mean,
}: Pick<v.InferOutput<typeof modelSchema>, "p" | "q" | "distribution" | "mean"> & { variance: Variance }): string {
  const before = typeof mean === "object" ? `AR(${mean.ar})-` : "";
  const after = mean === "zero" ? ", zero mean" : "";
  return `${before}${VARIANCE_NAMES[variance]}${ordersOf(variance, p, q)}, ${DISTRIBUTION_NAMES[distribution]}${after}`;
}

export const behaviorEntries = {
  /** rho of the mean-variance certainty equivalent. */
  riskAversion: v.optional(numeric({ label: "Risk Aversion", above: 0, refusal: refuses("volatility/riskAversion") }), 2.25),
  /** lambda of prospect theory: how much more a loss weighs than a gain. */
  lossAversion: v.optional(numeric({ label: "Loss Aversion", above: 0, refusal: refuses("volatility/lossAversion") }), 2.25),
  /** Number of preceding steps whose mean return is the reference point for gains and losses. */
  referenceWindow: v.optional(
    numeric({ label: "Reference window", unit: "steps", whole: true, min: 0, refusal: refuses("volatility/referenceWindow") }),
    22,
  ),
};
export const behaviorSchema = v.object(behaviorEntries);
export type BehaviorSettings = v.InferOutput<typeof behaviorSchema>;

const share = (refusal: string) => numeric({ label: "Share", above: 0, below: 1, refusal });

export const forecastEntries = {
  horizon: v.optional(
    numeric({ label: "Horizon", unit: "steps", whole: true, min: 1, max: 252, refusal: refuses("volatility/forecastHorizon") }),
    30,
  ),
  paths: v.optional(numeric({ label: "Paths", whole: true, min: 100, max: 100_000, refusal: refuses("volatility/forecastPaths") }), 5000),
  seed: seedSetting,
  annualization: yearEntries.periodsPerYear,
  /** Coverage of the bands. */
  levels: v.optional(v.array(share(refuses("volatility/forecastLevels"))), [0.5, 0.8, 0.95]),
};
export const forecastSchema = v.object(forecastEntries);

export const refitEntries = {
  window: v.optional(
    numeric({ label: "Window", unit: "returns", whole: true, min: 100, refusal: refuses("volatility/refitWindow") }),
    1000,
  ),
  step: v.optional(
    numeric({ label: "Refit interval", unit: "returns", whole: true, min: 1, refusal: refuses("volatility/refitStep") }),
    21,
  ),
  /** Of the value at risk. */
  probabilities: v.optional(v.array(share(refuses("volatility/probabilities"))), [0.01, 0.05]),
};
export const refitSchema = v.object(refitEntries);

/** Maximum orders in a model comparison. */
export const searchOrdersSetting = v.optional(
  numeric({ label: "Maximum order", whole: true, min: 1, max: MAX_ORDER, refusal: refuses("volatility/orders") }),
  2,
);
