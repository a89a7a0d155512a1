/** A number in plain digits with a point, as programs write it; no two parts can match the same character, so it is matched in one pass. */
export const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
