import { type Count, type Fraction, HOUR } from "../../../workers/contract";
import { SENTIMENT_WINDOW } from "../../../workers/news/schema";
import type { KeptDecision } from "../../state/decisions";

/** Mean sentiment of the analyses within 24 hours up to the latest, inclusive; null before the first. */
export function sentimentWindow(decisions: readonly Pick<KeptDecision, "body">[]): { mean: Fraction; analyses: Count } | null {
  if (decisions.length === 0) return null;
  const latest = Math.max(...decisions.map(({ body }) => body.at));
  const within = decisions.filter(({ body }) => latest - body.at < SENTIMENT_WINDOW * HOUR);
  return { mean: within.reduce((sum, { body }) => sum + body.sentiment, 0) / within.length, analyses: within.length };
}
