import type { ChartColors } from "./chart-colors";
import type { Samples } from "./chart-reader";
import type { ChartAxis, ChartMarkers, ChartPane } from "./chart-spec";
import type { Tick } from "./number-ticks";
import type { View } from "./view";

/** All a pane needs to be drawn; the group of panes fills it in before each frame. */
export interface PaneScene {
  axis: ChartAxis;
  pane: ChartPane;
  /** The first pane carries the names of vertical lines, the last one the labels of x. */
  first: boolean;
  last: boolean;
  markers: ChartMarkers;
  samples: Samples[];
  view: View;
  extent: [number, number];
  /** Whether equal ratios are equal distances. */
  log: boolean;
  /** What percentages count from; null where labels are values. */
  base: number | null;
  xTicks: Tick[];
  yTicks: Tick[];
  /** Width kept for the labels of y, the same in every pane. */
  gutter: number;
  colors: ChartColors;
}
