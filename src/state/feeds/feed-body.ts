import * as v from "valibot";
import { momentSchema } from "../../../workers/runtime/schema";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

const newsItem = v.object({ time: v.nullable(momentSchema), title: text(400), text: text(1100) });

/** News kept of a feed: the newest. */
export const MAX_NEWS = 500;
/** How often a feed may be read: 0 = only when asked. */
export const INTERVALS = [0, 10_000, 60_000, 300_000, 900_000, 3_600_000, 86_400_000] as const;

/** A feed the user added. Its whole address is kept apart (`feed-addresses`): what is behind a "?" is part of no backup. */
export const feedSchema = v.object({
  name: v.pipe(text(200), v.nonEmpty()),
  kind: v.picklist(["market", "news"]),
  form: v.picklist(["address", "socket", "file", "simulator"]),
  /** What is shown: host and path, the name of a file, or "demo:7". */
  address: text(2000),
  /** Whether `address` is all of it. */
  whole: v.boolean(),
  seed: v.pipe(v.number(), v.integer()),
  /** When it was added: where the simulator begins. */
  since: momentSchema,
  interval: v.picklist(INTERVALS),
  paused: v.boolean(),
  /** Content hash of its dataset; null for news. */
  dataset: v.nullable(v.pipe(v.string(), v.nonEmpty())),
  /** Whether the dataset came with the feed, and goes when the feed brings a newer one. */
  owned: v.boolean(),
  rows: count,
  fetchedAt: v.nullable(momentSchema),
  /** Why the last reading failed; null where it did not. */
  trouble: v.nullable(text(1000)),
  news: v.pipe(v.array(newsItem), v.maxLength(MAX_NEWS)),
});

export type FeedBody = v.InferOutput<typeof feedSchema>;
export type Interval = FeedBody["interval"];
