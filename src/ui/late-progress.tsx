import type { Progress } from "../../workers/contract";
import { ProgressBar } from "./progress.tsx";
import { useLate } from "./use-late.ts";

/** The progress of work that goes on behind results already shown. */
export function LateProgress({ progress, onCancel }: { progress: Progress | null; onCancel: () => void }) {
  const late = useLate(progress !== null);
  return progress && late ? <ProgressBar label={progress.label || "Working"} fraction={progress.fraction} onCancel={onCancel} /> : null;
}
