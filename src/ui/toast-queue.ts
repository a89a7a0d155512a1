import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import type { Cause } from "../../workers/contract";
import { failureText, loadTexts } from "../lib/texts.ts";

export type ToastType = "info" | "success" | "error" | "warning";

export interface ToastContent {
  type: ToastType;
  message: string;
  /** A second, muted line. */
  detail?: string;
  /** A single button, such as Undo; pressing it closes the toast. */
  action?: { label: string; onChoose: () => void };
}

export interface ToastOptions extends Omit<ToastContent, "type" | "message"> {
  /** Milliseconds it is shown, not counting hover and focus: 5000, or 10,000 with a button; null: until closed. */
  duration?: number | null;
}

const DEFAULT_DURATION = 5000;
/** Time to read, decide and reach the button, also by keyboard. */
const ACTION_DURATION = 10_000;
const MAX_TOASTS = 4;

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: MAX_TOASTS });

const add =
  (type: ToastType) =>
  (message: string, options: ToastOptions = {}): (() => void) => {
    const { detail, action, duration = action ? ACTION_DURATION : DEFAULT_DURATION } = options;
    const key = toastQueue.add({ type, message, detail, action }, { timeout: duration ?? undefined });
    return () => toastQueue.close(key);
  };

/** Short messages at the bottom right, callable from anywhere: `toast.success("Saved")`. Each returns a function that closes it. */
export const toast = { info: add("info"), success: add("success"), error: add("error"), warning: add("warning") };

/** Shows a failure as a toast. */
export const toastFailure = (failure: Cause): Promise<void> => loadTexts().then(() => void toast.error(failureText(failure)));

/** Shows a warning until it is dismissed. @returns its removal */
export const toastWarning = (cause: Cause): Promise<() => void> =>
  loadTexts().then(() => toast.warning(failureText(cause), { duration: null }));

/** What has been said once, with the removal of each warning. */
const told = new Map<string, Promise<() => void>>();
let isCovered = false;

/** Warns once of what lasts as long as the tab, unless another warning covers it. */
export function warnOnce(cause: Cause): void {
  if (!isCovered && !told.has(cause.reason)) told.set(cause.reason, toastWarning(cause));
}

/** Whether a warning that nothing at all is stored is shown: it covers those of single choices. */
export function coverWarnings(covers: boolean): void {
  isCovered = covers;
  if (covers) for (const shown of told.values()) void shown.then((close) => close());
}
