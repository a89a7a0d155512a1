import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { coverWarnings, toast, toastQueue, warnOnce } from "../../src/ui/toast-queue.ts";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { because } from "../../workers/contract";
import { findingsInBothThemes } from "./axe.ts";

beforeEach(async () => {
  await render(<ToastRegion />);
});
afterEach(() => {
  for (const shown of [...toastQueue.visibleToasts]) toastQueue.close(shown.key);
  vi.useRealTimers();
});

const shownCount = () => document.querySelectorAll('[role="alertdialog"]').length;

it("shows at most four; the others wait their turn", async () => {
  for (let number = 1; number <= 6; number++) toast.info(`Message ${number}`, { duration: null });
  await expect.poll(() => shownCount()).toBe(4);
  expect(await findingsInBothThemes()).toEqual([]);
});

it("a warning that nothing is stored covers those of single choices, shown before or after", async () => {
  toastQueue.clear();
  warnOnce(because("storage/chartChoices"));
  await expect.poll(() => shownCount()).toBe(1);
  coverWarnings(true);
  await expect.poll(() => shownCount()).toBe(0);
  warnOnce(because("storage/readingChoices"));
  coverWarnings(false);
  warnOnce(because("storage/readingChoices"));
  await expect.poll(() => shownCount()).toBe(1);
  expect(toastQueue.visibleToasts[0].content.message).toMatch(/How this file is read/);
});

it("errors and warnings are alerts, the others statuses", async () => {
  toast.success("Saved", { duration: null });
  toast.error("Not saved", { duration: null });
  await expect.element(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect.element(page.getByRole("status").filter({ hasText: "Saved" }).first()).toBeVisible();
  await expect.element(page.getByRole("alertdialog", { name: "Error: Not saved" })).toBeVisible();
});

it("Undo runs and closes; the cross closes", async () => {
  const undo = vi.fn();
  toast.info("Series removed", { duration: null, action: { label: "Undo", onChoose: undo } });
  await userEvent.click(page.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  await expect.poll(() => shownCount()).toBe(0);
  toast.warning("Kept in memory only", { duration: null });
  await userEvent.click(page.getByRole("button", { name: "Close" }));
  await expect.poll(() => shownCount()).toBe(0);
});

it("closes by itself after its time, but not while it is hovered or focused", async () => {
  toast.info("Short", { duration: 300 });
  await userEvent.hover(page.getByText("Short"));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(shownCount()).toBe(1);
  await userEvent.unhover(page.getByText("Short"));
  await expect.poll(() => shownCount()).toBe(0);
});

it("stays while something in it has the focus", async () => {
  const undo = vi.fn();
  toast.info("Series removed", { duration: 300, action: { label: "Undo", onChoose: undo } });
  await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
  (page.getByRole("button", { name: "Undo" }).element() as HTMLElement).focus();
  await new Promise((wait) => setTimeout(wait, 600));
  expect(shownCount()).toBe(1);
  await userEvent.keyboard("{Enter}");
  expect(undo).toHaveBeenCalledOnce();
  await expect.poll(() => shownCount()).toBe(0);
});

it("stays 5 s, and 10 s where something can be undone, unless told otherwise", () => {
  toast.info("Default");
  expect(toastQueue.visibleToasts[0].timeout).toBe(5000);
  toast.info("Removed", { action: { label: "Undo", onChoose: () => {} } });
  expect(toastQueue.visibleToasts[0].timeout).toBe(10_000);
});
