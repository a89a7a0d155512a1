import { Suspense } from "react";
import { deferred } from "../../ui/deferred.ts";
import { RecentScreens } from "./recent-screens.tsx";
import { StatCards } from "./stat-cards.tsx";
import { ToolTiles } from "./tool-tiles.tsx";
import { TradingDashboard } from "./trading-dashboard.tsx";

const RecentRuns = deferred(async () => (await import("./recent-runs.tsx")).RecentRuns);

export function Overview() {
  return (
    <div className="flex flex-col gap-5">
      <StatCards />
      <ToolTiles />
      <RecentScreens />
      <Suspense>
        <RecentRuns />
      </Suspense>
      <TradingDashboard />
    </div>
  );
}
