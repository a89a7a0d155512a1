import { expect, it } from "vitest";
import { PeriodChooser } from "../../src/analysis/data/period-chooser";
import { NOTHING, type Shown } from "../../src/analysis/data/reader-state";
import type { SeriesReader } from "../../src/analysis/data/series-reader";
import type { Series } from "../../workers/contract";

const VALUES = Float64Array.from({ length: 200 }, (_, row) => 100 + row);

/** A field with a series, as seen by a chooser. */
function fieldWith(series: Series) {
  let shown: Shown = { ...NOTHING, series };
  const place = { pace: null, read: () => shown, show: (next: Shown) => (shown = next), isReading: () => false, stop: () => undefined };
  const chooser = new PeriodChooser(place as unknown as SeriesReader["place"]);
  return { chooser, place, rows: () => shown.series?.length };
}

it("the period waiting for a slow result is the latest, and is stored when the key is released", () => {
  const series = {
    hash: "0a",
    name: "Series",
    length: 200,
    times: null,
    columns: [{ name: "Close", values: VALUES }],
    primary: 0,
  } as unknown as Series;
  const { chooser, place, rows } = fieldWith(series);
  expect([chooser.isNewest(series), chooser.isTransient]).toEqual([true, false]);
  const pace = place.pace as unknown as { setBusy(busy: boolean): void };
  pace.setBusy(true);
  chooser.show(20, 200);
  expect(rows()).toBe(200);
  // The brush follows the pointer; the period is stored on release.
  expect([chooser.isNewest(series), chooser.isTransient]).toEqual([false, true]);
  pace.setBusy(false);
  expect([rows(), chooser.isTransient]).toEqual([180, true]);
});
