import * as v from "valibot";
import { momentSchema } from "../../../workers/runtime/schema";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

const newsItem = v.object({ time: v.nullable(momentSchema), title: text(400), text: text(1100) });

/** Maximum number of news items stored per feed, newest first. */
export const MAX_NEWS = 500;
/** Polling intervals in milliseconds: 0 = only on request. */
export const INTERVALS = [0, 10_000, 60_000, 300_000, 900_000, 3_600_000, 86_400_000] as const;

/** A feed added by the user. Its full URL is stored separately (`feed-addresses`), since the part after "?" is not included in backups. */
export const feedSchema = v.object({
  name: v.pipe(text(200), v.nonEmpty()),
  kind: v.picklist(["market", "news"]),
  form: v.picklist(["address", "socket", "file", "simulator"]),
  /** Display text: host and path, the name of a file, or "demo:7". */
  address: text(2000),
  /** Whether `address` is the full URL. */
  whole: v.boolean(),
  seed: v.pipe(v.number(), v.integer()),
  /** When it was added: the start of simulated prices. */
  since: momentSchema,
  interval: v.picklist(INTERVALS),
  paused: v.boolean(),
  /** Content hash of its dataset; null for news. */
  dataset: v.nullable(v.pipe(v.string(), v.nonEmpty())),
  /** Whether the dataset was created by the feed, and is replaced by its next version. */
  owned: v.boolean(),
  rows: count,
  fetchedAt: v.nullable(momentSchema),
  /** Why the last reading failed; null if it succeeded. */
  trouble: v.nullable(text(1000)),
  news: v.pipe(v.array(newsItem), v.maxLength(MAX_NEWS)),
});

export type FeedBody = v.InferOutput<typeof feedSchema>;
export type Interval = FeedBody["interval"];
