import type { ChartCsvColumn } from "./feed";
import type { Picture } from "./marks";

interface ShownChart {
  title: string;
  /** Null while nothing is drawn. */
  picture: (() => Promise<Picture>) | null;
  columns: () => ChartCsvColumn[];
}

/** Charts by their element, for exports of the page as shown. */
export const shownCharts = new WeakMap<Element, ShownChart>();
