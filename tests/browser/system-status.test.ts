import { expect, it } from "vitest";
import { BusyMeter, readStatus } from "../../src/state/system-status";

it("tells the share of the workers' time that went to jobs, since it was last asked", () => {
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
  // More jobs than workers keep no more than the workers busy.
  meter.take(9);
  now = 4000;
  expect(meter.read()).toBe(1);
  meter.take(0);
  now = 5000;
  expect(meter.read()).toBe(0);
});

it("reads a host's status: what is missing is unknown, what is odd is refused", () => {
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
