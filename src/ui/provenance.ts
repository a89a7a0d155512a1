import type { ReactNode } from "react";

/** Where a number comes from. Everything but the formula may be omitted if it does not apply. */
export interface Provenance {
  /** Name of the quantity: title of the popover. */
  title: string;
  /** The formula or rule, in words or symbols. */
  formula: ReactNode;
  /** Settings used, as [name, value]. */
  settings?: readonly (readonly [string, ReactNode])[];
  /** Sample size, formatted: "1,974 returns". */
  n?: string;
  /** Paper, book or standard the definition follows. */
  source?: ReactNode;
  /** Why other programs may report another value. */
  differs?: ReactNode;
  /** The function that computes it; its formula, source and tolerance are shown below. */
  computedBy?: string;
  /** A related setting to change in place; not in reports. */
  choice?: ReactNode;
}
