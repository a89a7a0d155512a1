import { afterEach, expect, it, vi } from "vitest";
import { notLoaded } from "../../src/client/failures";
import { hasSimd } from "../../workers/capabilities";
import { failureText, says, toldOutcome } from "../fixtures/failure-text";

afterEach(() => void vi.restoreAllMocks());

it("a worker that cannot start blames the connection if the browser is supported", () => {
  expect(hasSimd()).toBe(true);
  expect(toldOutcome(notLoaded())).toMatchObject({ failure: { code: "not-loaded", message: says("runtime/notLoaded") } });
});

it("without WebAssembly SIMD, the browser is named as too old, with the versions required", () => {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  const outcome = notLoaded();
  const words = outcome.ok ? "" : failureText(outcome.failure);
  expect(words).toContain("too old");
  expect(words).toMatch(/Chrome or Edge \d+, Firefox \d+, Safari [\d.]+/);
  expect(words).not.toContain("connection");
});
