import { type Outcome, succeed } from "../../../workers/contract";
import { useAnalysis } from "../../analysis/use-analysis";
import { startFeeds } from "../../state/feeds/feed-clock";
import type { Preview } from "../../state/feeds/feed-contents";
import { announce } from "../../ui/announcer.ts";

/** Result of reading a feed for the first time. */
export interface FirstReading {
  preview: Preview | null;
  simulated: boolean;
  /** Message once it is saved. */
  success: string | null;
}

type Show = (preview: Preview, simulated?: boolean) => void;
/** Reads a feed, previews its first rows, and saves it. */
type Read = (show: Show, signal: AbortSignal) => Promise<Outcome<unknown>>;

/** The first reading of a feed: one at a time, previewed before it is saved. */
export function useFirstReading() {
  const analysis = useAnalysis<FirstReading, [read: Read, success: string]>({
    work: async (turn, read, success) => {
      let first: FirstReading = { preview: null, simulated: false, success: null };
      const show: Show = (preview, simulated = false) => {
        first = { ...first, preview, simulated };
        turn.show(first);
      };
      const outcome = await read(show, turn.signal);
      return outcome.ok ? succeed({ ...first, success }) : outcome;
    },
    onDone: ({ success }) => {
      announce(success ?? "");
      startFeeds();
    },
  });
  const { shown, failure, busy, partial, run, clear } = analysis;
  return { shown: busy || failure ? null : shown, failure, busy: busy || partial, read: run, cancel: () => void clear() };
}
