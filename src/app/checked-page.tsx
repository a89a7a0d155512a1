import type { AlteredBlock } from "../../workers/results";
import { type CheckedFile, checkedPages } from "../analysis/report/check-page.ts";
import { count, plural } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Verdict } from "../ui/verdict.tsx";
import { Altered } from "./altered-parts.tsx";

const SAYS = { report: "the report shows", result: "the file says" };
const describeFor =
  (kind: CheckedFile["kind"]) =>
  ({ name, written, shown }: AlteredBlock): string =>
    `${name}: ${SAYS[kind]} “${shown ?? "nothing"}”, the recomputed screen “${written}”`;
const OTHER =
  "Another version of Prospect made this file: headings, rows and last digits that differ between versions are listed with any changes.";
const WHY =
  "Also listed: views that were zoomed, sorted or changed manually, display settings of another device, and charts drawn by another browser.";

/** Verifies that everything a report shows is what its screen shows after recomputing it here. */
export function CheckedPage({ file, onClose }: { file: File; onClose: () => void }) {
  const found = checkedPages.get(file);
  if (!found) return null;
  const { kind, parts, altered, otherVersion } = found;
  const report = kind === "report";
  const state = otherVersion ? "caution" : "bad";
  const words = `${plural(altered.length, report ? "part" : "figure")} of the ${report ? "page" : "file"} ${altered.length === 1 ? "differs" : "differ"} from this screen`;
  return (
    <Dialog
      title={report ? "Report page compared" : "Figures compared"}
      wide
      onClose={onClose}
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3">
        <p className="wrap-anywhere">{file.name}</p>
        <ul className="flex flex-col gap-1">
          {otherVersion ? (
            <li>
              <Verdict state="caution">{OTHER}</Verdict>
            </li>
          ) : null}
          <li>
            <Verdict state={altered.length === 0 ? "ok" : state}>
              {altered.length === 0 ? `All ${count(parts)} parts of the page match this screen` : words}
            </Verdict>
          </li>
          <Altered blocks={altered} describe={describeFor(kind)} state={state} />
          {report && altered.length > 0 ? <li className="text-muted">{WHY}</li> : null}
          <li className="text-muted">Not compared: date and version, as stated in the file.</li>
        </ul>
      </div>
    </Dialog>
  );
}
