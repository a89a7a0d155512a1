import type { Count, Failure } from "../../../workers/contract";
import { messages } from "../../../workers/messages";

/** A failure with a second line that says more. */
export type RiskFailure = Failure & { reason?: string };

/** Texts that stand as they are; every other reason is wrapped. */
const WHOLE = new Set<string>([messages.enterPortfolioData, messages.portfolioInvalid, messages.fileUnreadable]);
const PREFIX = messages.riskFailed("");

/** A failure of the analysis in the specification's words. @param given values that were read */
export function asRiskFailure(failure: Failure, given: Count): RiskFailure {
  if (failure.message === messages.portfolioInvalid) return { ...failure, reason: messages.insufficientPoints(given) };
  if (WHOLE.has(failure.message) || failure.message.startsWith(PREFIX) || failure.code === "canceled") return failure;
  return { ...failure, message: messages.riskFailed(failure.message) };
}

const isNumber = (word: string): boolean => word !== "" && Number.isFinite(Number(word));

/** Why nothing could be read, in the specification's words. @param text what is typed in the field */
export function fieldFailure(cause: Failure | null, text: string): Failure | null {
  if (!cause || cause.message === messages.fileUnreadable) return cause;
  const short =
    cause.message === messages.csvTooShort || (cause.message === messages.marketDataTooShort && text.split(/[\s,;]+/).some(isNumber));
  return { ...cause, message: short ? messages.insufficientPoints(1) : messages.dataFormatInvalid };
}

/** There is something in the field, but no series: what the run says. @param cause what the field says */
export function unreadData(cause: Failure | null): RiskFailure {
  if (cause?.message === messages.fileUnreadable) return cause;
  return { code: "bad-input", message: messages.portfolioInvalid, reason: cause?.message };
}
