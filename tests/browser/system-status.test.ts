import { expect, it } from "vitest";
import { PressureWatch, ThreadMemory } from "../../src/state/device-load";
import { BusyMeter, readStatus } from "../../src/state/system-status";

it("reports the share of worker time spent on jobs since the last reading", () => {
  let now = 0;
  const meter = new BusyMeter(
    () => 4,
    () => now,
  );
  meter.take(2);
  now = 1000;
  meter.take(0);
  now = 2000;
  expect(meter.read()).toBe(0.25);
  // More jobs than workers keep no more than all workers busy.
  meter.take(9);
  now = 4000;
  expect(meter.read()).toBe(1);
  meter.take(0);
  now = 5000;
  expect(meter.read()).toBe(0);
});

it("reads a host's status: what is missing is unknown, what is malformed is refused", () => {
  const room = { total: 1, used: 2, free: 3 };
  const whole = {
    timestamp: "2026-01-05T12:00:00Z",
    cpu: { usage: 1 },
    memory: room,
    network: {},
    storage: room,
    services: { api: "healthy" },
  };
  expect(readStatus(whole)).toMatchObject({
    timestamp: Date.UTC(2026, 0, 5, 12),
    cpu: { usage: 1, temperature: null },
    network: { bandwidth: null, latency: null },
    services: { database: "unknown", api: "healthy", cache: "unknown" },
  });
  for (const odd of [
    null,
    7,
    {},
    { ...whole, timestamp: "soon" },
    { ...whole, cpu: { usage: "hot" } },
    { ...whole, services: { api: "x".repeat(99) } },
  ]) {
    expect(readStatus(odd)).toBeNull();
  }
});

it("reports CPU pressure where the browser supports it, and nothing where it does not", async () => {
  let tell: (records: { state: string }[]) => void = () => undefined;
  const observed: string[] = [];
  class PressureObserver {
    constructor(told: typeof tell) {
      tell = told;
    }
    observe = async (source: string) => void observed.push(source);
    disconnect = () => void observed.push("disconnected");
  }
  const watch = new PressureWatch({ PressureObserver });
  expect(watch.read()).toBe("measuring");
  tell([{ state: "nominal" }, { state: "serious" }]);
  expect(watch.read()).toBe("serious");
  tell([{ state: "<b>odd</b>" }]);
  expect(watch.read()).toBe("serious");
  watch.stop();
  expect(observed).toEqual(["cpu", "disconnected"]);
  expect(new PressureWatch({}).read()).toBeNull();
  const silent = new PressureWatch({ PressureObserver });
  expect(Array.from({ length: 12 }, () => silent.read()).slice(9)).toEqual(["measuring", null, null]);
});

it("reports the memory of page and workers at most every half minute", async () => {
  let asked = 0;
  const memory = new ThreadMemory({ measureUserAgentSpecificMemory: async () => ({ bytes: ++asked * 2 ** 20 }) });
  expect(memory.read(0)).toBe("measuring");
  await expect.poll(() => memory.read(1000)).toBe(1);
  expect([memory.read(29_000), asked]).toEqual([1, 1]);
  memory.read(30_000);
  await expect.poll(() => memory.read(31_000)).toBe(2);
  const refused = new ThreadMemory({ measureUserAgentSpecificMemory: () => Promise.reject(new Error("not isolated")) });
  expect(refused.read(0)).toBe("measuring");
  await expect.poll(() => refused.read(1000)).toBeNull();
  expect(new ThreadMemory({}).read(0)).toBeNull();
});
