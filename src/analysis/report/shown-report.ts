import { Store } from "../../lib/store.ts";
import type { ShownRun } from "../../state/result-files";
import type { OwnReport, ReportAbout } from "./about.ts";

/** What the visible screen would be reported as. */
export interface ShownReport {
  /** Same as in `ExportMenuProps`. */
  report: (() => ReportAbout | null) | OwnReport | null;
  /** The shown run; null if there is none. */
  shown(): ShownRun | null;
}

/** Set by each screen that can be reported, for comparison with a report. */
export const shownReport = new Store<ShownReport | null>(null);
