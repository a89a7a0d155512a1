/** Greek letters of the parameters of a model. */
const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpha: "α",
    beta: "β",
    gamma: "γ",
    delta: "δ",
    omega: "ω",
    nu: "ν",
    lambda: "λ",
    mu: "μ",
    ar: "φ",
    phi: "φ",
    decay: "λ",
  }),
);
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** A parameter in mathematical notation: "alpha1" is α₁. */
export const symbol = (key: string): string =>
  key.replace(/^([a-z]+)(\d?)$/, (_, name: string, lag: string) => (SYMBOLS.get(name) ?? name) + (lag && SUBSCRIPTS[Number(lag)]));
