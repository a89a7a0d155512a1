import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DeviceText } from "../../src/lib/device-text";
import { InputStore, MAX_KEPT_LENGTH } from "../../src/state/input-store";
import type { SpareText, SpareTexts } from "../../src/state/spare-texts";

const schema = v.object({ text: v.string(), period: v.pipe(v.number(), v.integer(), v.minValue(1)), log: v.boolean() });
const defaults = { text: "", period: 20, log: false };
const KEY = "prospect.inputs.garch-model";

/** Browser storage in a map; `refuse` makes it throw like full or forbidden storage. */
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
    setItem: (key, value) => {
      answer(null);
      kept.set(key, value);
    },
  };
  return { storage, kept, refuse: (value: boolean) => (refusing = value) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("InputStore", () => {
  it("keeps a very long text while the page is open, and stores only the other inputs", () => {
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

  it("writes while someone types without a pause, and not on every key press", () => {
    const { storage, kept } = fakeStorage();
    const writing = vi.spyOn(storage, "setItem");
    const store = new InputStore(() => storage);
    for (let typed = 1; typed <= 30; typed++) {
      store.set("garch-model", { ...defaults, text: "x".repeat(typed) });
      vi.advanceTimersByTime(100);
    }
    // Three keys are pressed per delay.
    expect(JSON.parse(kept.get(KEY) ?? "null")?.text.length).toBeGreaterThan(26);
    expect(writing.mock.calls.length).toBeLessThan(15);
  });

  it("keeps an out-of-range number as typed across a reload, but accepts none from a link", async () => {
    const { storage } = fakeStorage();
    const store = new InputStore(() => storage);
    store.set("garch-model", { text: "1,2", period: 0, log: true });
    vi.runAllTimers();
    const reloaded = new InputStore(() => storage);
    expect(reloaded.get("garch-model", schema, defaults)).toEqual({ text: "1,2", period: 0, log: true });
    const ignored = vi.fn();
    reloaded.offer("garch-model", { text: "3,4", period: -5 }, ignored);
    expect(reloaded.get("garch-model", schema, defaults)).toEqual({ text: "3,4", period: 0, log: true });
    await Promise.resolve();
    expect(ignored).toHaveBeenCalledWith(["period"], expect.any(Array), expect.any(Function));
  });

  it.each(["toString", "constructor", "__proto__", "hasOwnProperty"])("accepts no input named %s, an object property", async (name) => {
    const { storage, kept } = fakeStorage();
    kept.set(KEY, `{"period":7,"${name}":1}`);
    const store = new InputStore(() => storage);
    expect(Object.keys(store.get("garch-model", schema, defaults))).toEqual(Object.keys(defaults));
    const taken = vi.fn();
    store.offer("garch-model", JSON.parse(`{"period":9,"${name}":1}`), taken);
    const inputs = store.get("garch-model", schema, defaults);
    expect(structuredClone(inputs)).toEqual({ ...defaults, period: 9 });
    await Promise.resolve();
    expect(taken).toHaveBeenCalledWith([name], ["period"], expect.any(Function));
  });

  it("starts from the defaults, and keeps inputs across a reload", () => {
    const { storage } = fakeStorage();
    const store = new InputStore(() => storage);
    expect(store.get("garch-model", schema, defaults)).toBe(defaults);
    store.set("garch-model", { text: "1,2", period: 5, log: true });
    vi.runAllTimers();
    const reloaded = new InputStore(() => storage);
    expect(reloaded.get("garch-model", schema, defaults)).toEqual({ text: "1,2", period: 5, log: true });
    expect(reloaded.get("market-analysis", schema, defaults)).toBe(defaults);
  });

  it("writes once after a burst of changes, and at once when the page is hidden", () => {
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

  it("keeps the valid fields from an older version", () => {
    const { storage, kept } = fakeStorage();
    kept.set(KEY, JSON.stringify({ text: "1,2", period: "3", gone: 1 }));
    expect(new InputStore(() => storage).get("garch-model", schema, defaults)).toEqual({ text: "1,2", period: 20, log: false });
  });

  it("keeps other inputs that another tab has changed meanwhile", () => {
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

  it("keeps inputs in memory if storage fails, and says so until it recovers", async () => {
    const { storage, refuse } = fakeStorage();
    const store = new InputStore(() => storage);
    const heard = vi.fn();
    store.subscribe(heard);
    refuse(true);
    store.set("garch-model", { ...defaults, text: "1" });
    store.flush();
    expect(store.keeper()).toBe("memory");
    expect(store.get("garch-model", schema, defaults).text).toBe("1");
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    refuse(false);
    store.set("garch-model", { ...defaults, text: "2" });
    store.flush();
    expect(store.keeper()).toBe("device");
  });

  it("survives a browser without storage", () => {
    const store = new InputStore(() => {
      throw new DOMException("no storage here", "SecurityError");
    });
    expect(store.get("garch-model", schema, defaults)).toBe(defaults);
    expect(store.keeper()).toBe("memory");
  });
});

describe("if local storage is full or unavailable", () => {
  /** A database in a map; `refuse` makes it fail too. */
  function fakeDatabase() {
    const texts = new Map<string, SpareText>();
    let refusing = false;
    const answer = async <T>(value: () => T): Promise<T> => {
      if (refusing) throw new DOMException("refused", "QuotaExceededError");
      return value();
    };
    const spare: SpareTexts = {
      put: (name, spare) => answer(() => texts.set(name, spare)),
      delete: (name) => answer(() => texts.delete(name)),
      all: () => answer(() => new Map(texts)),
    };
    return { spare, texts, refuse: (value: boolean) => (refusing = value) };
  }
  const settled = () => vi.advanceTimersByTimeAsync(1000);

  it("inputs go to the database, survive a reload, and return to local storage once there is space", async () => {
    const { storage, kept, refuse } = fakeStorage();
    const { spare, texts } = fakeDatabase();
    kept.set(KEY, JSON.stringify({ ...defaults, text: "before it was full" }));
    const store = new InputStore(() => storage, spare);
    expect(store.get("garch-model", schema, defaults).text).toBe("before it was full");
    const full = vi.spyOn(storage, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    store.set("garch-model", { ...defaults, text: "newer" });
    await settled();
    expect(store.keeper()).toBe("database");
    expect(Object.keys(store.sparedTexts())).toEqual([KEY]);

    const later = new InputStore(() => storage, spare);
    expect(later.get("garch-model", schema, defaults).text).toBe("before it was full");
    await settled();
    expect(later.returns()).toBe(1);
    expect(later.get("garch-model", schema, defaults).text).toBe("newer");

    full.mockRestore();
    later.set("garch-model", { ...defaults, text: "newest" });
    await settled();
    expect(later.keeper()).toBe("device");
    expect(texts.size).toBe(0);
    expect(JSON.parse(kept.get(KEY) ?? "").text).toBe("newest");

    refuse(true);
    const refused = new InputStore(() => storage, spare);
    refused.set("garch-model", { ...defaults, text: "refused" });
    await settled();
    expect(refused.keeper()).toBe("database");
  });

  it("inputs entered before the database responded are kept", async () => {
    const { storage } = fakeStorage();
    const { spare, texts } = fakeDatabase();
    texts.set("garch-model", { text: JSON.stringify({ ...defaults, text: "of the last visit" }), over: null });
    const store = new InputStore(() => storage, spare);
    store.set("garch-model", { ...defaults, text: "typed at once" });
    await settled();
    expect(store.get("garch-model", schema, defaults).text).toBe("typed at once");
  });

  it.each(["with room again", "before it was full"])(
    "an undeletable copy in the database does not override what the device stored later: %s",
    async (newest) => {
      const { storage, kept } = fakeStorage();
      const database = fakeDatabase();
      kept.set(KEY, JSON.stringify({ ...defaults, text: "before it was full" }));
      const full = vi.spyOn(storage, "setItem").mockImplementation(() => {
        throw new DOMException("full", "QuotaExceededError");
      });
      const store = new InputStore(() => storage, database.spare);
      store.set("garch-model", { ...defaults, text: "while it was full" });
      await settled();
      full.mockRestore();
      database.refuse(true);
      store.set("garch-model", { ...defaults, text: "with room again" });
      await settled();
      store.set("garch-model", { ...defaults, text: newest });
      await settled();
      database.refuse(false);
      expect(database.texts.size).toBe(1);

      const later = new InputStore(() => storage, database.spare);
      await settled();
      expect(later.get("garch-model", schema, defaults).text).toBe(newest);
      expect(later.keeper()).toBe("device");
      expect(database.texts.size).toBe(0);
    },
  );

  it("takes inputs from a backup, and stores them where there is space", async () => {
    const { storage, refuse } = fakeStorage();
    const database = fakeDatabase();
    const store = new InputStore(() => storage, database.spare);
    store.get("garch-model", schema, defaults);
    refuse(true);
    store.takeText("garch-model", JSON.stringify({ period: 3 }));
    await settled();
    expect(store.keeper()).toBe("database");
    expect(store.get("garch-model", schema, defaults)).toEqual({ text: "", period: 3, log: false });
    const later = new InputStore(() => storage, database.spare);
    await settled();
    expect(later.get("garch-model", schema, defaults).period).toBe(3);
  });

  it("if the database fails too, inputs stay in memory, which is reported, and are stored with the next ones or as the page is left", async () => {
    const { storage, kept, refuse } = fakeStorage();
    const database = fakeDatabase();
    const store = new InputStore(() => storage, database.spare);
    refuse(true);
    database.refuse(true);
    store.set("garch-model", { ...defaults, text: "1" });
    await settled();
    expect(store.keeper()).toBe("memory");
    expect(store.get("garch-model", schema, defaults).text).toBe("1");
    refuse(false);
    store.set("lyapunov", defaults);
    await settled();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toMatchObject({ text: "1" });
    refuse(true);
    store.set("garch-model", { ...defaults, text: "2" });
    await settled();
    refuse(false);
    store.flush();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toMatchObject({ text: "2" });
  });
});

describe("a small text", () => {
  it("is the last one stored, even if the device is full and still has an older one", () => {
    const { storage, kept } = fakeStorage();
    const tab = new EventTarget();
    vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
    const text = new DeviceText(() => storage, "prospect.sidebar");
    vi.unstubAllGlobals();
    const elsewhere = (key: string) => tab.dispatchEvent(Object.assign(new Event("storage"), { key }));
    text.keep("old");
    const full = vi.spyOn(storage, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    text.keep("new");
    expect(kept.get("prospect.sidebar")).toBe("old");
    expect(text.text()).toBe("new");
    elsewhere("another");
    expect(text.text()).toBe("new");
    // Another tab has freed space.
    full.mockRestore();
    elsewhere("another");
    expect(kept.get("prospect.sidebar")).toBe("new");
    kept.set("prospect.sidebar", "theirs");
    const heard = vi.fn();
    text.subscribe(heard);
    elsewhere("prospect.sidebar");
    expect([text.text(), heard.mock.calls.length]).toEqual(["theirs", 1]);
  });
});

describe("values offered to a screen", () => {
  it("are applied when the screen reads its inputs, if known and valid, and are stored", async () => {
    const { storage, kept } = fakeStorage();
    const store = new InputStore(() => storage);
    const taken = vi.fn();
    store.offer("garch-model", { period: 5, log: "yes", strange: 1 }, taken);
    expect(store.get("garch-model", schema, defaults)).toEqual({ text: "", period: 5, log: false });
    await Promise.resolve();
    expect(taken).toHaveBeenCalledExactlyOnceWith(["log", "strange"], ["period"], expect.any(Function));
    vi.runAllTimers();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toEqual({ text: "", period: 5, log: false });
    const [, , undo] = taken.mock.calls[0];
    undo();
    expect(store.get("garch-model", schema, defaults)).toEqual(defaults);
    vi.runAllTimers();
    expect(JSON.parse(kept.get(KEY) ?? "null")).toEqual(defaults);
  });

  it("change an open screen, except for its other inputs", () => {
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
});
