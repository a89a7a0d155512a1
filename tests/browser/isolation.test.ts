import { expect, it } from "vitest";

it("tests run on a cross-origin isolated page, like the product", () => {
  expect(crossOriginIsolated).toBe(true);
});
