/** The unit of returns, behind what they are. */
export const UNIT_WORDS = { fraction: "as fractions", percent: "in percent" } as const;

/** Simple returns by what they are made of, for the sample of their figures. */
export const SIMPLE_RETURNS = {
  values: "simple returns of the values",
  returns: "returns as given",
  "log-returns": "simple returns from log returns",
} as const;

/** What a fit was made to, for the sample of its figures: "log returns in percent", "returns as fractions". */
export const returnsUsed = (kind: "prices" | "returns", inPercent: boolean): string =>
  kind === "prices" ? "log returns in percent" : `returns ${UNIT_WORDS[inPercent ? "percent" : "fraction"]}`;
