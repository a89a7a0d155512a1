import { createContext, type ReactNode, useContext } from "react";
import type { ChartFeed } from "./feed";

const ChartFeedContext = createContext<ChartFeed | null>(null);

/** Gives every chart below it the feed that reads long series off the main thread. */
export function ChartFeedProvider({ feed, children }: { feed: ChartFeed; children: ReactNode }) {
  return <ChartFeedContext value={feed}>{children}</ChartFeedContext>;
}

/** The feed of the nearest provider; null without one, and then every chart draws its rows as they are. */
export const useChartFeed = (): ChartFeed | null => useContext(ChartFeedContext);
