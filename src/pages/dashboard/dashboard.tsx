import { Suspense } from "react";
import { deferred } from "../../ui/deferred.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useTabAddress } from "../../ui/use-tab-address.ts";
import { PlanCards } from "../parts/plan-cards.tsx";
import { Overview } from "./overview.tsx";

const TABS = ["overview", "features", "pricing"] as const;
const Features = deferred(async () => (await import("./features.tsx")).Features);

/** Current activity, links to everything, and the Trading Dashboard. */
export default function Dashboard() {
  const [tab, selectTab] = useTabAddress(TABS);
  return (
    <>
      <PageHeader title="Dashboard" description="Activity on this device, all tools, and a trading signal from your own prices." />
      <Tabs
        label="Dashboard views"
        selected={tab}
        onSelect={selectTab}
        tabs={[
          { id: "overview", label: "Overview", content: <Overview /> },
          {
            id: "features",
            label: "Features",
            content: (
              <Suspense>
                <Features />
              </Suspense>
            ),
          },
          {
            id: "pricing",
            label: "Pricing",
            content: (
              <>
                <h2 className="sr-only">Pricing Plans</h2>
                <PlanCards calls />
              </>
            ),
          },
        ]}
      />
    </>
  );
}
