import { afterEach, expect, it, vi } from "vitest";
import { keepAddress, wholeAddress } from "../../src/state/feeds/feed-addresses";
import { dueAt } from "../../src/state/feeds/feed-due";

const MINUTE = 60_000;
const now = 1_000 * MINUTE;
const feed = { paused: false, interval: MINUTE, form: "address", fetchedAt: now - MINUTE / 2 } as const;
const still = { failed: 0, listening: false, now };

it.each([
  ["an interval after it was read", feed, still, now + MINUTE / 2],
  ["later after each failure", feed, { ...still, failed: 3 }, now + 7.5 * MINUTE],
  ["at once where it never was read", { ...feed, fetchedAt: null }, still, 0],
  ["at once where the clock has been set back since", { ...feed, fetchedAt: now + 1e10 }, still, 0],
  ["at once where a live channel is not open yet", { ...feed, form: "socket" }, still, 0],
  ["not by itself where it is paused", { ...feed, paused: true }, still, null],
  ["not by itself without an interval", { ...feed, interval: 0 }, still, null],
] as const)("a feed is read %s", (_, body, state, due) => {
  expect(dueAt(body, state)).toBe(due);
});

afterEach(() => void vi.unstubAllGlobals());

it("a feed named like a property of every object has its own address", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  keepAddress("mine", { url: "https://example.com/", proxy: "", message: "" }, false);
  for (const id of ["toString", "constructor", "__proto__"]) expect(wholeAddress(id)).toBeNull();
  expect(wholeAddress("mine")?.url).toBe("https://example.com/");
});
