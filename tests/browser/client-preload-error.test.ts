import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadForMissingFiles } from "../../src/client/preload-error";
import { loadUnlessLeaving, noticeLeaving } from "../../src/lib/leaving";

const reload = vi.fn();
let stop: () => void;
const miss = () => {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  return event;
};

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  stop = reloadForMissingFiles(reload);
});
afterEach(() => stop());

it("reloads the page when a part of the app is gone, and lets the error through if that did not help", async () => {
  expect(miss().defaultPrevented).toBe(true);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

it("retries by itself a part that could not be preloaded, before it reloads the page", async () => {
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/gone/ahead.js" });
  const failed = new Promise((done) => link.addEventListener("error", done));
  document.head.append(link);
  await failed;
  link.remove();
  const asked = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("still gone"));
  expect(miss().defaultPrevented).toBe(true);
  expect(asked.mock.calls.map(([address]) => address)).toEqual([new URL("/gone/ahead.js", location.href).href]);
  expect(reload).not.toHaveBeenCalled();
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  asked.mockRestore();
});

it("does not reload forever where nothing can be stored", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no storage here", "SecurityError");
  });
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  refuse.mockRestore();
});

it("does not reload a page that is being left, and reports nothing that fails on the way out", async () => {
  const remain = noticeLeaving();
  window.dispatchEvent(new Event("beforeunload"));
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError("broken off")).mockResolvedValue("there");
  let loaded = "";
  void loadUnlessLeaving(load).then((value) => {
    loaded = value;
  });
  await new Promise((later) => setTimeout(later, 50));
  expect(loaded).toBe("");
  // The person returns, or never left the page.
  remain();
  await expect.poll(() => loaded, { timeout: 10_000 }).toBe("there");
  expect(load).toHaveBeenCalledTimes(2);
  await expect(loadUnlessLeaving(() => Promise.reject(new TypeError("gone")))).rejects.toThrow("gone");
  expect(miss().defaultPrevented).toBe(true);
});

it("does not reload offline, where the page itself might not load again", () => {
  const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  offline.mockRestore();
});
