import type { ReactNode } from "react";
import type { Progress } from "../../../workers/contract";
import { ProgressBar } from "../../ui/progress.tsx";
import { useLate } from "../../ui/use-late.ts";

interface LateReadingProps {
  reading: Progress | null;
  onCancel: () => void;
  /** Previous content, kept until reading takes long: a card that briefly disappears would shift the form under the pointer. */
  children?: ReactNode;
  /** Keeps the content throughout: the same data are being re-read, and the user may be operating on it. */
  stays?: boolean;
}

/** The content of a field, replaced by a progress bar if reading takes long. */
export function LateReading({ reading, onCancel, children, stays = false }: LateReadingProps) {
  const late = useLate(reading !== null);
  const slow = late ? reading : null;
  return (
    <>
      {slow ? <ProgressBar label={slow.label || "Reading"} fraction={slow.fraction} onCancel={onCancel} /> : null}
      {slow && !stays ? null : children}
    </>
  );
}
