/** A tool's own result on a sample, as it is drawn in miniature before there is data. */
export interface Miniature {
  /** What was asked of which sample. */
  about: string;
  /** Headline figures, as the tool's screen words and writes them. */
  figures: readonly (readonly [label: string, value: string])[];
  /** What is drawn, under its name. */
  title: string;
  /** The course of a quantity, in thousandths of the height; shaded where `shade` says so. */
  line?: readonly number[];
  /** A second course at the same scale. */
  beside?: readonly number[];
  /** The line starts from a base and is filled to it. */
  filledFrom?: "top" | "bottom";
  /** Points of the line that are shaded, as pairs of first and last. */
  shade?: readonly (readonly [from: number, to: number])[];
  /** What is at the top and the bottom of the scale, and at its two ends. */
  scale?: { top: string; bottom: string; from: string; to: string };
  /** Amounts side by side, in thousandths of the width to either side of a base. */
  bars?: readonly (readonly [label: string, value: string, thousandths: number])[];
}
