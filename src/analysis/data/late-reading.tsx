import type { ReactNode } from "react";
import type { Progress } from "../../../workers/contract";
import { ProgressBar } from "../../ui/progress.tsx";
import { useLate } from "../../ui/use-late.ts";

interface LateReadingProps {
  reading: Progress | null;
  onCancel: () => void;
  /** What was read before, which stays until reading takes long: a card that goes and comes back would move the form under the hand. */
  children?: ReactNode;
  /** It stays all the while: the same is read again, and the hand may be on it. */
  stays?: boolean;
}

/** What a field holds, and in its place the progress of reading once that takes long. */
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
