import type { Shape } from "../../../workers/curiosity/shapes";

export const shapeName = ({ kind, rank }: Shape): string => `${kind === "motif" ? "Motif" : "Discord"} ${rank}`;

/** Maximum distance of a click from a pattern, as a share of the series. */
const REACH = 0.02;

/** The pattern nearest to a row of the chart; null if none is near. */
export function nearestShape(shapes: readonly Shape[], row: number, rows: number): Shape | null {
  const half = (shapes[0]?.window.length ?? 0) >> 1;
  const distance = ({ center, other, kind }: Shape) =>
    Math.min(Math.abs(center - row), kind === "motif" && other !== null ? Math.abs(other + half - row) : Number.POSITIVE_INFINITY);
  const [nearest] = [...shapes].sort((one, two) => distance(one) - distance(two));
  return nearest && distance(nearest) <= Math.max(half, REACH * rows) ? nearest : null;
}
