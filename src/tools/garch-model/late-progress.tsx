import { useEffect, useState } from "react";
import type { Progress } from "../../../workers/contract";
import { ProgressBar } from "../../ui/progress.tsx";

/** What takes less than this shows no bar: it would only flash. */
const WORTH_SHOWING = 300;

/** The progress of work that goes on behind results already shown. */
export function LateProgress({ progress, onCancel }: { progress: Progress | null; onCancel: () => void }) {
  const running = progress !== null;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setLate(true), WORTH_SHOWING);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [running]);
  return progress && late ? <ProgressBar label={progress.label || "Working"} fraction={progress.fraction} onCancel={onCancel} /> : null;
}
