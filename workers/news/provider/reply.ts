import * as v from "valibot";
import { type Count, fail, type Outcome, succeed } from "../../contract";
import { TOPICS } from "../topics";

const MAX_MARKS = 200;
const MAX_QUOTE_LENGTH = 300;
/** Maximum length of a reply, in characters; a longer one is refused without parsing. */
export const MAX_REPLY_LENGTH: Count = 200_000;

const TOPIC_NAMES = TOPICS.map(({ topic }) => topic);
const quote = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_QUOTE_LENGTH));

/** What a model may return: passages with positive or negative sentiment, and passages that name a topic. No numbers. */
const replySchema = v.strictObject({
  phrases: v.pipe(v.array(v.strictObject({ quote, sentiment: v.picklist(["positive", "negative"]) })), v.maxLength(MAX_MARKS)),
  topics: v.pipe(v.array(v.strictObject({ quote, topic: v.picklist(TOPIC_NAMES) })), v.maxLength(MAX_MARKS)),
});

/** The same for the model, as JSON Schema. */
export const REPLY_JSON_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["phrases", "topics"],
  properties: {
    phrases: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["quote", "sentiment"],
        properties: { quote: { type: "string" }, sentiment: { type: "string", enum: ["positive", "negative"] } },
      },
    },
    topics: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["quote", "topic"],
        properties: { quote: { type: "string" }, topic: { type: "string", enum: TOPIC_NAMES } },
      },
    },
  },
} as const;

/** A mark of the model, located in the text. */
interface Placed {
  quote: string;
  start: number;
  end: number;
}

export interface MarkedText {
  phrases: (Placed & { sentiment: "positive" | "negative" })[];
  topics: (Placed & { topic: string })[];
}

const FENCE = "```";

/** JSON alone, or within a code fence, as chat models like to return it. */
function parsed(reply: string): unknown {
  const text = reply.trim();
  const fenced = text.length > 2 * FENCE.length && text.startsWith(FENCE) && text.endsWith(FENCE);
  try {
    return JSON.parse(fenced ? text.slice(FENCE.length, -FENCE.length).replace(/^json\s/, "") : text);
  } catch {
    return undefined;
  }
}

/**
 * Validates a model's reply against the text: only the expected fields and values, and quotes that occur in the text. Any violation refuses the
 * whole reply; a mark without a free occurrence is omitted.
 */
export function readReply(reply: string, text: string): Outcome<MarkedText> {
  if (reply.length > MAX_REPLY_LENGTH) return fail("bad-input", "news/replyTooLong");
  const json = parsed(reply);
  if (json === undefined) return fail("bad-input", "news/replyNotJson");
  const checked = v.safeParse(replySchema, json);
  if (!checked.success) return fail("bad-input", "news/replyShape", { where: pathOf(checked.issues[0]) });
  const { phrases, topics } = checked.output;
  const foreign = [...phrases, ...topics].find((mark) => !text.toLowerCase().includes(mark.quote.toLowerCase()));
  if (foreign) return fail("bad-input", "news/replyForeign", { quote: foreign.quote.slice(0, 60) });
  return succeed({ phrases: placed(phrases, text), topics: placed(topics, text) });
}

/** Places every mark at its first occurrence that does not overlap others; returns them in text order. */
function placed<Mark extends { quote: string }>(marks: readonly Mark[], text: string): (Mark & Placed)[] {
  const lower = text.toLowerCase();
  const taken: (Mark & Placed)[] = [];
  const isFree = (start: number, end: number) => taken.every((other) => end <= other.start || start >= other.end);
  for (const mark of marks) {
    const wanted = mark.quote.toLowerCase();
    let start = lower.indexOf(wanted);
    while (start >= 0 && !isFree(start, start + wanted.length)) start = lower.indexOf(wanted, start + 1);
    if (start >= 0) taken.push({ ...mark, start, end: start + wanted.length });
  }
  return taken.sort((a, b) => a.start - b.start);
}

const pathOf = (issue: v.BaseIssue<unknown>): string =>
  (issue.path ?? []).map(({ key }) => String(key).slice(0, 30)).join(".") || "the whole reply";
