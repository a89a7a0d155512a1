import type { ReactNode } from "react";
import type { Progress } from "../../../workers/contract";
import { ProgressBar } from "../../ui/progress.tsx";
import { useLate } from "../../ui/use-late.ts";

interface LateReadingProps {
  reading: Progress | null;
  onCancel: () => void;
  /** What was read before, which stays until reading takes long: a card that goes and comes back would move the form under the hand. */
  children?: ReactNode;
}

/** What a field holds, and in its place the progress of reading once that takes long. */
export function LateReading({ reading, onCancel, children }: LateReadingProps) {
  const late = useLate(reading !== null);
  if (reading && late) return <ProgressBar label={reading.label || "Reading"} fraction={reading.fraction} onCancel={onCancel} />;
  return <>{children}</>;
}
