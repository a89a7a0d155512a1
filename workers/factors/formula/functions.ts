import type { Count } from "../../contract";

/** What a place in a call takes: a value at every step, a whole number of steps, a number, or a comparison. */
export type Kind = "series" | "steps" | "shift" | "number" | "condition";

/** Numbers of the operators in `assembly/kernels/factors/formula/cells.ts`. */
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
/** Numbers of the functions in `assembly/kernels/factors/formula/windows.ts`. */
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

export interface FormulaFunction {
  name: string;
  takes: readonly Kind[];
  /** Other names it goes by in the literature. */
  aliases?: readonly string[];
  /** What it gives, in a few words. */
  says: string;
  /** Fewest steps of its window. */
  leastSteps?: Count;
}

export const FUNCTIONS: readonly FormulaFunction[] = [
  { name: "rank", takes: ["series"], says: "percentile: among the assets of the step, or over the lookback of one series" },
  { name: "ts_rank", takes: ["series", "steps"], says: "percentile of the newest among its last d values" },
  { name: "ts_min", takes: ["series", "steps"], says: "least of the last d values" },
  { name: "ts_max", takes: ["series", "steps"], says: "greatest of the last d values" },
  { name: "ts_mean", takes: ["series", "steps"], aliases: ["mean"], says: "mean of the last d values" },
  { name: "ts_sum", takes: ["series", "steps"], aliases: ["sum"], says: "sum of the last d values" },
  { name: "ts_stddev", takes: ["series", "steps"], aliases: ["stddev"], says: "sample deviation of the last d values", leastSteps: 2 },
  { name: "ts_argmax", takes: ["series", "steps"], says: "place of the greatest of the last d values, the newest being d" },
  { name: "ts_argmin", takes: ["series", "steps"], says: "place of the least of the last d values, the newest being d" },
  { name: "delta", takes: ["series", "shift"], says: "change over d steps" },
  { name: "delay", takes: ["series", "shift"], says: "value d steps before" },
  { name: "decay_linear", takes: ["series", "steps"], says: "mean of the last d values, the newest heaviest" },
  { name: "correlation", takes: ["series", "series", "steps"], says: "correlation over the last d steps", leastSteps: 2 },
  { name: "covariance", takes: ["series", "series", "steps"], says: "covariance over the last d steps", leastSteps: 2 },
  { name: "signedpower", takes: ["series", "number"], says: "sign times |x| to the power a" },
  { name: "log", takes: ["series"], says: "natural logarithm" },
  { name: "abs", takes: ["series"], says: "magnitude" },
  { name: "sign", takes: ["series"], says: "-1, 0 or 1" },
  {
    name: "scale",
    takes: ["series"],
    says: "share of all assets' magnitudes at the step; one series has only itself to scale by, which looks ahead",
  },
  { name: "min", takes: ["series", "series"], says: "the lesser" },
  { name: "max", takes: ["series", "series"], says: "the greater" },
  { name: "if", takes: ["condition", "series", "series"], says: "the second where the comparison holds, else the third" },
];

const byName = new Map(FUNCTIONS.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name, one] as const)));

export const functionNamed = (name: string): FormulaFunction | undefined => byName.get(name);
