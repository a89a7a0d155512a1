import { sourceOf } from "../../analysis/report/about";
import { savePageReport } from "../../analysis/report/save-page-report.ts";
import { plural } from "../../lib/format.ts";
import { alertWords, type WatchAlert } from "../../state/watch/alerts";
import type { WatchedRow } from "../../state/watch/watchlist";
import { workspace } from "../../state/workspace";

/** Saves the list as a report. Its rows are of no recorded run, so that it has no signature and cannot be recomputed from the file. */
export function saveReport(rows: readonly WatchedRow[], alerts: readonly WatchAlert[]): Promise<void> {
  const hashes = new Set(rows.map(({ hash }) => hash));
  const about = {
    title: `Watchlist of ${plural(rows.length, "series", "series")}`,
    fileName: "watchlist",
    sources: workspace
      .read()
      .datasets.filter(({ hash }) => hashes.has(hash))
      .map(sourceOf),
    settings: { alerts: alerts.map(alertWords).join(", ") },
    at: Date.now(),
    result: rows.map(({ name, found }) => ({ name, figures: found?.figures ?? null, failure: found?.failure ?? null })),
  };
  return savePageReport(() => about, null);
}
