import { expect } from "vitest";

/** The golden files' own tolerance: 1e-9 relative, 1e-12 absolute. */
export const close = (actual: number | null, expected: number, what: string) =>
  expect(Math.abs((actual ?? Number.NaN) - expected), `${what}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(
    1e-9 * Math.abs(expected) + 1e-12,
  );
