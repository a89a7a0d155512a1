import type { ReactNode } from "react";
import type { CanceledAfter } from "../../workers/runtime/parallel";
import { canceledAfter } from "../lib/canceled-after.ts";
import { Caution } from "../ui/failure-box.tsx";

/** Says of a result that it is a part, where the user canceled; nothing of a whole one. */
export const PartNote = ({ part, things, children }: { part: CanceledAfter | undefined; things: string; children: ReactNode }) =>
  part ? (
    <Caution>
      {canceledAfter(part, things)}. {children}
    </Caution>
  ) : null;
