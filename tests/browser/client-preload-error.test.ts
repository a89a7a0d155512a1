import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadForMissingFiles } from "../../src/client/preload-error";

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

it("loads the page anew when a part of the app is gone, and lets the error through when that did not help", () => {
  expect(miss().defaultPrevented).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

it("does not reload for ever where nothing can be remembered", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no storage here", "SecurityError");
  });
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  refuse.mockRestore();
});

it("does not reload offline, where the page itself might not come back", () => {
  const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(miss().defaultPrevented).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  offline.mockRestore();
});
