import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { renderHook } from "vitest-browser-react";
import { useWatch } from "../../src/app/use-watch";
import { inputStore, readInputs, useScreenInputs } from "../../src/state/screen-inputs";
import { WATCH_DEFAULTS, WATCH_INPUTS, watchInputsSchema } from "../../src/state/watch/alerts";
import { watchlist } from "../../src/state/watch/watchlist";

const schema = v.object({ text: v.string(), period: v.number() });
const defaults = { text: "", period: 20 };

it("keeps the inputs of a screen when it is left, and saves them when the page is left", async () => {
  const screen = `test-${Date.now()}`;
  const first = await renderHook(() => useScreenInputs(screen, schema, defaults));
  expect(first.result.current.inputs).toEqual(defaults);
  await first.act(() => first.result.current.change({ text: "1,2,3" }));
  expect(first.result.current.inputs).toEqual({ text: "1,2,3", period: 20 });
  await first.unmount();

  const second = await renderHook(() => useScreenInputs(screen, schema, defaults));
  expect(second.result.current.inputs.text).toBe("1,2,3");
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  expect(JSON.parse(localStorage.getItem(`prospect.inputs.${screen}`) ?? "null")).toEqual({ text: "1,2,3", period: 20 });
  await second.act(() => second.result.current.reset());
  expect(second.result.current.inputs).toEqual(defaults);
});

it("alerts set in another tab are set here, too, and are not overwritten", async () => {
  watchlist.follow();
  const inputs = () => readInputs(WATCH_INPUTS, watchInputsSchema, WATCH_DEFAULTS);
  expect(inputs().alerts).toEqual([]);
  const alert = { id: "theirs", field: "drawdown", comparison: "below", threshold: -10 } as const;
  const tab = document.createElement("iframe");
  document.body.append(tab);
  tab.contentWindow?.localStorage.setItem(`prospect.inputs.${WATCH_INPUTS}`, JSON.stringify({ alerts: [alert] }));
  await expect.poll(() => inputs().alerts).toEqual([alert]);
  tab.remove();
});

it("alerts that local storage refused are watched on every screen once they have come from the database", async () => {
  localStorage.removeItem(`prospect.inputs.${WATCH_INPUTS}`);
  const follow = vi.spyOn(watchlist, "follow").mockImplementation(() => undefined);
  const refused = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const hook = await renderHook(() => useWatch());
  expect(follow).not.toHaveBeenCalled();
  const alert = { id: "ours", field: "drawdown", comparison: "below", threshold: -10 };
  inputStore.takeText(WATCH_INPUTS, JSON.stringify({ alerts: [alert] }));
  await expect.poll(() => follow.mock.calls.length).toBe(1);
  await hook.unmount();
  const again = await renderHook(() => useWatch());
  await expect.poll(() => follow.mock.calls.length).toBe(2);
  await again.unmount();
  refused.mockRestore();
  follow.mockRestore();
});
