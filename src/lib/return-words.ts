/** What a fit was made to, for the sample of its figures: "log returns in percent", "returns as fractions". */
export const returnsUsed = (kind: "prices" | "returns", inPercent: boolean): string =>
  kind === "prices" ? "log returns in percent" : inPercent ? "returns in percent" : "returns as fractions";
