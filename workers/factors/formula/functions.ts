import type { Count } from "../../contract";

/** Kinds of arguments: a value at every step, a number of steps, a number, or a comparison. */
export type Kind = "series" | "steps" | "shift" | "number" | "condition";

/** Codes of the operators in `assembly/kernels/factors/formula/cells.ts`. */
export const CELL = {
  "+": 0,
  "-": 1,
  "*": 2,
  "/": 3,
  "^": 4,
  min: 5,
  max: 6,
  "<": 7,
  "<=": 8,
  ">": 9,
  ">=": 10,
  "==": 11,
  "!=": 12,
  signedpower: 13,
} as const;
export const OF_ONE = { negative: 0, log: 1, abs: 2, sign: 3 } as const;
/** Codes of the functions in `assembly/kernels/factors/formula/windows.ts`. */
export const WINDOW = {
  ts_min: 0,
  ts_max: 1,
  ts_mean: 2,
  ts_sum: 3,
  ts_stddev: 4,
  ts_argmax: 5,
  ts_argmin: 6,
  ts_rank: 7,
  decay_linear: 8,
} as const;
export const PAIR = { correlation: 0, covariance: 1 } as const;

interface FormulaFunction {
  name: string;
  takes: readonly Kind[];
  /** Other names in the literature. */
  aliases?: readonly string[];
  /** Short description of the result. */
  says: string;
  /** Minimum number of steps of its window. */
  leastSteps?: Count;
}

export const FUNCTIONS: readonly FormulaFunction[] = [
  { name: "rank", takes: ["series"], says: "percentile: among the assets of the step, or over the lookback of one series" },
  { name: "ts_rank", takes: ["series", "steps"], says: "percentile of the latest value among the last d" },
  { name: "ts_min", takes: ["series", "steps"], says: "minimum of the last d values" },
  { name: "ts_max", takes: ["series", "steps"], says: "maximum of the last d values" },
  { name: "ts_mean", takes: ["series", "steps"], aliases: ["mean"], says: "mean of the last d values" },
  { name: "ts_sum", takes: ["series", "steps"], aliases: ["sum"], says: "sum of the last d values" },
  {
    name: "ts_stddev",
    takes: ["series", "steps"],
    aliases: ["stddev"],
    says: "sample standard deviation of the last d values",
    leastSteps: 2,
  },
  { name: "ts_argmax", takes: ["series", "steps"], says: "position of the maximum in the last d values; d is the latest" },
  { name: "ts_argmin", takes: ["series", "steps"], says: "position of the minimum in the last d values; d is the latest" },
  { name: "delta", takes: ["series", "shift"], says: "change over d steps" },
  { name: "delay", takes: ["series", "shift"], says: "value d steps earlier" },
  { name: "decay_linear", takes: ["series", "steps"], says: "linearly weighted mean of the last d values, the latest heaviest" },
  { name: "correlation", takes: ["series", "series", "steps"], says: "correlation over the last d steps", leastSteps: 2 },
  { name: "covariance", takes: ["series", "series", "steps"], says: "covariance over the last d steps", leastSteps: 2 },
  { name: "signedpower", takes: ["series", "number"], says: "sign(x) · |x|^a" },
  { name: "log", takes: ["series"], says: "natural logarithm" },
  { name: "abs", takes: ["series"], says: "magnitude" },
  { name: "sign", takes: ["series"], says: "-1, 0 or 1" },
  {
    name: "scale",
    takes: ["series"],
    says: "scaled so that absolute values sum to 1 across assets; a single series would look ahead",
  },
  { name: "min", takes: ["series", "series"], says: "the smaller" },
  { name: "max", takes: ["series", "series"], says: "the larger" },
  { name: "if", takes: ["condition", "series", "series"], says: "the second argument if the comparison is true, otherwise the third" },
];

const byName = new Map(FUNCTIONS.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name, one] as const)));

export const functionNamed = (name: string): FormulaFunction | undefined => byName.get(name);
