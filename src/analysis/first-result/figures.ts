/** A tool's result on a sample, shown in miniature before there are data. */
export interface Miniature {
  /** Job and sample. */
  about: string;
  /** Headline figures, labeled and formatted as on the tool's screen. */
  figures: readonly (readonly [label: string, value: string])[];
  /** Title of the drawing. */
  title: string;
  /** A line, in thousandths of the height; shaded as given by `shade`. */
  line?: readonly number[];
  /** A second line at the same scale. */
  beside?: readonly number[];
  /** The line is filled to the top or bottom. */
  filledFrom?: "top" | "bottom";
  /** Shaded points of the line, as pairs of first and last. */
  shade?: readonly (readonly [from: number, to: number])[];
  /** Labels of the value axis at top and bottom, and of the other axis at both ends. */
  scale?: { top: string; bottom: string; from: string; to: string };
  /** Horizontal bars, in thousandths of the width to either side of zero. */
  bars?: readonly (readonly [label: string, value: string, thousandths: number])[];
}
