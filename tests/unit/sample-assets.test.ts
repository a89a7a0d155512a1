import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { SAMPLE_CONTRIBUTIONS } from "../../src/tools/risk-management/sample-assets";
import { measureContributions } from "../../workers/risk/jobs/measure-contributions";
import { resultOf } from "../fixtures/failure-text";
import { sampleAssetsText } from "../fixtures/sample-assets";
import { testContext } from "../kernels/context";

const context = await testContext();
const shipped = await readFile("public/samples/simulated_assets.csv", "utf8");

it("ships the four simulated assets as generated", () => {
  expect(shipped).toBe(sampleAssetsText(context));
});

it("shows as a sample the job's result at equal weights", async () => {
  const [head, ...rows] = shipped.trim().split("\n");
  const names = head.split(",").slice(1);
  const assets = names.map((name, i) => ({ name, values: Float64Array.from(rows, (row) => Number(row.split(",")[i + 1])) }));
  const answer = resultOf(await measureContributions({ assets }, context));
  const percent = (fraction: number) => Math.round(1000 * fraction) / 10;
  const found = answer.assets.map(({ name, percentVolatility, returnContribution }) => ({
    name,
    risk: percent(percentVolatility),
    return: percent(returnContribution),
  }));
  expect(SAMPLE_CONTRIBUTIONS).toEqual(found);
});
