import { useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import { keepsNothingAtom, storageWarningAtom } from "../state/storage-warning";
import { applyUpdate, updateAtom } from "../state/update";
import { coverWarnings, toast } from "../ui/toast-queue.ts";

const LATER = "A computation is running. Reload when it has finished.";
const NOTHING_LOST = "Data and inputs are kept.";

/** Notices that concern every screen: a new version of the app, and data that the device does not store. */
export function useNotices(): void {
  const { ready } = useAtomValue(updateAtom);
  const warning = useAtomValue(storageWarningAtom);
  const keepsNothing = useAtomValue(keepsNothingAtom);
  // Counts refusals due to a running job: the offer is repeated after each.
  const [refusals, setRefusals] = useState(0);
  const reload = useCallback(async () => {
    if (!(await applyUpdate())) setRefusals((count) => count + 1);
  }, []);
  useEffect(() => {
    if (!ready) return;
    const detail = refusals > 0 ? LATER : NOTHING_LOST;
    return toast.info("New version ready", { detail, duration: null, action: { label: "Reload", onChoose: () => void reload() } });
  }, [ready, refusals, reload]);
  useEffect(() => coverWarnings(keepsNothing), [keepsNothing]);
  useEffect(() => (warning === null ? undefined : toast.warning(warning, { duration: null })), [warning]);
}
