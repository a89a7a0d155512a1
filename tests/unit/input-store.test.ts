import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InputStore, MAX_KEPT_LENGTH } from "../../src/state/input-store";

const schema = v.object({ text: v.string(), period: v.pipe(v.number(), v.integer(), v.minValue(1)), log: v.boolean() });
const defaults = { text: "", period: 20, log: false };
const KEY = "prospect.inputs.garch-model";

/** What a browser offers, kept in a map; `refuse` makes it throw as a full or forbidden storage does. */
function fakeStorage() {
  const kept = new Map<string, string>();
  let refusing = false;
  const answer = <T>(value: T): T => {
    if (refusing) throw new DOMException("refused", "QuotaExceededError");
    return value;
  };
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    removeItem: (key) => void kept.delete(key),
    getItem: (key) => answer(kept.get(key) ?? null),
    setItem: (key, value) => void answer(kept.set(key, value)),
  };
  return { storage, kept, refuse: (value: boolean) => (refusing = value) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("InputStore", () => {
  it("holds a very long text for as long as the page is open, and writes the other inputs only", () => {
    const { storage, kept } = fakeStorage();
    const store = new InputStore(() => storage);
    const text = "x".repeat(MAX_KEPT_LENGTH + 1);
    store.set("garch-model", { text: "short", period: 5, log: true });
    vi.runAllTimers();
    store.set("garch-model", { text, period: 6, log: true });
    vi.runAllTimers();
    expect(store.get("garch-model", schema, defaults).text).toBe(text);
    expect(JSON.parse(kept.get(KEY) ?? "")).toEqual({ period: 6, log: true });
    store.set("garch-model", { text: text.slice(1), period: 6, log: true });
    vi.runAllTimers();
    expect(JSON.parse(kept.get(KEY) ?? "").text).toHaveLength(MAX_KEPT_LENGTH);
  });

  it("starts from the defaults and keeps what was entered over a reload", () => {
    const { storage } = fakeStorage();
    const store = new InputStore(() => storage);
    expect(store.get("garch-model", schema, defaults)).toBe(defaults);
    store.set("garch-model", { text: "1,2", period: 5, log: true });
    vi.runAllTimers();
    const reloaded = new InputStore(() => storage);
    expect(reloaded.get("garch-model", schema, defaults)).toEqual({ text: "1,2", period: 5, log: true });
    expect(reloaded.get("market-analysis", schema, defaults)).toBe(defaults);
  });

  it("writes once after a burst of changes, and at once when the page goes", () => {
    const { storage, kept } = fakeStorage();
    const write = vi.spyOn(storage, "setItem");
    const store = new InputStore(() => storage);
    for (const text of ["1", "1,", "1,2"]) store.set("garch-model", { ...defaults, text });
    expect(write).not.toHaveBeenCalled();
    store.flush();
    vi.runAllTimers();
    expect(write).toHaveBeenCalledTimes(1);
    expect(kept.get(KEY)).toContain('"1,2"');
  });

  it("keeps the valid fields of what an older version wrote", () => {
    const { storage, kept } = fakeStorage();
    kept.set(KEY, JSON.stringify({ text: "1,2", period: -3, gone: 1 }));
    expect(new InputStore(() => storage).get("garch-model", schema, defaults)).toEqual({ text: "1,2", period: 20, log: false });
  });

  it("keeps what another tab has entered meanwhile, as far as it is not about the same inputs", () => {
    const { storage, kept } = fakeStorage();
    const [first, second] = [new InputStore(() => storage), new InputStore(() => storage)];
    for (const store of [first, second]) store.get("garch-model", schema, defaults);
    first.set("garch-model", { ...defaults, text: "1,2" }, ["text"]);
    first.flush();
    second.set("garch-model", { ...defaults, period: 5 }, ["period"]);
    second.flush();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toEqual({ text: "1,2", period: 5, log: false });
    second.set("garch-model", { ...defaults, text: "3", period: 5 }, ["text"]);
    second.flush();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toEqual({ text: "3", period: 5, log: false });
  });

  it.each(["{", "null", "7", '"text"'])("falls back to the defaults for %s", (text) => {
    const { storage, kept } = fakeStorage();
    kept.set(KEY, text);
    expect(new InputStore(() => storage).get("garch-model", schema, defaults)).toEqual(defaults);
  });

  it("keeps inputs in memory where the device refuses, and says so until it does not", async () => {
    const { storage, refuse } = fakeStorage();
    const store = new InputStore(() => storage);
    const heard = vi.fn();
    store.subscribe(heard);
    refuse(true);
    store.set("garch-model", { ...defaults, text: "1" });
    store.flush();
    expect(store.refused()).toBe(true);
    expect(store.get("garch-model", schema, defaults).text).toBe("1");
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    refuse(false);
    store.set("garch-model", { ...defaults, text: "2" });
    store.flush();
    expect(store.refused()).toBe(false);
  });

  it("survives a browser without storage", () => {
    const store = new InputStore(() => {
      throw new DOMException("no storage here", "SecurityError");
    });
    expect(store.get("garch-model", schema, defaults)).toBe(defaults);
    expect(store.refused()).toBe(true);
  });
});

describe("values offered to a screen", () => {
  it("are taken when the screen reads its inputs, each as far as it is known and valid, and are written down", async () => {
    const { storage, kept } = fakeStorage();
    const store = new InputStore(() => storage);
    const taken = vi.fn();
    store.offer("garch-model", { period: 5, log: "yes", strange: 1 }, taken);
    expect(store.get("garch-model", schema, defaults)).toEqual({ text: "", period: 5, log: false });
    await Promise.resolve();
    expect(taken).toHaveBeenCalledExactlyOnceWith(["log", "strange"]);
    vi.runAllTimers();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toEqual({ text: "", period: 5, log: false });
  });

  it("change a screen that is open, and leave its other inputs alone", () => {
    const { storage } = fakeStorage();
    const store = new InputStore(() => storage);
    store.get("garch-model", schema, defaults);
    store.set("garch-model", { text: "1,2", period: 7, log: true });
    const changed = vi.fn();
    store.subscribe(changed);
    store.offer("garch-model", { period: 9 });
    expect(changed).toHaveBeenCalled();
    const inputs = store.get("garch-model", schema, defaults);
    expect(inputs).toEqual({ text: "1,2", period: 9, log: true });
    expect(store.get("garch-model", schema, defaults)).toBe(inputs);
  });

  it("are read again when the device holds something else", () => {
    const { storage, kept } = fakeStorage();
    const store = new InputStore(() => storage);
    store.get("garch-model", schema, defaults);
    kept.set(KEY, JSON.stringify({ period: 3 }));
    store.reread();
    expect(store.get("garch-model", schema, defaults)).toEqual({ text: "", period: 3, log: false });
  });
});
