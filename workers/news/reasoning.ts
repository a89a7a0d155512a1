import { REGIME_MULTIPLIERS, STRENGTH_WEIGHTS } from "./constants";
import type { StrengthParts } from "./signal";
import type { Sentiment, TopicFound, TradingSignals } from "./types";

const EXAMPLES = 3;
const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
const plural = (count: number, word: string): string => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

function examples(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  return distinct.length === 0 ? "" : ` (${distinct.slice(0, EXAMPLES).join(", ")}${distinct.length > EXAMPLES ? ", …" : ""})`;
}

function sentimentLines({ score, hits, wordCount, counts, unit = "word" }: Sentiment): string[] {
  if (wordCount === 0) return [`No sentiment ${unit}s: the score is 0.50.`];
  const of = (polarity: "positive" | "negative") => hits.filter((hit) => hit.polarity === polarity);
  const side = (polarity: "positive" | "negative") =>
    `${plural(counts[polarity], `${polarity} ${unit}`)}${examples(of(polarity).map(({ word }) => word))}`;
  const lines = [`${side("positive")} against ${side("negative")}: the score is ${score.toFixed(2)}.`];
  for (const { word, weightedBy, weight } of hits.filter(({ weightedBy }) => weightedBy !== null).slice(0, EXAMPLES)) {
    lines.push(`"${weightedBy}" makes "${word}" count ${weight} times.`);
  }
  const turned = hits.filter(({ negated }) => negated);
  if (turned.length > 0)
    lines.push(`${plural(turned.length, "word")} turned round by a negation${examples(turned.map(({ word }) => word))}.`);
  return lines;
}

/** Why the signal is what it is: one line per word weighed, topic, multiplier and part of the strength. */
export function reasonsFor(sentiment: Sentiment, topics: readonly TopicFound[], signal: TradingSignals, parts: StrengthParts): string[] {
  const { direction, confidence, strength, metadata } = signal;
  const { regime, baseSignal, adjustmentFactor } = metadata;
  const topicLines = topics.map(
    ({ topic, weight, count, hits }) =>
      `${topic}, weight ${weight}: ${plural(count, "keyword")}${examples(hits.map(({ keyword }) => keyword))}.`,
  );
  const known = regime !== "unknown";
  const effect = adjustmentFactor === REGIME_MULTIPLIERS.unknown[direction] ? "changes nothing" : `multiplies by ${adjustmentFactor}`;
  return [
    ...sentimentLines(sentiment),
    `A score of ${sentiment.score.toFixed(2)} is ${baseSignal.direction} with ${percent(baseSignal.confidence)} confidence.`,
    ...(topicLines.length > 0 ? topicLines : ["None of the eight topics is named."]),
    known
      ? `The context reads as ${regime}: for ${direction} that ${effect}, to ${percent(confidence)} confidence.`
      : "No market context: the confidence stays as it is.",
    `Strength ${percent(strength)}: ${STRENGTH_WEIGHTS.sentiment} × sentiment ${parts.sentiment.toFixed(2)} + ${STRENGTH_WEIGHTS.topics} × topics ${parts.topics.toFixed(2)} + ${STRENGTH_WEIGHTS.context} × context ${parts.context.toFixed(2)}${adjustmentFactor === 1 ? "" : `, times ${adjustmentFactor}`}.`,
  ];
}
