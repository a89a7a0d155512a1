import type {} from "vitest";

/** A row of the table a run ends with. */
export interface TrialRow {
  what: string;
  tried: number;
  held: number;
  refused: number;
  /** Which, and why. */
  lost: string[];
  hung: string[];
}

declare module "vitest" {
  interface TaskMeta {
    /** Printed by `scripts/tally-reporter.ts`. */
    trials?: TrialRow;
  }
}
