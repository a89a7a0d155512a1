import { type ReactNode, useEffect } from "react";
import type { CanceledAfter } from "../../workers/runtime/parallel";
import { canceledAfter } from "../lib/canceled-after.ts";
import { announce } from "../ui/announcer.ts";
import { Caution } from "../ui/failure-box.tsx";

/** States that a result is partial because the user canceled; renders nothing for a complete one. */
export function PartNote({ part, things, children }: { part: CanceledAfter | undefined; things: string; children: ReactNode }) {
  const words = part && canceledAfter(part, things);
  // Not all screen readers announce a live region that appears together with its text.
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return words ? (
    <Caution>
      {words}. {children}
    </Caution>
  ) : null;
}
