import { Suspense } from "react";
import { screenAt } from "../../routes.ts";
import { Busy } from "../../ui/busy.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmbeddedScreen } from "../../ui/page-header.tsx";

/** The screen of /market-analysis, loaded through the route table: pages must not import tools. */
const MarketAnalysis = deferred(async () => {
  const loaded = await screenAt("/market-analysis")?.load();
  if (!loaded) throw new Error("the table of routes has no Trading Dashboard");
  return loaded.default;
});

export function TradingDashboard() {
  return (
    <section aria-label="Trading Dashboard" className="border-line border-t pt-5">
      <EmbeddedScreen>
        <Suspense
          fallback={
            <Busy busy label="Loading Dashboard...">
              <div className="h-96" />
            </Busy>
          }
        >
          <MarketAnalysis />
        </Suspense>
      </EmbeddedScreen>
    </section>
  );
}
