import type { FoundFormula } from "./use-search";

/** The formula in the direction in which it told rises. */
export const directed = ({ text, direction }: FoundFormula): string => (direction < 0 ? `-(${text})` : text);
