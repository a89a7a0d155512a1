import { locks } from "../../../workers/capabilities";
import type { Millis } from "../../../workers/contract";
import { lead } from "./feed-leader";
import { addressOf, type Feed, feeds } from "./feed-records";
import { isListening, lookAtFiles, lookAtLive, refreshFeed } from "./feeds";

const LOOK: Millis = 2000;
/** After a failure each wait is twice as long as the one before, up to this many times. */
const MAX_DOUBLINGS = 5;

const failures = new Map<string, number>();
let started = false;

/** When a feed is to be read next; null where it is not. */
export function dueAt({ body, ...feed }: Feed, failed: number): Millis | null {
  if (body.paused || body.interval === 0 || addressOf({ body, ...feed }) === null) return null;
  // A live channel is listened to from the start of a visit on.
  if (body.form === "socket" && failed === 0 && !isListening(feed.id)) return 0;
  return (body.fetchedAt ?? 0) + body.interval * 2 ** Math.min(failed, MAX_DOUBLINGS);
}

/** Notes whether there are feeds, so that the next visit fetches what reads them only then. */
function noteFeeds(): void {
  try {
    if (feeds.read().records.length > 0) localStorage.setItem("prospect.feeds", "1");
    else localStorage.removeItem("prospect.feeds");
  } catch {
    // Refused: feeds are read once their screen is opened.
  }
}

async function look(): Promise<void> {
  noteFeeds();
  await lookAtLive();
  const readable = await lookAtFiles();
  for (const feed of feeds.read().records) {
    const due = dueAt(feed, failures.get(feed.id) ?? 0);
    if (due === null || Date.now() < due || (feed.body.form === "file" && !readable.has(feed.id))) continue;
    // One after the other: whatever the user runs comes first.
    const outcome = await refreshFeed(feed.id);
    failures.set(feed.id, outcome.ok ? 0 : (failures.get(feed.id) ?? 0) + 1);
  }
}

/** Reads feeds as their intervals say, while a page is open; of several tabs one does it. */
export function startFeeds(): void {
  if (started) return;
  started = true;
  const run = async () => {
    lead();
    await feeds.open();
    for (;;) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  };
  void (locks()?.request("prospect-feeds", run) ?? run());
}
