import { expect, it } from "vitest";
import { fitRegimes } from "../../workers/regimes/fit";
import type { RegimeModel } from "../../workers/regimes/model";
import { RegimePasses } from "../../workers/regimes/passes";
import { plainRegimes } from "../kernels/reference/regimes";
import { benchContext } from "./context";
import { measure, report, tabulate, within } from "./measure";
import { nativeInput, nativePeer } from "./native";
import { garchReturns } from "./paths";
import { atMostFloor } from "./yardstick";

const LENGTH = 10_000;
const TWO: RegimeModel = {
  transition: [
    [0.985, 0.015],
    [0.03, 0.97],
  ],
  mean: [0.06, -0.05],
  variance: [0.5, 2.5],
};
const THREE: RegimeModel = {
  transition: [
    [0.97, 0.02, 0.01],
    [0.03, 0.95, 0.02],
    [0.02, 0.08, 0.9],
  ],
  mean: [0.1, -0.05, -0.2],
  variance: [0.3, 1.2, 6],
};

const context = await benchContext();
const kernels = await context.load("regimes");

it("filter and smoother of two and three regimes", async ({ task }) => {
  const y = garchReturns(context, LENGTH, "normal");
  const column = { address: context.arena.put(y), n: LENGTH };
  const [two, three] = [2, 3].map((states) => new RegimePasses(context, kernels, column, states));
  const found = two.expectation(TWO);
  const plain = plainRegimes(y, TWO);
  expect(found.logLikelihood / plain.logLikelihood).toBeCloseTo(1, 10);
  const numbers = [TWO.transition[0][0], TWO.transition[1][1], ...TWO.mean, ...TWO.variance];
  const input = nativeInput(y);
  const timings = await measure([
    { name: "two regimes, log-likelihood", run: () => two.logLikelihood(TWO) },
    { name: "two regimes, expectation step", run: () => two.expectation(TWO) },
    { name: "three regimes, log-likelihood", run: () => three.logLikelihood(THREE) },
    { name: "three regimes, expectation step", run: () => three.expectation(THREE) },
    { name: "two regimes, filter and smoother test twin", run: () => plainRegimes(y, TWO) },
    nativePeer("two regimes, log-likelihood C++ plain", "regime-filter", input, numbers, found.logLikelihood),
    nativePeer("two regimes, expectation step C++ plain", "regime-expectation", input, numbers, found.counts[0]),
  ]);
  const [filter, step, , , , nativeFilter, nativeStep] = timings;
  tabulate(task.meta, "regime filter, two regimes", LENGTH, filter, { twin: timings[4] });
  tabulate(task.meta, "regime filter and smoother, two regimes", LENGTH, step, { twin: timings[4] });
  tabulate(task.meta, "regime filter and smoother, three regimes", LENGTH, timings[3]);
  report(task.meta, `Markov regimes, ${LENGTH} returns`, timings, { count: LENGTH, unit: "value" }, [
    within("Regime filter: time of plain C++", filter, nativeFilter, 0.5),
    within("Regime expectation step: time of plain C++", step, nativeStep, 0.5),
  ]);
});

it("whole fits of 5,000 returns", async ({ task }) => {
  const returns = garchReturns(context, 5000, "normal", 3);
  const fitted = (states: number[]) => () =>
    context.arena.scope(() =>
      fitRegimes(context, kernels, { address: context.arena.put(returns), n: returns.length }, { states, seed: 1 }),
    );
  const timings = await measure([
    { name: "two regimes, starts, fit and errors", run: fitted([2]) },
    { name: "two, three and four regimes", run: fitted([2, 3, 4]) },
  ]);
  report(task.meta, "Markov regimes, whole fits of 5,000 returns", timings, { count: 5000, unit: "value" }, [
    atMostFloor("Regime fit, two regimes, 5,000 returns, per return", timings[0].millis, "chain", 5000, 1500),
  ]);
});
