import type { QualityReport, Series } from "../contract";
import { previewOf } from "../ingest";

/** Of what reading a text found the counts and rows, without cells and names of what is in none of its columns. */
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

/** A series with the beginning of its numbers in the place of that of its text: a file shows what is in it, not what it says of that. */
export const withOwnPreview = (series: Series): Series => ({ ...series, preview: previewOf(series) });

/** A series as a file for others holds it: its numbers and names, and no text of what was beside them. */
export const sharedSeries = (series: Series): Series => ({ ...withOwnPreview(series), quality: withoutUnread(series.quality) });
