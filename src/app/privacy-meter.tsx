import { ShieldAlert, ShieldCheck } from "lucide-react";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { requestsMeter } from "../client/request-log";
import { bytes } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";

const RequestList = deferred(async () => (await import("./request-list.tsx")).RequestList);

/** Bytes that have left the device since the page was opened; a click lists every request. */
export function PrivacyMeter() {
  const { sent, unknown } = useSyncExternalStore(requestsMeter.subscribe, requestsMeter.read);
  const [open, setOpen] = useState(false);
  useEffect(() => requestsMeter.start(), []);
  const none = sent === 0 && !unknown;
  const amount = unknown ? `${bytes(sent)} or more` : bytes(sent);
  const Icon = none ? ShieldCheck : ShieldAlert;
  return (
    <>
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={none ? `${amount} sent: nothing has left this device` : `${amount} sent from this device`}
        onPress={() => {
          void requestsMeter.readAllowed();
          setOpen(true);
        }}
        className={`w-full px-1.5! ${none ? "" : "text-warn!"}`}
      >
        <Icon aria-hidden="true" size={16} className="shrink-0" />
        <span className="num hidden whitespace-nowrap text-small xl:inline">{unknown ? amount : `${amount} sent`}</span>
      </Button>
      {open ? (
        <Suspense>
          <RequestList onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
