import { Suspense } from "react";
import type { SeriesSource } from "../analysis/data/use-series-source";
import { deferred } from "../ui/deferred.ts";

const Section = deferred(async () => (await import("./sentiment-section.tsx")).SentimentSection);

/** The part of a data section that joins dated news as a column Sentiment; loaded after the screen. */
export const Sentiment = ({ source }: { source: SeriesSource }) => (
  <Suspense>
    <Section source={source} />
  </Suspense>
);
