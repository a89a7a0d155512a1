/** The curiosity analysis's own constants; the weights of its score are the decision engine's (`lib/constants.ts`). */

/** Steps of a month and of a year of trading. */
export const MONTH = 22;
export const YEAR = 252;
/** Ordinal patterns of the complexity: values per pattern, and number of returns used. */
export const PATTERN_ORDER = 4;
export const PATTERN_WINDOW = 128;
/** Shuffles the order of the returns is compared with. */
export const SHUFFLES = 199;
/** Steps whose mean surprise is the novelty. */
export const NOVELTY_WINDOW = 10;
/** Returns from which a conditional density can be fitted. */
export const MIN_NOVELTY_RETURNS = 100;
/** Most the novelty adds to the score, as a share of what is left to 1. */
export const NOVELTY_WEIGHT = 0.2;
/** Steps within which a change of regime is news. */
export const SWITCH_WINDOW = 5;

/** Patterns looked for in a matrix profile. */
export const PICKS = { motifs: 3, discords: 5 };

/** Points of the pattern chart. */
export const MAX_POINTS = 250;
