import { RouterProvider } from "@tanstack/react-router";
import { ChartFeedProvider } from "../charts/chart-feed-provider.tsx";
import { chartFeed } from "../client/chart-feed";
import { prepareAnnouncer } from "../ui/announcer.ts";
import { router } from "./router.tsx";

prepareAnnouncer();

export function App() {
  return (
    <ChartFeedProvider feed={chartFeed}>
      <RouterProvider router={router} />
    </ChartFeedProvider>
  );
}
