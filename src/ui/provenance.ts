import type { ReactNode } from "react";

/** Where a number comes from. Everything but the formula may be omitted when there is nothing true to say. */
export interface Provenance {
  /** Name of the quantity: heads the popover. */
  title: string;
  /** The formula or rule, in words or symbols. */
  formula: ReactNode;
  /** Settings used: [name, value]. */
  settings?: readonly (readonly [string, ReactNode])[];
  /** Sample size, ready to show: "1,974 returns". */
  n?: string;
  /** Paper, book or standard the definition follows. */
  source?: ReactNode;
  /** Why other programs may show another number. */
  differs?: ReactNode;
  /** The function that computes it: its own formula, source and tolerance follow below. */
  computedBy?: string;
  /** What can be chosen of it; in no report. */
  choice?: ReactNode;
}
