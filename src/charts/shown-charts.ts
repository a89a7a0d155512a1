import type { ChartCsvColumn } from "./feed";
import type { Picture } from "./marks";

export interface ShownChart {
  title: string;
  /** Null while nothing is drawn. */
  picture: (() => Promise<Picture>) | null;
  columns: () => ChartCsvColumn[];
}

/** Charts by the element they are drawn in, for whoever reads a page as it is shown. */
export const shownCharts = new WeakMap<Element, ShownChart>();
