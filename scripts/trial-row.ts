import type {} from "vitest";

/** A row of the table at the end of a run. */
export interface TrialRow {
  what: string;
  tried: number;
  held: number;
  refused: number;
  /** Which inputs, and why. */
  lost: string[];
  hung: string[];
}

declare module "vitest" {
  interface TaskMeta {
    /** Printed by `scripts/tally-reporter.ts`. */
    trials?: TrialRow;
  }
}
