import type { FoundFormula } from "./use-search";

/** The formula, with its sign chosen so that it predicts positive returns. */
export const directed = ({ text, direction }: FoundFormula): string => (direction < 0 ? `-(${text})` : text);
