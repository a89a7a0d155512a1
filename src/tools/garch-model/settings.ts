import * as v from "valibot";
import type { Distribution, GarchModel, MeanModel, ModelAsk } from "../../../workers/volatility/garch-model";

const order = v.nullable(v.number());

/** Every input of the screen but the data; kept over a reload. */
export const garchSettingsSchema = v.object({
  p: order,
  q: order,
  distribution: v.picklist(["normal", "skewt", "t", "ged"]),
  variance: v.picklist(["garch", "gjr", "egarch", "ewma"]),
  /** The constant makes the long-run variance that of the sample. */
  targeting: v.boolean(),
  mean: v.picklist(["constant", "zero", "ar"]),
  /** Past returns in the mean, where it has any. */
  meanLags: v.nullable(v.number()),
  kind: v.picklist(["auto", "prices", "returns"]),
  /** Unit of returns that were given as returns. */
  returnUnit: v.picklist(["percent", "fraction"]),
  /** Name of the column to analyze; null for the one the reader picked. */
  column: v.nullable(v.string()),
  behavioral: v.boolean(),
  riskAversion: v.nullable(v.number()),
  lossAversion: v.nullable(v.number()),
  referenceWindow: v.nullable(v.number()),
  preSample: v.picklist(["sample", "ewma75"]),
  nuStart: v.nullable(v.number()),
  lambdaStart: v.nullable(v.number()),
  tolerance: v.number(),
  maxIterations: v.nullable(v.number()),
  /** Steps per year; null = as the person's settings say. */
  annualization: v.nullable(v.number()),
  horizon: v.nullable(v.number()),
  method: v.picklist(["analytic", "simulation", "bootstrap"]),
  paths: v.nullable(v.number()),
  seed: v.nullable(v.number()),
  /** Of the comparison: orders up to, and whose errors. */
  searchOrders: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  searchErrors: v.picklist(["all", "form"]),
  /** Of the refits along the series: returns in a window, how it moves, returns between two of them. */
  refitWindow: v.nullable(v.number()),
  refitScheme: v.picklist(["rolling", "expanding"]),
  refitStep: v.nullable(v.number()),
});

export type GarchSettings = v.InferOutput<typeof garchSettingsSchema>;

export const GARCH_DEFAULTS: GarchSettings = {
  p: 1,
  q: 1,
  distribution: "skewt",
  variance: "garch",
  targeting: false,
  mean: "constant",
  meanLags: 1,
  kind: "auto",
  returnUnit: "percent",
  column: null,
  behavioral: true,
  riskAversion: 2.25,
  lossAversion: 2.25,
  referenceWindow: 22,
  preSample: "sample",
  nuStart: null,
  lambdaStart: 0,
  tolerance: 1e-10,
  maxIterations: 60,
  annualization: null,
  horizon: 30,
  method: "analytic",
  paths: 5000,
  seed: 1,
  searchOrders: 2,
  searchErrors: "all",
  refitWindow: 1000,
  refitScheme: "rolling",
  refitStep: 21,
};

export const DISTRIBUTIONS = [
  { value: "normal", label: "Normal" },
  { value: "skewt", label: "Skewed-t" },
  { value: "t", label: "Student's t" },
] as const;

/** Beyond the three every form offers: an expert's choice. */
export const ALL_DISTRIBUTIONS = [...DISTRIBUTIONS, { value: "ged", label: "Generalized error (GED)" }] as const;

export const VARIANCES = [
  { value: "garch", label: "GARCH", note: "gains and losses weigh the same" },
  { value: "gjr", label: "GJR-GARCH", note: "losses weigh γ more" },
  { value: "egarch", label: "EGARCH", note: "the logarithm of the variance" },
  { value: "ewma", label: "EWMA", note: "RiskMetrics, its decay estimated" },
] as const;

export const MEANS = [
  { value: "constant", label: "Constant", note: "μ" },
  { value: "zero", label: "Zero", note: "returns as they are" },
  { value: "ar", label: "Autoregressive", note: "μ and past returns" },
] as const;

export const distributionLabel = (distribution: Distribution): string =>
  distribution === "ged" ? "GED" : (DISTRIBUTIONS.find(({ value }) => value === distribution)?.label ?? distribution);

/** Whether the constant of a model follows from a long-run variance. */
export const canTarget = (variance: GarchModel["variance"]): boolean => variance === "garch" || variance === "gjr";

const meanOf = ({ mean, meanLags }: Pick<GarchSettings, "mean" | "meanLags">): MeanModel => (mean === "ar" ? { ar: meanLags ?? 0 } : mean);

/** The model the settings ask for. */
export const modelOf = (settings: GarchSettings): ModelAsk & Pick<GarchModel, "variance" | "mean"> => {
  const { p, q, distribution, variance, preSample } = settings;
  const targeting = settings.targeting && canTarget(variance);
  return { p: p ?? 1, q: q ?? 1, distribution, variance, mean: meanOf(settings), preSample, ...(targeting && { targeting }) };
};

/** How a model is forecast: an EGARCH has no exact recursion beyond a step, and is simulated in its place. */
export const methodOf = (method: GarchSettings["method"], { variance }: Pick<GarchModel, "variance">): GarchSettings["method"] =>
  method === "analytic" && variance === "egarch" ? "simulation" : method;

const NAMES: Partial<Record<GarchModel["variance"], string>> = { gjr: "GJR-GARCH", egarch: "EGARCH", ewma: "EWMA" };

/** "GARCH(1,1), Skewed-t"; "AR(1)-EGARCH(1,1), Normal" */
export function modelLabel({ p, q, distribution, variance, mean }: Omit<GarchModel, "preSample" | "targeting" | "decay">): string {
  const before = typeof mean === "object" ? `AR(${mean.ar})-` : "";
  const after = mean === "zero" ? ", zero mean" : "";
  const orders = variance === "ewma" ? "" : `(${p},${q})`;
  return `${before}${NAMES[variance] ?? "GARCH"}${orders}, ${distributionLabel(distribution)}${after}`;
}
