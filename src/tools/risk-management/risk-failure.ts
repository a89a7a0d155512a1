import { because, type Count, type Failure, type Reason, withCause, within } from "../../../workers/contract";
import type { DetailedFailure } from "../../analysis/unread-field.tsx";

/** Reasons shown unchanged; all others are wrapped. */
const WHOLE: readonly Reason[] = ["risk/enterData", "ingest/fileUnreadable"];

/** A failure of the analysis in the specification's words. @param given number of values read */
export function asRiskFailure(failure: Failure, given: Count): DetailedFailure {
  if (failure.reason === "risk/invalid") return { ...failure, detail: because("risk/insufficientPoints", { given }) };
  return WHOLE.includes(failure.reason) || failure.code === "canceled" ? failure : within("risk/failed", failure);
}

const isNumber = (word: string): boolean => word !== "" && Number.isFinite(Number(word));

/** Parse errors for which the specification has its own text. */
const OF_TEXTS: readonly Reason[] = [
  ...(["ingest/csvTooShort", "ingest/csvInvalid", "ingest/csvNotCsv", "ingest/otherFile", "ingest/csvFailed"] as const),
  ...(["ingest/enterMarketData", "ingest/marketDataTooShort"] as const),
];

/** Why nothing could be read, in the specification's words. @param text text in the field */
export function fieldFailure(failure: Failure | null, text: string): Failure | null {
  if (!failure || !OF_TEXTS.includes(failure.reason)) return failure;
  const { reason } = failure;
  const short = reason === "ingest/csvTooShort" || (reason === "ingest/marketDataTooShort" && text.split(/[\s,;]+/).some(isNumber));
  return withCause(failure, short ? because("risk/insufficientPoints", { given: 1 }) : because("risk/formatInvalid"));
}
