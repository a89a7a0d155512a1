import { expect, it } from "vitest";
import { figuresOf } from "../../../src/analysis/run-figures";
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

it("answers like the tool's own job with the input it reports", async () => {
  const context = await testContext();
  const { job, input, value, settings } = resultOf(
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
});

it("passes the job's refusal on unchanged", async () => {
  const short = { ...series, length: 3, columns: [{ ...series.columns[0], values: values.subarray(0, 3) }] };
  const outcome = await askQuestion({ question: "garch", series: short, settings: {} }, await testContext());
  expect(outcome.ok).toBe(false);
  if (!outcome.ok) expect(failureText(outcome.failure)).toMatch(/100/);
});

it.each([
  ["garch", ["Log-likelihood", "AIC", "BIC", "Persistence", "Half-life", "Returns", "mu"]],
  ["regimes", ["P(Bull)", "P(Bear)", "Bull, duration", "Bear, duration", "Log-likelihood", "BIC", "Sharpe Ratio"]],
  ["lyapunov", ["Lyapunov Exponent", "Surrogate p", "Loss Aversion", "Price Efficiency", "Volatility Clustering"]],
  ["curiosity", ["Curiosity Score", "Market Volatility", "Pattern Strength", "Price Trend", "t of the trend", "Novelty", "Alerts"]],
  ["risk", ["Max Drawdown", "Value at Risk", "Historical ES", "Sharpe Ratio", "Sortino Ratio", "Volatility"]],
] as const)("an answer about %s has the figures that its tool records", async (question, labels) => {
  const { job, input, value } = resultOf(await askQuestion({ question, series, settings: {} }, await testContext()));
  const figures = figuresOf(job, value, input as object);
  expect(figures.map(({ label }) => label).slice(0, labels.length)).toEqual(labels);
  expect(figures.filter((figure) => figure.value === undefined)).toEqual([]);
  if (question === "garch")
    expect(figures.find(({ label }) => label === "Returns")).toEqual({ label: "Returns", value: 799, unit: "in percent" });
});
