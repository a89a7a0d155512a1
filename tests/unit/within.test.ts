import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { within } from "../e2e/within";

describe("a driver step", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("fails by name without a response", async () => {
    const step = expect(within("ending a visitor", new Promise(() => undefined))).rejects.toThrow("ending a visitor took longer than 20 s");
    await vi.advanceTimersByTimeAsync(20_000);
    await step;
  });

  it("returns its response, and leaves no timer", async () => {
    await expect(within("counting caches", Promise.resolve(1))).resolves.toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
