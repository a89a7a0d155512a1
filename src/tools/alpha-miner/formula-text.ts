import type { FoundFormula } from "./use-search";

/** The formula, signed to predict rises. */
export const directed = ({ text, direction }: FoundFormula): string => (direction < 0 ? `-(${text})` : text);
