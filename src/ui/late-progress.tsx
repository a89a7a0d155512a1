import { createPortal } from "react-dom";
import { ProgressBar, type ProgressBarProps } from "./progress.tsx";
import { useLate } from "./use-late.ts";

interface LateProgressProps {
  progress: Pick<ProgressBarProps, "label" | "fraction"> | null;
  onCancel: () => void;
  /** What was just asked for: it is seen to have begun, however short it is. */
  atOnce?: boolean;
}

/**
 * The progress of a screen's work. It floats over the foot of the screen: a bar between the results would move them under the pointer when
 * it comes and when it goes, and a press made meanwhile would miss.
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
