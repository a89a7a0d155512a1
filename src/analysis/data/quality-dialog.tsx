import { Suspense, useState } from "react";
import type { Series } from "../../../workers/contract";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QualityFacts } from "./quality-facts.tsx";
import type { ReadingSource } from "./reading-choice.tsx";
import { isOfPanel } from "./reading-fixes.ts";
import { CheckReading } from "./reading-notice.tsx";

export { ReadingChoice } from "./reading-choice.tsx";
export { RefusedReading } from "./reading-notice.tsx";

interface QualityDialogProps {
  series: Series;
  source?: ReadingSource;
  onClose: () => void;
}

/** Quality report of reading a text, as a dialog; leads to Check the reading. */
export function QualityDialog({ series, source, onClose }: QualityDialogProps) {
  const [checking, setChecking] = useState(false);
  const { reread = null, given = null } = source && !isOfPanel(series.quality) ? source : {};
  if (checking && reread && given)
    return (
      <Suspense>
        <CheckReading series={series} given={given} reread={reread} onClose={onClose} />
      </Suspense>
    );
  return (
    <Dialog
      title={`Data quality: ${series.name}`}
      onClose={onClose}
      actions={reread && given ? <Button onPress={() => setChecking(true)}>Check the reading…</Button> : undefined}
    >
      <QualityFacts series={series} source={source} />
    </Dialog>
  );
}
