import * as v from "valibot";
import { expect, it } from "vitest";
import { renderHook } from "vitest-browser-react";
import { useScreenInputs } from "../../src/state/screen-inputs";

const schema = v.object({ text: v.string(), period: v.number() });
const defaults = { text: "", period: 20 };

it("keeps the inputs of a screen when it is left, and writes them down when the page goes", async () => {
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
