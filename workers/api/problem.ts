import type { Failure, FailureCode } from "../contract";
import { inWords } from "../texts";

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 503 | 504;

/** One field of a request that does not fit, and why. */
export interface Issue {
  field: string;
  message: string;
}

interface Details {
  issues?: Issue[];
  row?: number;
  column?: string;
  value?: string;
}

/** A request that is refused: becomes the JSON error every operation answers with. */
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

/** What callers of the specification's server read: the same text as `error` and as `message`, beside a code for programs. */
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

/** Where an answer found nothing under a name it was given, the failure carries one of these as its column. */
export const NAMED = { symbol: "symbol", portfolio: "portfolio" } as const;

/** A job's failure in the language of HTTP. */
export const problemOf = (failure: Failure): Problem =>
  failure.code === "bad-input" && (failure.column === NAMED.symbol || failure.column === NAMED.portfolio)
    ? new Problem(404, "not-found", inWords(failure))
    : refusalOf(failure);

const refusalOf = ({ code, row, column, value, ...cause }: Failure): Problem =>
  new Problem(STATUS[code], code, inWords(cause), {
    ...(row !== undefined && { row }),
    ...(column !== undefined && { column }),
    ...(value !== undefined && { value: value.slice(0, 200) }),
  });
