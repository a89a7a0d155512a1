import { createContext, type ReactNode, useContext } from "react";
import type { ChartFeed } from "./feed";

const ChartFeedContext = createContext<ChartFeed | null>(null);

/** Provides the feed through which the charts below it read long series off the main thread. */
export function ChartFeedProvider({ feed, children }: { feed: ChartFeed; children: ReactNode }) {
  return <ChartFeedContext value={feed}>{children}</ChartFeedContext>;
}

/** The feed of the nearest provider; without one it is null, and every chart draws all its rows. */
export const useChartFeed = (): ChartFeed | null => useContext(ChartFeedContext);
