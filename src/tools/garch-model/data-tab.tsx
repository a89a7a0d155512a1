import { type ReactNode, Suspense } from "react";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { deferred } from "../../ui/deferred.ts";

const LoadedData = deferred(async () => (await import("./loaded-data.tsx")).LoadedData);

interface DataTabProps {
  source: Pick<SeriesSource, "series" | "returning" | "reread" | "settled" | "given">;
  column: string | null;
  /** Shown until there is a series. */
  nothing: ReactNode;
}

/** Placeholder as tall as a page, so that the arriving chart does not push away content being read. */
const COMING = <div data-waiting className="min-h-dvh" />;

/** The series as it was read; before that, the ways to load one. */
export const DataTab = ({ source, column, nothing }: DataTabProps) =>
  source.series ? (
    <Suspense fallback={COMING}>
      <LoadedData series={source.series} column={column} source={source} />
    </Suspense>
  ) : source.returning ? (
    COMING
  ) : (
    nothing
  );
