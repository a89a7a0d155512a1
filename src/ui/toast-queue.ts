import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import type { Cause } from "../../workers/contract";
import { inWords, loadTexts } from "../lib/texts.ts";

export type ToastType = "info" | "success" | "error" | "warning";

export interface ToastContent {
  type: ToastType;
  message: string;
  /** A second, muted line. */
  detail?: string;
  /** One button, such as Undo; choosing it closes the toast. */
  action?: { label: string; onChoose: () => void };
}

export interface ToastOptions extends Omit<ToastContent, "type" | "message"> {
  /** Milliseconds it stays, hovering and focus not counted: 5000, or 10,000 with a button; null = until closed. */
  duration?: number | null;
}

const DEFAULT_DURATION = 5000;
/** What can be undone is to be read, decided and reached, by keyboard too. */
const ACTION_DURATION = 10_000;
export const MAX_TOASTS = 4;

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: MAX_TOASTS });

const add =
  (type: ToastType) =>
  (message: string, options: ToastOptions = {}): (() => void) => {
    const { detail, action, duration = action ? ACTION_DURATION : DEFAULT_DURATION } = options;
    const key = toastQueue.add({ type, message, detail, action }, { timeout: duration ?? undefined });
    return () => toastQueue.close(key);
  };

/** Short messages at the bottom right, from anywhere: `toast.success("Saved")`. Each returns a function that closes it. */
export const toast = { info: add("info"), success: add("success"), error: add("error"), warning: add("warning") };

/** Says a failure at the bottom right. */
export const toastFailure = (failure: Cause): Promise<void> => loadTexts().then(() => void toast.error(inWords(failure)));
