/* What the values of a column are, as every screen offers it; the notes beside an option are those of its screen. */

/** Determines the input type by header or, without one, by whether any value is negative. */
export const AUTO = { value: "auto", label: "Auto-detect", note: "by header, else by sign" } as const;
export const PRICES = { value: "prices", label: "Prices" } as const;
export const RETURNS = { value: "returns", label: "Returns" } as const;

export const KINDS = [AUTO, { ...PRICES, note: "become log returns in percent" }, { ...RETURNS, note: "are fitted as given" }] as const;

export const UNITS = [
  { ...AUTO, note: "by header or cells, else by size" },
  { value: "percent", label: "Percent" },
  { value: "fraction", label: "Fractions" },
] as const;
