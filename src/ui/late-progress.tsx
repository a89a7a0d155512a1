import { createPortal } from "react-dom";
import { ProgressBar, type ProgressBarProps } from "./progress.tsx";
import { useLate } from "./use-late.ts";

interface LateProgressProps {
  progress: Pick<ProgressBarProps, "label" | "fraction"> | null;
  onCancel: () => void;
  /** Started by the user just now: shown immediately, however short. */
  atOnce?: boolean;
}

/**
 * Progress of a screen's job. It floats over the bottom of the screen: inserted between results it would shift them under the pointer, and
 * clicks would miss.
 */
export function LateProgress({ progress, onCancel, atOnce }: LateProgressProps) {
  const late = useLate(progress !== null);
  if (!progress || !(late || atOnce)) return null;
  return createPortal(
    <div className="-translate-x-1/2 fixed bottom-[calc(16px+env(safe-area-inset-bottom))] left-1/2 z-50 w-[min(26rem,92vw)] rounded-[8px] border border-line bg-raised px-3 py-2">
      <ProgressBar label={progress.label || "Working"} fraction={progress.fraction} onCancel={onCancel} />
    </div>,
    document.querySelector("main") ?? document.body,
  );
}
