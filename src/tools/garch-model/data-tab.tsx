import { memo, Suspense } from "react";
import type { Series } from "../../../workers/contract";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const LoadedData = deferred(async () => (await import("./loaded-data.tsx")).LoadedData);

/** The series as it was read; before that, the ways in. */
export const DataTab = memo(function DataTab({ series, column }: { series: Series | null; column: string | null }) {
  if (!series) {
    return (
      <EmptyState>
        Paste prices or returns into Market Data, one value per line or as date,value rows; drop a file anywhere on this page; or start with
        a real series.
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <LoadedData series={series} column={column} />
    </Suspense>
  );
});
