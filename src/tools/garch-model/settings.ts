import * as v from "valibot";
import type { Distribution } from "../../../workers/lib/garch-model";

const order = v.nullable(v.number());

/** Every input of the screen but the data; kept over a reload. */
export const garchSettingsSchema = v.object({
  p: order,
  q: order,
  distribution: v.picklist(["normal", "skewt", "t"]),
  kind: v.picklist(["auto", "prices", "returns"]),
  /** Unit of returns that were given as returns. */
  returnUnit: v.picklist(["percent", "fraction"]),
  /** Name of the column to analyse; null for the one the reader picked. */
  column: v.nullable(v.string()),
  behavioural: v.boolean(),
  riskAversion: v.nullable(v.number()),
  lossAversion: v.nullable(v.number()),
  referenceWindow: v.nullable(v.number()),
  preSample: v.picklist(["sample", "ewma75"]),
  nuStart: v.nullable(v.number()),
  lambdaStart: v.nullable(v.number()),
  tolerance: v.number(),
  maxIterations: v.nullable(v.number()),
  annualisation: v.nullable(v.number()),
  horizon: v.nullable(v.number()),
  method: v.picklist(["analytic", "simulation"]),
  paths: v.nullable(v.number()),
  seed: v.nullable(v.number()),
});

export type GarchSettings = v.InferOutput<typeof garchSettingsSchema>;

export const GARCH_DEFAULTS: GarchSettings = {
  p: 1,
  q: 1,
  distribution: "skewt",
  kind: "auto",
  returnUnit: "percent",
  column: null,
  behavioural: true,
  riskAversion: 2.25,
  lossAversion: 2.25,
  referenceWindow: 22,
  preSample: "sample",
  nuStart: null,
  lambdaStart: 0,
  tolerance: 1e-10,
  maxIterations: 60,
  annualisation: 252,
  horizon: 30,
  method: "analytic",
  paths: 5000,
  seed: 1,
};

export const DISTRIBUTIONS = [
  { value: "normal", label: "Normal" },
  { value: "skewt", label: "Skewed-t" },
  { value: "t", label: "Student's t" },
] as const;

export const distributionLabel = (distribution: Distribution): string =>
  DISTRIBUTIONS.find(({ value }) => value === distribution)?.label ?? distribution;

/** "GARCH(1,1), Skewed-t" */
export const modelLabel = ({ p, q, distribution }: { p: number | null; q: number | null; distribution: Distribution }): string =>
  `GARCH(${p ?? "–"},${q ?? "–"}), ${distributionLabel(distribution)}`;
