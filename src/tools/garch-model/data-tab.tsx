import { memo, type ReactNode, Suspense } from "react";
import type { Series } from "../../../workers/contract";
import { deferred } from "../../ui/deferred.ts";

const LoadedData = deferred(async () => (await import("./loaded-data.tsx")).LoadedData);

interface DataTabProps {
  series: Series | null;
  column: string | null;
  /** Stands here until there is a series. */
  nothing: ReactNode;
}

/** The series as it was read; before that, the ways in. */
export const DataTab = memo(function DataTab({ series, column, nothing }: DataTabProps) {
  if (!series) return nothing;
  return (
    <Suspense fallback={<div data-waiting className="min-h-dvh" />}>
      <LoadedData series={series} column={column} />
    </Suspense>
  );
});
