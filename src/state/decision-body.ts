import * as v from "valibot";
import { momentSchema } from "../../workers/runtime/schema";

/** What of a news text is kept with its decision. */
export const KEPT_TEXT = 600;

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const decisionSchema = v.object({
  /** When it was analyzed. */
  at: momentSchema,
  /** When the news was published; null where that was not said. */
  published: v.nullable(momentSchema),
  /** The beginning of the text. */
  text: v.pipe(v.string(), v.maxLength(KEPT_TEXT)),
  sentiment: share,
  /** Of the news analysis. */
  newsConfidence: share,
  direction: v.picklist(["LONG", "SHORT", "NEUTRAL"]),
  strength: share,
  timeframe: v.picklist(["1D", "1W", "1M"]),
  /** Of the signal. */
  confidence: share,
  regime: v.picklist(["bullish", "bearish", "volatile", "neutral", "unknown"]),
  topics: v.pipe(v.array(v.string()), v.maxLength(8)),
  /** Who read the text. */
  provider: v.picklist(["built-in", "endpoint", "browser"]),
  /** How long the analysis took, milliseconds. */
  millis: v.pipe(v.number(), v.minValue(0)),
});

/** A trading signal as the history keeps it. */
export type DecisionBody = v.InferOutput<typeof decisionSchema>;
