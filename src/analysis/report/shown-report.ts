import { Store } from "../../lib/store.ts";
import type { ShownRun } from "../../state/result-files";
import type { OwnReport, ReportAbout } from "./about.ts";

/** What the screen in sight would be reported as. */
export interface ShownReport {
  /** As `ExportMenuProps` has it. */
  report: (() => ReportAbout | null) | OwnReport | null;
  /** The run that is shown; null while there is none. */
  shown(): ShownRun | null;
}

/** Told by each screen that can be reported, for whoever compares it with a report. */
export const shownReport = new Store<ShownReport | null>(null);
