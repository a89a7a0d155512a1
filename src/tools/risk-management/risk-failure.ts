import type { Count, Failure } from "../../../workers/contract";
import { messages } from "../../../workers/lib/messages";

/** A failure with a second line that says more. */
export type RiskFailure = Failure & { reason?: string };

/** Texts that stand as they are; every other reason is wrapped. */
const WHOLE = new Set<string>([messages.enterPortfolioData, messages.portfolioInvalid, messages.fileUnreadable]);
const PREFIX = messages.riskFailed("");

/** A failure of the analysis in the specification's words. @param given values that were read */
export function asRiskFailure(failure: Failure, given: Count): RiskFailure {
  if (failure.message === messages.portfolioInvalid) return { ...failure, reason: messages.insufficientPoints(given) };
  if (WHOLE.has(failure.message) || failure.message.startsWith(PREFIX) || failure.code === "cancelled") return failure;
  return { ...failure, message: messages.riskFailed(failure.message) };
}

/** There is text, but nothing could be read from it. @param cause what the reader said */
export function unreadData(cause: Failure | null): RiskFailure {
  if (cause?.message === messages.fileUnreadable) return cause;
  return { code: "bad-input", message: messages.portfolioInvalid, reason: messages.dataFormatInvalid };
}
