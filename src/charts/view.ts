/** Arithmetic of zooming and panning, in positions along x. */

export interface View {
  low: number;
  high: number;
}

/** The view moved into the domain, and shrunk if necessary. */
export function clampView(view: View, domain: View): View {
  const span = view.high - view.low;
  // Returned exactly, so that it counts as the whole: sums could differ in the last bit.
  if (span >= domain.high - domain.low) return domain;
  const low = Math.min(Math.max(view.low, domain.low), domain.high - span);
  return { low, high: low + span };
}

/** Zooms by `factor` (below 1: closer) around `at`, which keeps its place on the screen. */
export function zoomAround(view: View, domain: View, factor: number, at: number, closest: number): View {
  const span = Math.max(closest, (view.high - view.low) * factor);
  const share = (at - view.low) / (view.high - view.low);
  return clampView({ low: at - span * share, high: at + span * (1 - share) }, domain);
}

/** Center of a zoom: a position if it is in view, otherwise the middle. */
export const focusOf = ({ low, high }: View, at: number | null): number => (at !== null && at >= low && at <= high ? at : (low + high) / 2);

/** Rows in view at the closest zoom. */
const CLOSEST_ROWS = 5;

/** Span of the view at the closest zoom. */
export const closestSpan = (domain: View, rows: number): number =>
  ((domain.high - domain.low) * Math.min(CLOSEST_ROWS, rows)) / Math.max(1, rows);

export const panBy = (view: View, domain: View, distance: number): View =>
  clampView({ low: view.low + distance, high: view.high + distance }, domain);

/** The view moved as little as needed to include `at`, a twentieth of its span from the edge. */
export function reveal(view: View, domain: View, at: number): View {
  const edge = (view.high - view.low) / 20;
  if (at < view.low) return panBy(view, domain, at - edge - view.low);
  if (at > view.high) return panBy(view, domain, at + edge - view.high);
  return view;
}

export const sameView = (a: View, b: View): boolean => a.low === b.low && a.high === b.high;
