import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { sampleAssetsText } from "../fixtures/sample-assets";
import { testContext } from "../kernels/context";

it("ships the four simulated assets as the generator makes them", async () => {
  const shipped = await readFile("public/samples/simulated_assets.csv", "utf8");
  expect(shipped).toBe(sampleAssetsText(await testContext()));
});
