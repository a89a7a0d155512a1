import * as v from "valibot";

const number = v.nullable(v.number());

/** Every input of the screen but the data; kept over a reload. Empty means automatic. */
export const lyapunovSettingsSchema = v.object({
  kind: v.picklist(["auto", "prices", "returns", "values"]),
  /** Name of the column of closes; null for the one that is called so. */
  column: v.nullable(v.string()),
  dimension: number,
  lag: number,
  lagRule: v.picklist(["autocorrelation", "information"]),
  theiler: number,
  steps: number,
  /** First and last step of the fit. */
  from: number,
  to: number,
  surrogates: v.picklist(["19", "39", "99"]),
  method: v.picklist(["iaaft", "shuffle"]),
  seed: number,
});

export type LyapunovSettings = v.InferOutput<typeof lyapunovSettingsSchema>;

export const LYAPUNOV_DEFAULTS: LyapunovSettings = {
  kind: "auto",
  column: null,
  dimension: null,
  lag: null,
  lagRule: "autocorrelation",
  theiler: null,
  steps: null,
  from: null,
  to: null,
  surrogates: "39",
  method: "iaaft",
  seed: 1,
};
