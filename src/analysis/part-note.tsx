import { type ReactNode, useEffect } from "react";
import type { CanceledAfter } from "../../workers/runtime/parallel";
import { canceledAfter } from "../lib/canceled-after.ts";
import { announce } from "../ui/announcer.ts";
import { Caution } from "../ui/failure-box.tsx";

/** Says of a result that it is a part, where the user canceled; nothing of a whole one. */
export function PartNote({ part, things, children }: { part: CanceledAfter | undefined; things: string; children: ReactNode }) {
  const words = part && canceledAfter(part, things);
  // A region that comes together with its words is not read out by every screen reader.
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return words ? (
    <Caution>
      {words}. {children}
    </Caution>
  ) : null;
}
