import type { Issue } from "../check-input";
import type { Failure, FailureCode } from "../contract";
import { failureText } from "../texts";

type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 504;

interface Details {
  issues?: Issue[];
  row?: number;
  column?: string;
  value?: string;
}

/** A refused request: becomes the JSON error of every operation. */
export class Problem extends Error {
  constructor(
    readonly status: ProblemStatus,
    readonly code: string,
    message: string,
    readonly details: Details = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "Problem";
  }
}

/** Has the text as both `error` and `message`, as in the specification, and a code for programs. */
export const problemBody = ({ code, message, details }: Problem) => ({ code, error: message, message, ...details });

const STATUS: Record<FailureCode, ProblemStatus> = {
  "bad-input": 422,
  "not-converged": 422,
  canceled: 503,
  "too-large": 413,
  storage: 503,
  "not-loaded": 503,
  crashed: 500,
};

/** The column of a failure whose name was not found. */
export const NAMED = { symbol: "symbol", portfolio: "portfolio" } as const;

/** A job's failure as an HTTP problem. */
export const problemOf = (failure: Failure): Problem =>
  failure.code === "bad-input" && (failure.column === NAMED.symbol || failure.column === NAMED.portfolio)
    ? new Problem(404, "not-found", failureText(failure))
    : refusalOf(failure);

const refusalOf = ({ code, row, column, value, ...cause }: Failure): Problem =>
  new Problem(STATUS[code], code, failureText(cause), {
    ...(row !== undefined && { row }),
    ...(column !== undefined && { column }),
    ...(value !== undefined && { value: value.slice(0, 200) }),
  });
