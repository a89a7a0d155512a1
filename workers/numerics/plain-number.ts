/** A number in plain digits with a point, as programs write it; no two of its parts can take the same sign, so that it reads in one pass. */
export const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
