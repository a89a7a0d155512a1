import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KeptPlaces, placeKey } from "../../src/lib/kept-places";
import { lastScreen } from "../../src/pages/home/last-screen";

const NAME = "prospect.places";
let texts: Map<string, string>;
const device = { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => void texts.set(key, text) };
const places = (most = 3) => new KeptPlaces(() => device as unknown as Storage, NAME, 2, most);

beforeEach(() => {
  texts = new Map();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("stored positions", () => {
  it("are restored on the next visit, the latest only", () => {
    const first = places();
    for (const [at, key] of ["a", "b", "c", "a", "d"].entries()) first.keep(key, [at, 10 * at]);
    expect(texts.size).toBe(0);
    vi.runAllTimers();
    const next = places();
    expect(["a", "b", "c", "d"].map((key) => next.find(key))).toEqual([[3, 30], null, [2, 20], [4, 40]]);
  });

  it("keep what another tab has written meanwhile, and drop values back at their default", () => {
    const [ours, theirs] = [places(), places()];
    theirs.keep("theirs", [1, 2]);
    ours.keep("ours", [3, 4]);
    theirs.write();
    ours.write();
    expect([ours.find("theirs"), ours.find("ours")]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    ours.keep("theirs", null);
    expect(ours.find("theirs")).toBeNull();
    ours.write();
    expect(JSON.parse(texts.get(NAME) ?? "")).toEqual([["ours", 3, 4]]);
  });

  it.each(["{", "null", "7", '[["a",1],["a",1,"2"],["a",null,2],[3,1,2],7]'])("ignore foreign data: %s", (text) => {
    texts.set(NAME, text);
    const there = places();
    expect(there.find("a")).toBeNull();
    there.keep("a", [1, 2]);
    there.write();
    expect(places().find("a")).toEqual([1, 2]);
  });

  it("last until the tab is closed if storage fails", () => {
    vi.spyOn(device, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const there = places();
    there.keep("a", [1, 2]);
    there.write();
    expect(there.find("a")).toEqual([1, 2]);
    vi.restoreAllMocks();
  });

  it("depend on what is shown: a key differs with every part, and reveals none of them", () => {
    const keys = [placeKey("/a", "1,2"), placeKey("/b", "1,2"), placeKey("/a", "1,3"), placeKey("/a1", ",2"), placeKey("/a", "2,1")];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => /^[0-9a-z]{2,14}$/.test(key))).toBe(true);
  });
});

describe("the screen to resume", () => {
  it("is the latest one used for work", () => {
    expect(lastScreen(["/settings", "/docs", "/gone", "/portfolio", "/garch-model"])).toBe("/portfolio");
    expect(lastScreen(["/clients"])).toBe("/clients");
    expect(lastScreen(["/settings"])).toBeUndefined();
    expect(lastScreen([])).toBeUndefined();
  });

  const START = { mode: "(display-mode: standalone)", type: "navigate", name: "https://prospect.test/" };
  it.each([
    [true, {}],
    [false, { mode: "(display-mode: browser)" }],
    [false, { type: "reload" }],
    [false, { type: "back_forward" }],
    [false, { name: "https://prospect.test/#tour" }],
    [false, { name: "https://prospect.test/?file" }],
    [false, { name: "https://prospect.test/garch-model" }],
  ])("opens automatically: %s, with %o", async (opens, change) => {
    const { mode, ...entry } = { ...START, ...change };
    vi.resetModules();
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === mode }));
    vi.stubGlobal("location", { origin: "https://prospect.test" });
    vi.stubGlobal("performance", { getEntriesByType: () => [entry] });
    const { isAppStart } = await import("../../src/pages/home/last-screen");
    expect(isAppStart()).toBe(opens);
    expect(isAppStart()).toBe(false);
  });
});
