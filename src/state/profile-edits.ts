import { succeed } from "../../workers/contract";
import { edits } from "./edits";
import type { useProfile } from "./profile";

/** Clears the profile, as an edit: later changes are not overwritten. A separate module, since every page shows the profile. */
export function clearProfile({ current, change, reset }: ReturnType<typeof useProfile>): void {
  const run = () => {
    const before = current();
    reset();
    const after = current();
    const undo = () => {
      if (current() !== after) return false;
      change(before);
      return true;
    };
    return succeed({ undo });
  };
  void edits.make({ what: "clearing of the profile", run, stamp: current }, "Profile cleared");
}
