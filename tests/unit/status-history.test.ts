import { afterEach, expect, it, vi } from "vitest";
import { keepHistory, keptHistory } from "../../src/state/status-history";

const kept = new Map<string, string>();
const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) };
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

const history = {
  points: [
    { time: 1, cpu: 3.5, memory: null, latency: 12 },
    { time: 2, cpu: null, memory: 40, latency: null },
  ],
  events: [{ number: 1, time: 1, text: "API is healthy" }],
};
const NOTHING = { points: [], events: [] };

it("keeps the latest status checks of a source, and ignores other sources and invalid data", () => {
  vi.stubGlobal("localStorage", storage);
  expect(keptHistory("")).toEqual(NOTHING);
  keepHistory("", history);
  expect(keptHistory("")).toMatchObject(history);
  expect(keptHistory("wss://host/status")).toEqual(NOTHING);
  for (const odd of ["{", "[]", '{"source":"","points":[{"time":"now"}],"events":[]}']) {
    kept.set("prospect.status-history", odd);
    expect(keptHistory("")).toEqual(NOTHING);
  }
});

it("works without storage", () => {
  const refuse = () => {
    throw new DOMException("refused", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  keepHistory("", history);
  expect(keptHistory("")).toEqual(NOTHING);
});
