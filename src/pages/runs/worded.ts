import { capitalized, nameInWords } from "../../ui/method-title.ts";

/** How the field writes what a key can only spell. */
const GREEK = { alpha: "α", beta: "β", gamma: "γ", lambda: "λ", mu: "μ", nu: "ν", omega: "ω", phi: "φ" } as const;
const SIGNS = new RegExp(`\\b(${Object.keys(GREEK).join("|")})(\\d*)\\b`, "gi");
const lowered = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));

/** "riskAversion" → "Risk aversion", "alpha1" → "α₁", "aic" → "AIC". */
export const worded = (key: string): string => {
  const words = nameInWords(key).replace(
    SIGNS,
    (_, name: string, digits: string) => GREEK[name.toLowerCase() as keyof typeof GREEK] + lowered(digits),
  );
  // A letter by itself is a symbol: n, k, p.
  return /^[a-z]{2}/.test(words) ? capitalized(words) : words;
};
