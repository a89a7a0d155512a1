import type { QualityReport, Series } from "../contract";
import { previewOf } from "../ingest";

/** The quality report's counts and rows, without cells and names from columns that were not read. */
function withoutUnread({ undated: _, unsolved: __, ...quality }: QualityReport): QualityReport {
  const { dropped, symbols, opened, panel, chosen } = quality;
  return {
    ...quality,
    dropped: dropped.map((one) => ({ ...one, examples: one.examples.map(({ row }) => ({ row, value: "" })) })),
    ...(symbols && { symbols: { ...symbols, names: [symbols.chosen] } }),
    ...(opened && { opened: { ...opened, choices: opened.choices.map((one) => ({ names: [one.chosen], chosen: one.chosen })) } }),
    ...(panel?.left && { panel: { ...panel, left: [] } }),
    ...(chosen?.form && { chosen: { options: chosen.options, earlier: chosen.earlier } }),
  };
}

/** A series whose preview is generated from its numbers: a file shows what it contains, not what it says about that. */
export const withOwnPreview = (series: Series): Series => ({ ...series, preview: previewOf(series) });

/** A series for sharing: its numbers and names, without any other text of its source. */
export const sharedSeries = (series: Series): Series => ({ ...withOwnPreview(series), quality: withoutUnread(series.quality) });
