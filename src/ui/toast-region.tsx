import { X } from "lucide-react";
import {
  Button as AriaButton,
  type UNSTABLE_ToastQueue as Queue,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastRegion as ToastRegionBase,
} from "react-aria-components";
import { Button } from "./button.tsx";
import { type ToastContent, type ToastType, toastQueue } from "./toast-queue.ts";

const MARKS: Record<ToastType, readonly [string, string, string]> = {
  info: ["i", "text-accent", "Note"],
  success: ["✓", "text-good", "Done"],
  error: ["✕", "text-bad", "Error"],
  warning: ["▲", "text-warn", "Warning"],
};

/** Mounted once, in the shell. Toasts are placed above the progress bar, so that they do not cover its Cancel button. */
export function ToastRegion({ queue = toastQueue }: { queue?: Queue<ToastContent> }) {
  return (
    <ToastRegionBase
      queue={queue}
      aria-label="Notifications"
      className="fixed right-[calc(16px+env(safe-area-inset-right))] bottom-[calc(16px+env(safe-area-inset-bottom))] z-60 flex max-[1100px]:bottom-[calc(72px+env(safe-area-inset-bottom))] w-[min(320px,calc(100vw-2rem))] flex-col gap-2 rounded-[8px]"
    >
      {({ toast }) => {
        const { type, message, detail, action } = toast.content;
        const [mark, color, word] = MARKS[type];
        return (
          <Toast
            toast={toast}
            aria-label={`${word}: ${message}`}
            className="flex items-start gap-2.5 rounded-[8px] border border-line-strong bg-raised py-2.5 pr-2 pl-3.5"
          >
            <span aria-hidden="true" className={`w-3 shrink-0 text-center font-bold ${color}`}>
              {mark}
            </span>
            <div role={type === "error" || type === "warning" ? "alert" : "status"} className="min-w-0 flex-1 break-words">
              <span className="sr-only">{word}: </span>
              {message}
              {detail ? <small className="block text-muted text-small">{detail}</small> : null}
            </div>
            {action ? (
              <Button
                size="small"
                onPress={() => {
                  action.onChoose();
                  queue.close(toast.key);
                }}
              >
                {action.label}
              </Button>
            ) : null}
            <AriaButton
              slot="close"
              aria-label="Close"
              className="grid size-6 shrink-0 place-items-center rounded-[6px] text-muted hover:text-text"
            >
              <X aria-hidden="true" size={14} />
            </AriaButton>
          </Toast>
        );
      }}
    </ToastRegionBase>
  );
}
