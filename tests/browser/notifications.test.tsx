import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render, renderHook } from "vitest-browser-react";
import { type Answer, answer, useAnalysis } from "../../src/analysis/use-analysis.ts";
import { makeRouter } from "../../src/app/router.tsx";
import { noteFinished } from "../../src/app/use-job-notices.ts";
import { Notices, notices } from "../../src/state/notices.ts";
import { settings } from "../../src/state/settings.ts";
import { pressOnceAttended } from "./attended.ts";
import { findings } from "./axe.ts";

const bell = () => page.getByRole("button", { name: /^Notifications/ });
const dot = () => document.querySelector("[data-unread]");

async function open(path = "/") {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return router;
}

const hide = (state: DocumentVisibilityState) => vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);

beforeEach(() => notices.clear());
afterEach(() => {
  vi.restoreAllMocks();
  settings.reset();
  notices.clear();
});

it("says so while empty, and has no dot", async () => {
  // A page that computes nothing: on a slow machine the fit on Home takes long enough to be listed.
  await open("/profile");
  expect(dot()).toBeNull();
  await userEvent.click(bell());
  await expect.element(page.getByRole("dialog", { name: "Notifications" })).toHaveTextContent("No notifications.");
  expect(await findings("light")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(bell()).toHaveFocus();
});

it("a job that ended while the page was hidden is listed with its duration and link, and the dot disappears once it was seen", async () => {
  const router = await open();
  hide("hidden");
  noteFinished({ job: "fit-garch", millis: 3200, failure: null });
  notices.add({ kind: "alert", title: "A drawdown limit was passed", detail: "−12.0%", path: "/risk-management" });
  await expect.poll(() => dot()).not.toBeNull();
  await expect.element(page.getByRole("button", { name: /^Notifications.*2 unread/ })).toBeVisible();
  hide("visible");
  await pressOnceAttended("n", () => document.querySelector('[role="dialog"]') !== null);
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect.element(list).toHaveTextContent("GARCH fit finished");
  await expect.element(list).toHaveTextContent("took 3.2 s");
  await expect.poll(() => dot()).toBeNull();
  expect(await findings("dark")).toEqual([]);
  await userEvent.click(list.getByRole("link", { name: "Risk Management" }));
  await expect.poll(() => router.state.location.pathname).toBe("/risk-management");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

it("a running job shows its progress, and its Cancel is the same as on its screen", async () => {
  await open("/profile");
  const close = Float64Array.from({ length: 4000 }, (_, t) => Math.sin(t * t * 0.37 + t));
  const hook = await renderHook(() =>
    useAnalysis<Answer<"estimate-lyapunov">>({
      work: (turn) => answer(turn, "estimate-lyapunov", { close, kind: "values", surrogates: { count: 99 } }, {}),
    }),
  );
  await hook.act(() => void hook.result.current.run());
  await userEvent.click(bell());
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect.element(list.getByRole("progressbar")).toBeVisible();
  expect(await findings("light")).toEqual([]);
  await userEvent.click(list.getByRole("button", { name: /^Cancel Lyapunov/ }));
  await expect.element(list.getByRole("progressbar")).not.toBeInTheDocument();
  await expect.element(list).toHaveTextContent("No notifications.");
  expect(hook.result.current).toMatchObject({ busy: false, progress: null, shown: null, failure: null });
});

it("Cancel pressed twice keeps what is done until the first press", async () => {
  await open("/profile");
  const close = Float64Array.from({ length: 4000 }, (_, t) => Math.sin(t * t * 0.37 + t));
  const hook = await renderHook(() =>
    useAnalysis<Answer<"estimate-lyapunov">>({
      work: (turn) => answer(turn, "estimate-lyapunov", { close, kind: "values", surrogates: { count: 99 } }, {}, { keepsPart: true }),
    }),
  );
  await hook.act(() => void hook.result.current.run());
  await expect.poll(() => hook.result.current.progress?.fraction ?? 0, { timeout: 20_000 }).toBeGreaterThan(0.1);
  await userEvent.click(bell());
  const list = page.getByRole("dialog", { name: "Notifications" });
  const cancel = list.getByRole("button", { name: /^Cancel Lyapunov/ });
  await expect.element(cancel).toBeVisible();
  const button = cancel.element() as HTMLElement;
  button.click();
  button.click();
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.poll(() => hook.result.current.shown?.value.canceledAfter, { timeout: 20_000 }).toMatchObject({ of: 99 });
  expect(hook.result.current).toMatchObject({ busy: false, failure: null });
});

it("short jobs are not listed; a job seen to end is listed as read; a failure says why", async () => {
  hide("visible");
  noteFinished({ job: "fit-garch", millis: 400, failure: null });
  expect(notices.read()).toEqual([]);
  noteFinished({ job: "mine-factors", millis: 2000, failure: { code: "bad-input", reason: "runtime/said", params: { text: "too few" } } });
  expect(notices.read()).toMatchObject([{ kind: "failed-job", title: "Factor search failed", detail: "too few", read: true }]);
});

it("a system notification is shown only when the page is hidden, and it is wanted and allowed", () => {
  const shown = vi.fn();
  class FakeNotification {
    static permission = "granted";
    constructor(title: string) {
      shown(title);
    }
    close() {}
  }
  vi.stubGlobal("Notification", FakeNotification);
  const finish = () => noteFinished({ job: "fit-garch", millis: 3200, failure: null });
  hide("hidden");
  finish();
  expect(shown).not.toHaveBeenCalled();
  settings.change({ notify: true });
  finish();
  expect(shown).toHaveBeenCalledExactlyOnceWith("GARCH fit finished");
  hide("visible");
  finish();
  FakeNotification.permission = "denied";
  hide("hidden");
  finish();
  expect(shown).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("keeps fifty, after a reload and in every tab, and survives broken stored data", () => {
  for (let index = 0; index < 60; index++) notices.add({ kind: "job", title: String(index), detail: "", path: null });
  const tab = new Notices(() => localStorage);
  expect(tab.read().map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, index) => String(59 - index)));
  tab.markRead();
  window.dispatchEvent(new StorageEvent("storage", { key: "prospect.notices" }));
  expect(notices.read().every(({ read }) => read)).toBe(true);
  localStorage.setItem("prospect.notices", '[{"id":1},7]');
  expect(new Notices(() => localStorage).read()).toEqual([]);
});

it("lists every notice of a visit when the device is full, and saves them once there is room", () => {
  let isFull = true;
  const texts = new Map<string, string>();
  const device = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      texts.set(key, text);
    },
  } as unknown as Storage;
  const tab = new Notices(() => device);
  const titles = (of: Notices) => of.read().map(({ title }) => title);
  for (const title of ["first", "second"]) tab.add({ kind: "alert", title, detail: "", path: null });
  expect(titles(tab)).toEqual(["second", "first"]);
  isFull = false;
  window.dispatchEvent(new Event("pagehide"));
  expect(titles(new Notices(() => device))).toEqual(["second", "first"]);
});
