/** Suffix for the unit of returns. */
export const UNIT_WORDS = { fraction: "as fractions", percent: "in percent" } as const;

/** Descriptions of simple returns by their input, for sample notes. */
export const SIMPLE_RETURNS = {
  values: "simple returns of the values",
  returns: "returns as given",
  "log-returns": "simple returns from log returns",
} as const;

/** What a model was fitted to, for sample notes: "log returns in percent", "returns as fractions". */
export const returnsUsed = (kind: "prices" | "returns", inPercent: boolean): string =>
  kind === "prices" ? "log returns in percent" : `returns ${UNIT_WORDS[inPercent ? "percent" : "fraction"]}`;
