import { afterEach, expect, it, vi } from "vitest";
import { notLoaded } from "../../src/client/failures";
import { hasSimd } from "../../src/client/simd";
import { messages } from "../../workers/messages";

afterEach(() => void vi.restoreAllMocks());

it("a worker that cannot start speaks of the connection where the browser could have run it", () => {
  expect(hasSimd()).toBe(true);
  expect(notLoaded()).toMatchObject({ failure: { code: "not-loaded", message: messages.notLoaded } });
});

it("without WebAssembly SIMD the browser is named as too old, and which versions do", () => {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  const { failure } = notLoaded() as { failure: { message: string } };
  expect(failure.message).toContain("too old");
  expect(failure.message).toMatch(/Chrome or Edge \d+, Firefox \d+, Safari [\d.]+/);
  expect(failure.message).not.toContain("connection");
});
