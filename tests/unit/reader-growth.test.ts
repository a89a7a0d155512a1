import { describe, expect, it } from "vitest";
import { parseNumber } from "../../workers/ingest/number-format";
import { HOSTILE_TEXTS } from "../fixtures/hostile-texts";
import { ALL } from "../fixtures/in-all";

const KILOBYTE = 1 << 10;
const MEGABYTE = 1 << 20;

/** CPU seconds to read a text, whatever the outcome: the best of several tries. Wall time would include other work. */
async function seconds(text: string, reader: (text: string) => unknown, tries: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries; round++) {
    const began = process.cpuUsage();
    await reader(text);
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, user + system);
  }
  return best / 1e6;
}

describe("readers take linear time", () => {
  // Quadratic time takes 64 times as long for eight times the bytes; the margin above 8 allows for shared caches, and short times count as
  // 50 ms.
  it.each(HOSTILE_TEXTS)("32 and 256 kB: %s", async (_, { grow, read }) => {
    const [small, large] = [await seconds(grow(32 * KILOBYTE), read, 3), await seconds(grow(256 * KILOBYTE), read, ALL ? 3 : 1)];
    expect(large / Math.max(small, 0.05)).toBeLessThan(40);
  });

  // The cheapest per byte. Quadratic time takes sixteen times as long for four times the bytes.
  const FEW = ["many columns", "empty lines", "a report of stars", "a report of attributes", "news of dates"];
  it.each(HOSTILE_TEXTS.filter(([name]) => FEW.includes(name)))("1 and 4 MB: %s", async (_, { grow, read }) => {
    const [small, large] = [await seconds(grow(MEGABYTE), read, 2), await seconds(grow(4 * MEGABYTE), read, 1)];
    expect(large / Math.max(small, 0.05)).toBeLessThan(12);
  });

  if (ALL)
    // For 64 times the bytes, each may take three times as long: strings and columns of that size no longer fit into caches.
    it.each(HOSTILE_TEXTS)(
      "1 and 64 MB: %s",
      async (_, { grow, read }) => {
        const [small, large] = [await seconds(grow(MEGABYTE), read, 3), await seconds(grow(64 * MEGABYTE), read, 1)];
        expect(large / Math.max(small, 0.05) / 64).toBeLessThan(3);
      },
      600_000,
    );

  it("a number is scanned once, character by character", () => {
    const cell = `1${" ".repeat(MEGABYTE)}x`;
    expect(parseNumber(cell, "point")).toBeNaN();
    expect(parseNumber(`${"1".repeat(MEGABYTE)}x`, "point")).toBeNaN();
    // More groups than the regular expression engine has backtracking space for.
    expect(parseNumber(`1${",234".repeat(4 * MEGABYTE)}x`, "point")).toBeNaN();
    expect(parseNumber("1,234,567.5", "point")).toBe(1_234_567.5);
  });

  it("49 shapes in all", () => expect(HOSTILE_TEXTS).toHaveLength(49));
});
