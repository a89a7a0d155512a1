import { it } from "vitest";
import { fitVolatility } from "../../workers/volatility/fit";
import { completeModel, type ModelAsk } from "../../workers/volatility/garch-model";
import { EgarchLikelihood } from "../../workers/volatility/likelihoods/egarch-likelihood";
import { models } from "../../workers/volatility/models";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { prepareSeries } from "../../workers/volatility/volatility-series";
import { egarchLikelihood } from "../kernels/reference/egarch";
import { plainFigarchWeights, plainLagVariances } from "../kernels/reference/lag-variance";
import { benchContext } from "./context";
import { measure, report, tabulate } from "./measure";
import { garchReturns } from "./paths";

const LENGTH = 5000;
const context = await benchContext();
const kernels = await context.load("volatility");
const returns = garchReturns(context, LENGTH, "normal");
const ask = (variance: ModelAsk["variance"]): ModelAsk => ({ variance, p: 1, q: 1, distribution: "normal", preSample: "sample" });

it("EGARCH(1,1): likelihood, gradient, scores and fit", async ({ task }) => {
  const model = completeModel(ask("egarch"));
  const series = prepareSeries(context, returns, model);
  if (!series) throw new Error("the series does not vary");
  const likelihood = new EgarchLikelihood(context, kernels, model, series);
  const theta = Float64Array.of(0, -0.02, 0.12, -0.05, 0.97);
  const y = context.arena.view(series.address, series.n).slice();
  const parts = { mu: 0, omega: -0.02, alpha: [0.12], gamma: [-0.05], beta: [0.97] };
  const timings = await measure([
    { name: "plain twin, likelihood", run: () => egarchLikelihood(y, parts, 1, (z) => -0.5 * z * z) },
    { name: "kernel, likelihood", run: () => likelihood.value(theta) },
    { name: "kernel, likelihood and gradient", run: () => [likelihood.value(theta), likelihood.gradient()] },
    { name: "kernel, outer product of scores", run: () => likelihood.finalScores() },
    {
      name: "whole fit with errors and columns",
      run: () => fitVolatility(context, returns, ask("egarch"), DEFAULT_FIT_OPTIONS, kernels),
    },
  ]);
  tabulate(task.meta, "EGARCH log-likelihood", LENGTH, timings[1], { twin: timings[0] });
  tabulate(task.meta, "EGARCH log-likelihood and gradient", LENGTH, timings[2], { twin: timings[0] });
  report(task.meta, `EGARCH(1,1), normal, ${LENGTH} returns`, timings, { count: LENGTH, unit: "value" });
});

it("FIGARCH(1,d,1): likelihood, gradient and fit", async ({ task }) => {
  const model = completeModel(ask("figarch"));
  const series = prepareSeries(context, returns, model);
  if (!series) throw new Error("the series does not vary");
  const likelihood = models[model.variance].likelihood(context, kernels, model, series);
  const theta = Float64Array.of(0, 0.03, 0.2, 0.4, 0.45);
  const y = context.arena.view(series.address, series.n).slice();
  const timings = await measure(
    [
      { name: "plain twin, variances", run: () => plainLagVariances(y, 0.05, plainFigarchWeights(0.2, 0.4, 0.45, 1000), 1) },
      { name: "kernel, likelihood", run: () => likelihood.value(theta) },
      { name: "kernel, likelihood and gradient", run: () => [likelihood.value(theta), likelihood.gradient()] },
      {
        name: "whole fit with errors and columns",
        run: () => fitVolatility(context, returns, ask("figarch"), DEFAULT_FIT_OPTIONS, kernels),
      },
    ],
    7,
  );
  tabulate(task.meta, "FIGARCH log-likelihood, 1000 lags", LENGTH, timings[1], { twin: timings[0] });
  report(task.meta, `FIGARCH(1,d,1), normal, ${LENGTH} returns, 1000 lags`, timings, { count: LENGTH, unit: "value" });
});

it("tail of the stability statistic", async ({ task }) => {
  const points = Float64Array.from({ length: 64 }, (_, i) => 0.05 + 0.05 * i);
  const timings = await measure([
    { name: "one parameter", run: () => points.map((x) => kernels.nyblomTail(x, 1)) },
    { name: "ten parameters", run: () => points.map((x) => kernels.nyblomTail(x, 10)) },
  ]);
  tabulate(task.meta, "nyblomTail, 1 parameter", points.length, timings[0]);
  tabulate(task.meta, "nyblomTail, 10 parameters", points.length, timings[1]);
  report(task.meta, "tail of the stability statistic, per probability", timings, { count: points.length, unit: "value" });
});

it("FIGARCH and HAR about an autoregressive mean against a constant one", async ({ task }) => {
  for (const [variance, theta] of [
    ["figarch", [0.02, 0.2, 0.4, 0.45]],
    ["har", [0.1, 0.15, 0.3, 0.35]],
  ] as const) {
    const timings = await measure(
      ([{ mean: "constant" }, { mean: { ar: 2 } }] as const).map((mean) => {
        const model = completeModel({ ...ask(variance), ...mean });
        const series = prepareSeries(context, returns, model);
        if (!series) throw new Error("the series does not vary");
        const likelihood = models[model.variance].likelihood(context, kernels, model, series);
        const at = Float64Array.of(...(mean.mean === "constant" ? [0] : [0, 0.05, -0.05]), ...theta);
        const name = mean.mean === "constant" ? "constant mean" : "two returns in the mean";
        return { name: `${variance}, ${name}, likelihood and gradient`, run: () => [likelihood.value(at), likelihood.gradient()] };
      }),
    );
    for (const timing of timings) tabulate(task.meta, timing.name, LENGTH, timing);
    report(task.meta, `${variance}, ${LENGTH} returns`, timings, { count: LENGTH, unit: "value" });
  }
});
