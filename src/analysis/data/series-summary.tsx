import { Suspense, useState, useSyncExternalStore } from "react";
import type { Series } from "../../../workers/contract";
import { count, day, plural } from "../../lib/format.ts";
import { workspace } from "../../state/workspace";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import type { ReadingSource } from "./reading-choice.tsx";
import type { PeriodControl } from "./use-series-source";

const QualityDialog = deferred(async () => (await import("./quality-dialog.tsx")).QualityDialog);

const ReadingChoice = deferred(async () => (await import("./quality-dialog.tsx")).ReadingChoice);

const PeriodChoice = deferred(async () => (await import("./period-choice.tsx")).PeriodChoice);

/** Minimum rows for choosing a period. */
const MIN_ROWS = 60;

interface SeriesSummaryProps {
  series: Series;
  /** Singular of the values: "price", "return". */
  noun?: string;
  /** Removes the series from the field; without it the card has no Remove button. */
  onRemove?: () => void;
  /** Re-reads the same text or file with other options, or takes another symbol of its panel. */
  source?: ReadingSource;
  /** Enables choosing a period of the series. */
  period?: PeriodControl;
}

/** A card with the name of the series, "1,974 values read, 0 dropped", its date range, and under "Details" the full quality report. */
export function SeriesSummary({ series, noun = "value", onRemove, source, period }: SeriesSummaryProps) {
  const [open, setOpen] = useState(false);
  const { quality, times, length } = series;
  // It may have been renamed since it was loaded.
  const listed = useSyncExternalStore(workspace.subscribe, () => workspace.nameOf(series.hash));
  const name = listed ?? series.name;
  // Deleted here or in another tab, or loaded from a deletion that can still be undone.
  const removed = listed === undefined && series.origin !== "typed" && !series.period && workspace.read().ready;
  const { unsorted, undated, unsolved, gaps, jumps, opened, symbols, preset, symbolOf, doubts, chosen, returns } = quality;
  const hasChoice =
    series.columns.length > 1 || [removed, opened, symbols, preset, symbolOf, doubts, chosen, returns, unsolved].some(Boolean);
  const concerns = [unsorted, undated?.count ?? 0, unsolved?.length ?? 0, gaps, jumps.count].filter((found) => found > 0).length;
  return (
    <div className="rounded-[6px] border border-line bg-raised px-2.5 py-2 text-small">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-data" title={name}>
          {name}
        </p>
        {series.origin === "sample" ? <Badge tone="warn">Sample</Badge> : null}
        {onRemove ? (
          <Button size="small" onPress={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        ) : null}
      </div>
      <div className="mt-0.5 flex items-end justify-between gap-2 text-muted">
        <div className="min-w-0">
          <p role="status">
            {plural(length, noun)} read, {count(quality.rowsRead - quality.rowsKept)} dropped
          </p>
          {times ? (
            <p className="num">
              {day(times[0])} – {day(times[length - 1])}
            </p>
          ) : null}
          {concerns > 0 ? (
            <p>
              <span aria-hidden="true" className="text-warn">
                ▲{" "}
              </span>
              {plural(concerns, "remark")} on the data
            </p>
          ) : null}
        </div>
        <Button size="small" kind="quiet" className="-mr-2.5 -mb-1" onPress={() => setOpen(true)} aria-label={`Details of ${name}`}>
          Details
        </Button>
      </div>
      {hasChoice ? (
        <Suspense>
          <ReadingChoice series={series} source={source} removed={removed} />
        </Suspense>
      ) : null}
      {period && (period.whole || series.period) && (series.period?.length ?? length) >= MIN_ROWS ? (
        <Suspense>
          <PeriodChoice series={series} control={period} />
        </Suspense>
      ) : null}
      {open ? (
        <Suspense>
          <QualityDialog series={series} source={source} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
