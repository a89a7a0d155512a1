import * as v from "valibot";
import { momentSchema } from "../../workers/runtime/schema";

/** Maximum length of the stored beginning of a news text. */
export const KEPT_TEXT = 600;

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const decisionSchema = v.object({
  /** When it was analyzed. */
  at: momentSchema,
  /** When the news was published; null if not given. */
  published: v.nullable(momentSchema),
  /** The beginning of the text. */
  text: v.pipe(v.string(), v.maxLength(KEPT_TEXT)),
  sentiment: share,
  /** Confidence of the news analysis. */
  newsConfidence: share,
  direction: v.picklist(["LONG", "SHORT", "NEUTRAL"]),
  strength: share,
  timeframe: v.picklist(["1D", "1W", "1M"]),
  /** Confidence of the signal. */
  confidence: share,
  regime: v.picklist(["bullish", "bearish", "volatile", "neutral", "unknown"]),
  topics: v.pipe(v.array(v.string()), v.maxLength(8)),
  /** Engine that analyzed the text. */
  provider: v.picklist(["built-in", "endpoint", "browser"]),
  /** Duration of the analysis in milliseconds. */
  millis: v.pipe(v.number(), v.minValue(0)),
});

/** A trading signal in the history. */
export type DecisionBody = v.InferOutput<typeof decisionSchema>;
