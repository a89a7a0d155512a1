import { RouterProvider } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { I18nProvider } from "react-aria-components";
import { ChartFeedProvider } from "../charts/chart-feed-provider.tsx";
import { chartFeed } from "../client/chart-feed";
import { settingsAtom } from "../state/settings";
import { prepareAnnouncer } from "../ui/announcer.ts";
import { router } from "./router.tsx";

prepareAnnouncer();

export function App() {
  const { numberFormat } = useAtomValue(settingsAtom);
  return (
    <I18nProvider locale={numberFormat === "auto" ? undefined : numberFormat}>
      <ChartFeedProvider feed={chartFeed}>
        <RouterProvider router={router} />
      </ChartFeedProvider>
    </I18nProvider>
  );
}
