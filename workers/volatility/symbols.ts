const SYMBOLS: Record<string, string> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  omega: "ω",
  nu: "ν",
  lambda: "λ",
  mu: "μ",
  ar: "φ",
  phi: "φ",
  decay: "λ",
};
/** "alpha1" as it is written: α₁. */
export const symbol = (key: string): string =>
  key.replace(/^([a-z]+)(\d*)$/, (_, name: string, lag: string) => (SYMBOLS[name] ?? name) + (lag && "₀₁₂₃₄₅"[Number(lag)]));
