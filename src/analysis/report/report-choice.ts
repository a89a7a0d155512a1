import type { MenuChoice } from "../../ui/menu.tsx";
import type { ReportAbout } from "./about.ts";

/** The line of an export menu that saves what the screen shows as one HTML file; `about` is asked when it is chosen. */
export const reportChoice = (about: () => ReportAbout | null): MenuChoice => ({
  id: "report",
  label: "Report (HTML)",
  note: "one file: charts, figures, settings, hashes, formulas",
  onChoose: () => {
    const asked = about();
    if (asked) void import("./save-page-report.ts").then(({ savePageReport }) => savePageReport(asked));
  },
});
