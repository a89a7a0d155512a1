import type { ChartPane, ChartSeries } from "../chart-spec";
import { isPrice } from "../price-panes";
import { CATALOG, nameOf } from "./catalog";
import { MAX_PANES } from "./indicator-set";
import type { ShownIndicator } from "./use-indicators";

/** Height of an indicator pane relative to the price pane. */
const SHARE = 0.35;

/** The lines of an indicator as chart series. */
function seriesOf({ id, kind, settings, color, lines }: ShownIndicator, start: number | undefined): ChartSeries[] {
  if (!lines) return [];
  const { lines: facts, band, shades = [], unit, digits } = CATALOG[kind];
  const name = nameOf({ kind, settings });
  const drawn = facts.map(({ key, label, kind: form = "line", dashed, color: own }): ChartSeries => {
    const said = label ? `${name} ${label}` : name;
    return { key: `${id}-${key}`, label: said, kind: form, dashed, color: own ?? color, values: lines[key], start, unit, digits };
  });
  const filled: ChartSeries[] = band
    ? [{ key: `${id}-band`, label: `${name} band`, kind: "band", color, lower: lines[band.lower], upper: lines[band.upper], start, digits }]
    : [];
  const behind = shades.map(({ line, side, label, color: own }): ChartSeries => {
    const edges = { lower: lines[line], upper: lines[line] };
    return { key: `${id}-${label}`, label, kind: "band", backdrop: side, fitsAxis: false, color: own, ...edges, start };
  });
  return [...drawn, ...filled, ...behind];
}

/** The panes of a chart with the indicators on the price pane and in panes of their own below it. */
export function withIndicators(panes: ChartPane[], shown: readonly ShownIndicator[]): ChartPane[] {
  const pricePane = panes.find(({ series }) => series.some(isPrice));
  const computed = shown.filter(({ lines }) => lines !== null);
  if (!pricePane || computed.length === 0) return panes;
  const start = pricePane.series.find(isPrice)?.start;
  const below = Array.from({ length: MAX_PANES }, (_, index) => computed.filter(({ pane }) => pane === index + 1)).flatMap(
    (group, index): ChartPane[] => {
      if (group.length === 0) return [];
      const { range, guides } = CATALOG[group[0].kind];
      const sameRange = group.every(({ kind }) => CATALOG[kind].range === range);
      return [
        {
          key: `indicators-${index + 1}`,
          share: SHARE * pricePane.share,
          digits: pricePane.digits,
          range: sameRange ? range : undefined,
          guides: guides && [...guides],
          series: group.flatMap((one) => seriesOf(one, start)),
        },
      ];
    },
  );
  const onPrice = computed.filter(({ pane }) => pane === 0).flatMap((one) => seriesOf(one, start));
  return [...panes.map((pane) => (pane === pricePane ? { ...pane, series: [...pane.series, ...onPrice] } : pane)), ...below];
}
