import { TIMEFRAME_DAYS } from "../../../workers/news/schema";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import { plural } from "../../lib/format.ts";
import type { SignalRun } from "./use-signal.ts";

const DIRECTIONS = { LONG: 1, NEUTRAL: 0, SHORT: -1 } as const;
/** Maximum characters of all texts together; a longer script is unreadable. */
const MAX_TEXT = 200_000;
/** Maximum characters per line. R accepts at most ten thousand in a string that is not ASCII. */
const LINE = 100;

/** A text in pieces no longer than a line; control characters become spaces, which also separate words. */
function pieces(text: string): string[] {
  const signs = Array.from(text.replace(/[\p{Cc}\p{Cs}]/gu, " "));
  return Array.from({ length: Math.ceil(signs.length / LINE) }, (_, line) => signs.slice(line * LINE, (line + 1) * LINE).join(""));
}

/** Signals of the built-in engine for another program; null for those by a model, and for very long texts. */
export function signalQuestion({ items, settings }: Pick<SignalRun, "items" | "settings">): ScriptQuestion | null {
  const signaled = items.flatMap(({ text, analysis }) => (analysis ? [{ text, analysis }] : []));
  const signs = signaled.reduce((sum, { text }) => sum + text.length, settings.context.length);
  if (settings.provider !== "built-in" || signs > MAX_TEXT) return null;
  const figures = signaled.flatMap(({ analysis }, place) => {
    const { tradingSignals: signals, marketImpact: impact } = analysis;
    const named = {
      Sentiment: analysis.sentiment,
      "News confidence": analysis.confidence,
      Direction: DIRECTIONS[signals.direction],
      Strength: signals.strength,
      Confidence: signals.confidence,
      Timeframe: TIMEFRAME_DAYS[signals.timeframe],
      "Immediate impact": impact.immediate,
      "Long-term impact": impact.longTerm,
      "High volatility": impact.volatility === "High" ? 1 : 0,
    };
    const prefix = signaled.length > 1 ? `${place + 1}: ` : "";
    return Object.entries(named).map(([name, value]): [string, number] => [prefix + name, value]);
  });
  return {
    kind: "news",
    title: `Trading ${plural(signaled.length, "signal")}`,
    source: { name: plural(signaled.length, "article"), sha256: null },
    settings: {
      texts: signaled.length,
      negation: settings.negation,
      context: pieces(settings.context),
      ...Object.fromEntries(signaled.map(({ text }, place) => [`text ${place + 1}`, pieces(text)])),
    },
    columns: [],
    // Sums of a few dozen products in different order.
    figures: comparedFigures(1e-12, Object.fromEntries(figures)),
  };
}
