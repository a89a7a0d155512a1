import { Bell } from "lucide-react";
import { type ReactNode, Suspense, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";

const NotificationList = deferred(async () => (await import("./notification-list.tsx")).NotificationList);

export interface NoticesControl {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** The unread dot, once it is known whether there is one. */
  mark: ReactNode;
}

export function NotificationBell({ open, onOpen, mark }: NoticesControl) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        square
        aria-haspopup="dialog"
        aria-expanded={open}
        onPress={() => onOpen(!open)}
        className="relative"
      >
        <Bell aria-hidden="true" size={16} />
        <span className="sr-only">Notifications</span>
        {mark}
      </Button>
      {open ? (
        <Suspense>
          <NotificationList button={button} onClose={() => onOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
