import type { ChartColors } from "./chart-colors";
import type { Samples } from "./chart-reader";
import type { ChartAxis, ChartMarkers, ChartPane } from "./chart-spec";
import type { Tick } from "./number-ticks";
import type { View } from "./view";

/** All that is needed to draw a pane; the group fills it in before each frame. */
export interface PaneScene {
  axis: ChartAxis;
  pane: ChartPane;
  /** The first pane has the names of vertical lines, the last one the x labels. */
  first: boolean;
  last: boolean;
  markers: ChartMarkers;
  samples: Samples[];
  view: View;
  extent: [number, number];
  /** Logarithmic scale. */
  log: boolean;
  /** Value that percentages are relative to; null if labels are values. */
  base: number | null;
  xTicks: Tick[];
  yTicks: Tick[];
  /** Width reserved for y labels, the same in every pane. */
  gutter: number;
  colors: ChartColors;
}
