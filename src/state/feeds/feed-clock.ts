import { locks } from "../../../workers/capabilities";
import type { Millis } from "../../../workers/contract";
import { dueAt } from "./feed-due";
import { lead } from "./feed-leader";
import { addressOf, feeds } from "./feed-records";
import { checkFollowedFiles, isListening, refreshFeed, updateLiveChannels } from "./feeds";

const LOOK: Millis = 2000;

const failures = new Map<string, number>();
let started = false;

/** Stores whether there are feeds, so that the next visit loads their code only then. */
function noteFeeds(): void {
  try {
    if (feeds.read().records.length > 0) localStorage.setItem("prospect.feeds", "1");
    else localStorage.removeItem("prospect.feeds");
  } catch {
    // Storage refused: feeds are read once their screen is opened.
  }
}

async function look(): Promise<void> {
  noteFeeds();
  await updateLiveChannels();
  const readable = await checkFollowedFiles();
  for (const feed of feeds.read().records) {
    const now = Date.now();
    const due = dueAt(feed.body, { failed: failures.get(feed.id) ?? 0, listening: isListening(feed.id), now });
    if (due === null || now < due || addressOf(feed) === null || (feed.body.form === "file" && !readable.has(feed.id))) continue;
    // One at a time: whatever the user runs has priority.
    const outcome = await refreshFeed(feed.id);
    failures.set(feed.id, outcome.ok ? 0 : (failures.get(feed.id) ?? 0) + 1);
  }
}

/** Reads feeds at their intervals while a page is open; only one of several tabs does it. */
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
