import { useState } from "react";
import { checkFeedAddress } from "../../client/feed-thread";
import { startFeeds } from "../../state/feeds/feed-clock";
import { freeName } from "../../state/feeds/feed-dataset";
import { connectFeed } from "../../state/feeds/feeds";
import { announce } from "../../ui/announcer.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";
import { CONNECTED } from "./feed-words.ts";

/** Adds simulated prices as a feed, as a demonstration. */
export function SimulatedFeed() {
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    const { signal } = new AbortController();
    const checked = await checkFeedAddress("market", { url: "demo:", proxy: "", message: "" }, signal);
    const outcome = checked.ok
      ? await connectFeed(
          { kind: "market", checked: checked.value, name: freeName(checked.value.name, null), interval: 60_000 },
          () => undefined,
          signal,
        )
      : checked;
    setBusy(false);
    if (!outcome.ok) {
      toastFailure(outcome.failure);
      return;
    }
    announce(CONNECTED.market);
    startFeeds();
  };
  return (
    <Button size="small" busy={busy} onPress={() => void add()}>
      Add a simulated feed
    </Button>
  );
}
