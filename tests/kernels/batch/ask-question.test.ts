import { expect, it } from "vitest";
import { askQuestion } from "../../../workers/batch/jobs/ask-question";
import type { Numbers } from "../../../workers/batch/questions";
import { jobs as volatility } from "../../../workers/volatility";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

const values = randomWalk(800, 5).map((value) => 200 + value);
const series: Numbers = {
  hash: "h",
  name: "walk",
  length: 800,
  times: null,
  columns: [{ name: "Close", role: "close", values }],
  primary: 0,
};

it("answers like the tool's own job with the input it reports, and names the figures by their paths", async () => {
  const context = await testContext();
  const { job, input, value, figures, settings } = resultOf(
    await askQuestion({ question: "garch", series, settings: { variance: "gjr", distribution: "t" } }, context),
  );
  expect(job).toBe("fit-garch");
  expect(settings).toMatchObject({ variance: "gjr", distribution: "t", p: 1, q: 1 });
  // The series' own column is passed by reference in the question.
  expect(input).toMatchObject({ values: { takenColumn: 0 } });
  const given = { ...(input as object), values };
  const again = resultOf(await volatility["fit-garch"](given as Parameters<(typeof volatility)["fit-garch"]>[0], context));
  const { fit } = again;
  expect((value as typeof again).fit.logLikelihood).toBe(fit.logLikelihood);
  expect(figures.find(({ path }) => path === "fit.logLikelihood")).toEqual({ path: "fit.logLikelihood", value: fit.logLikelihood });
  expect(figures.length).toBeLessThanOrEqual(80);
});

it("passes the job's refusal on unchanged", async () => {
  const short = { ...series, length: 3, columns: [{ ...series.columns[0], values: values.subarray(0, 3) }] };
  const outcome = await askQuestion({ question: "garch", series: short, settings: {} }, await testContext());
  expect(outcome.ok).toBe(false);
  if (!outcome.ok) expect(failureText(outcome.failure)).toMatch(/100/);
});
