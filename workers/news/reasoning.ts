import { fixed, percent, plural } from "../format";
import { REGIME_MULTIPLIERS, STRENGTH_WEIGHTS } from "./schema";
import type { StrengthParts } from "./signal";
import type { Sentiment, TopicFound, TradingSignals } from "./types";

const EXAMPLES = 3;

function examples(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  return distinct.length === 0 ? "" : ` (${distinct.slice(0, EXAMPLES).join(", ")}${distinct.length > EXAMPLES ? ", …" : ""})`;
}

function sentimentLines({ score, hits, wordCount, counts, unit = "word" }: Sentiment): string[] {
  if (wordCount === 0) return [`No sentiment ${unit}s: the score is 0.50.`];
  const of = (polarity: "positive" | "negative") => hits.filter((hit) => hit.polarity === polarity);
  const side = (polarity: "positive" | "negative") =>
    `${plural(counts[polarity], `${polarity} ${unit}`)}${examples(of(polarity).map(({ word }) => word))}`;
  const lines = [`${side("positive")} against ${side("negative")}: the score is ${fixed(score, 2)}.`];
  for (const { word, weightedBy, weight } of hits.filter(({ weightedBy }) => weightedBy !== null).slice(0, EXAMPLES)) {
    lines.push(`"${weightedBy}" weights "${word}" ${weight} times.`);
  }
  const turned = hits.filter(({ negated }) => negated);
  if (turned.length > 0) lines.push(`${plural(turned.length, "word")} reversed by a negation${examples(turned.map(({ word }) => word))}.`);
  return lines;
}

/** Reasons for the signal: one line per weighted word, topic, multiplier and component of the strength. */
export function reasonsFor(sentiment: Sentiment, topics: readonly TopicFound[], signal: TradingSignals, parts: StrengthParts): string[] {
  const { direction, confidence, strength, metadata } = signal;
  const { regime, baseSignal, adjustmentFactor } = metadata;
  const topicLines = topics.map(
    ({ topic, weight, count, hits }) =>
      `${topic}, weight ${fixed(weight, 2)}: ${plural(count, "keyword")}${examples(hits.map(({ keyword }) => keyword))}.`,
  );
  const known = regime !== "unknown";
  const effect = adjustmentFactor === REGIME_MULTIPLIERS.unknown[direction] ? "changes nothing" : `multiplies by ${adjustmentFactor}`;
  return [
    ...sentimentLines(sentiment),
    `A score of ${fixed(sentiment.score, 2)} is ${baseSignal.direction} with ${percent(baseSignal.confidence, 0)} confidence.`,
    ...(topicLines.length > 0 ? topicLines : ["None of the eight topics is mentioned."]),
    known
      ? `Context ${regime}: for ${direction} it ${effect}, to ${percent(confidence, 0)} confidence.`
      : "No market context: confidence unchanged.",
    `Strength ${percent(strength, 0)}: ${STRENGTH_WEIGHTS.sentiment} × sentiment ${fixed(parts.sentiment, 2)} + ${STRENGTH_WEIGHTS.topics} × topics ${fixed(parts.topics, 2)} + ${STRENGTH_WEIGHTS.context} × context ${fixed(parts.context, 2)}${adjustmentFactor === 1 ? "" : `, times ${adjustmentFactor}`}.`,
  ];
}
