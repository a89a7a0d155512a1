import { symbol } from "../../../workers/volatility/symbols";
import { capitalized, nameInWords } from "../../ui/method-title.ts";

/** Greek letters spelled out in keys. */
const SPELLED = /\b(alpha|beta|gamma|lambda|mu|nu|omega|phi)\d*\b/gi;

/** "riskAversion" → "Risk aversion", "alpha1" → "α₁", "aic" → "AIC". */
export const worded = (key: string): string => {
  const words = nameInWords(key).replace(SPELLED, (letter) => symbol(letter.toLowerCase()));
  // A single letter is a symbol: n, k, p.
  return /^[a-z]{2}/.test(words) ? capitalized(words) : words;
};
