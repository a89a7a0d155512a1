import { Suspense, useState, useSyncExternalStore } from "react";
import { deferred } from "../ui/deferred.ts";
import { toastQueue } from "../ui/toast-queue.ts";

const ToastRegion = deferred(async () => (await import("../ui/toast-region.tsx")).ToastRegion);
const subscribe = (notify: () => void) => toastQueue.subscribe(notify);
const anyToast = () => toastQueue.visibleToasts.length > 0;

/** The toast region, loaded with the first toast. */
export function Toasts() {
  const now = useSyncExternalStore(subscribe, anyToast);
  const [wanted, setWanted] = useState(now);
  if (now && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
