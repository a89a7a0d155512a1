import { expect, it } from "vitest";

it("tests run on an isolated page, like the product", () => {
  expect(crossOriginIsolated).toBe(true);
});
