import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { screens } from "../../src/routes";
import { makeMiniatures } from "../fixtures/miniatures";
import { testContext } from "../kernels/context";

const FILE = "src/analysis/first-result/sample-results.json";

it("holds what the tools answer for the samples with their defaults", { timeout: 120_000 }, async () => {
  const made = await makeMiniatures(await testContext());
  // After a change of the numbers: WRITE_SAMPLE_RESULTS=1 npx vitest run --project node sample-results
  if (process.env.WRITE_SAMPLE_RESULTS) writeFileSync(FILE, `${JSON.stringify(made, null, 1)}\n`);
  expect(JSON.parse(readFileSync(FILE, "utf8"))).toEqual(made);
});

it("has one result for every tool that can be run", () => {
  const tools = screens.filter(({ load }) => /\/tools\//.test(`${load}`)).map(({ paths: [path] }) => path.slice(1));
  // A name with a slash is a further tab of a tool.
  const drawn = Object.keys(JSON.parse(readFileSync(FILE, "utf8"))).filter((name) => !name.includes("/"));
  expect(drawn.sort()).toEqual(tools.sort());
});

it("draws returns per year in their own unit: those of the validation are percent already", () => {
  const { scale } = JSON.parse(readFileSync(FILE, "utf8")).validation;
  for (const end of [scale.top, scale.bottom]) expect(end).toMatch(/^−?\d\d%$/);
});
