/** How the field writes what a key can only spell. */
const GREEK = { alpha: "α", beta: "β", gamma: "γ", lambda: "λ", mu: "μ", nu: "ν", omega: "ω", phi: "φ" } as const;
const SIGNS = new RegExp(`\\b(${Object.keys(GREEK).join("|")})(\\d*)\\b`, "g");
const SHORT = /\b(aic|bic|cagr|garch|rsi|sma|ema)\b/g;
const HYPHENATED = /\b(half|log|pre) (life|likelihood|sample)\b/g;
const lowered = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));

/** "riskAversion" → "Risk aversion", "alpha1" → "α₁", "aic" → "AIC". */
export const worded = (key: string): string => {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(SIGNS, (_, name: keyof typeof GREEK, digits: string) => GREEK[name] + lowered(digits))
    .replace(SHORT, (short) => short.toUpperCase())
    .replace(HYPHENATED, "$1-$2");
  // A letter by itself is a symbol: n, k, p.
  return /^[a-z]{2}/.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
};
