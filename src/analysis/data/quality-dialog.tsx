import type { Series } from "../../../workers/contract";
import { Dialog } from "../../ui/dialog.tsx";
import { QualityFacts } from "./quality-facts.tsx";

export { ReadingChoice } from "./reading-choice.tsx";

/** What reading the text found, over the screen. */
export function QualityDialog({ series, onClose }: { series: Series; onClose: () => void }) {
  return (
    <Dialog title={`Data quality: ${series.name}`} open onClose={onClose}>
      <QualityFacts series={series} />
    </Dialog>
  );
}
