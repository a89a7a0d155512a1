import { lazy, Suspense, useEffect } from "react";
import { startFeeds } from "../../state/feeds/feed-clock";
import { PageHeader } from "../../ui/page-header.tsx";
import { FeedForm } from "./feed-form.tsx";
import { FeedList } from "./feed-list.tsx";
import { FeedNotes } from "./feed-notes.tsx";

const FilePanel = lazy(() => import("./file-panel.tsx"));

/** Feeds of prices and news, read by this browser from URLs the user enters. */
export default function DataIntegration() {
  useEffect(startFeeds, []);
  return (
    <>
      <PageHeader
        title="Data Integration"
        description="Prices and news from your own feeds, read by this browser and stored on this device."
      />
      <div className="mt-4 flex flex-col gap-4">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-4">
          <FeedForm kind="market" />
          <FeedForm kind="news" />
        </div>
        <FeedList />
        <Suspense>
          <FilePanel />
        </Suspense>
        <FeedNotes />
      </div>
    </>
  );
}
