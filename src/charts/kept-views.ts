import type { Count } from "../../workers/contract";
import { KeptPlaces, placeKey } from "../lib/kept-places.ts";
import type { ChartAxis, ChartPane } from "./chart-spec";
import type { PlotGroup } from "./plot-group";
import { rowsOf } from "./position";
import { priceOf } from "./price-panes";

const MAX_KEPT_VIEWS: Count = 60;
/** Values sampled to identify a column. */
const SAMPLES: Count = 32;

const kept = new KeptPlaces(() => localStorage, "prospect.chart-views", 2, MAX_KEPT_VIEWS);
addEventListener("pagehide", kept.write);

type Drawn = { axis: ChartAxis; panes: ChartPane[] };

/** A few values from the whole length of a column. */
function sampled(column: Float64Array | null): string {
  if (!column) return "";
  const step = Math.max(1, (column.length - 1) / (SAMPLES - 1));
  return Array.from({ length: Math.min(SAMPLES, column.length) }, (_, place) => column[Math.round(place * step)]).join();
}

/** Identifies the rows of a chart: those of a series, or dates. */
const rowsKey = ({ axis, panes }: Drawn): string =>
  [axis.kind, rowsOf(axis, panes), sampled(axis.values), priceOf(panes)?.price?.dataset ?? ""].join(";");

/** Identifies the values of a chart by its first series. */
function valuesKey({ panes }: Drawn): string {
  const first = panes[0]?.series[0];
  return first ? sampled(first.kind === "band" ? first.lower : first.values) : "";
}

/** The zoom of one chart, stored by screen and values, and restored with them. */
export class KeptView {
  private rows = "";
  private key = "";
  /** The stored zoom was carried over from earlier values rather than chosen by the user. */
  private isCarried = false;

  /** The chart has new data. The view is kept if the rows are the same (other settings on the same series). */
  follow(group: PlotGroup, title: string, drawn: Drawn): void {
    if (group.growth.on) return;
    const rows = rowsKey(drawn);
    const key = placeKey(location.pathname, title, rows, valuesKey(drawn));
    if (key === this.key) return;
    const stays = rows === this.rows && !group.isWhole;
    const place = kept.find(key);
    const [low, high] = place ?? [];
    // While a setting is dragged, every frame has new values: only the last of them keeps a stored entry.
    if (stays && this.isCarried) kept.keep(this.key, null);
    this.key = key;
    this.rows = rows;
    if (stays) this.choose(group);
    else group.setView(low < high ? { low, high } : group.domain);
    this.isCarried = stays && place === null;
  }

  /** The user has chosen the view. */
  choose(group: PlotGroup): void {
    this.isCarried = false;
    if (this.key !== "" && !group.growth.on) kept.keep(this.key, group.isWhole ? null : [group.view.low, group.view.high]);
  }
}
