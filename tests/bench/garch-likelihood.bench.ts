import { expect, it } from "vitest";
import { standardize } from "../../workers/series/standardize";
import type { Distribution } from "../../workers/volatility/garch-model";
import { GarchLikelihood } from "../../workers/volatility/likelihoods/garch-likelihood";
import { logLikelihood } from "../kernels/reference/garch";
import { benchContext } from "./context";
import { measure, report, tabulate, within } from "./measure";
import { nativeInput, nativePeer } from "./native";
import { garchReturns } from "./paths";
import { plainGarch } from "./plain";

const LENGTH = 20_000;
const WEIGHTS = [0.01, 0.02, 0.08, 0.9];
const SHAPE: Record<Distribution, number[]> = { normal: [], t: [7], skewt: [7, -0.1], ged: [1.5] };
const VALUES = { count: LENGTH, unit: "value" } as const;

const context = await benchContext();

/** A likelihood on simulated returns with a fixed pre-sample variance, so that the peers can use the same one. */
function likelihoodOf(distribution: Distribution) {
  const series = standardize(context, garchReturns(context, LENGTH, distribution))!;
  const likelihood = new GarchLikelihood(context, { p: 1, q: 1, distribution, preSample: "ewma75" }, series, 1);
  const theta = Float64Array.from([...WEIGHTS, ...SHAPE[distribution]]);
  const value = () => likelihood.quickValue(theta);
  const gradient = () => {
    likelihood.value(theta);
    return likelihood.gradient();
  };
  return { series, value, gradient };
}

it("log-likelihood of a normal GARCH(1,1)", async ({ task }) => {
  const { series, value, gradient } = likelihoodOf("normal");
  const { address, n, scale } = series;
  const y = context.arena.view(address, n).slice();
  const [mu, omega, alpha, beta] = WEIGHTS;
  const twin = () =>
    logLikelihood(y, { mu, omega, alpha: [alpha], beta: [beta], preSample: 1 }, (z) => -0.5 * (z * z + Math.log(2 * Math.PI)));
  const found = value() + n * Math.log(scale);
  expect(plainGarch(y, WEIGHTS, 1) / found).toBeCloseTo(1, 10);
  expect(twin() / found).toBeCloseTo(1, 10);
  const deviance = -2 * found - n * Math.log(2 * Math.PI);
  const input = nativeInput(y);
  const timings = await measure([
    { name: "log-likelihood kernel", run: value },
    { name: "log-likelihood + gradient kernels", run: gradient },
    { name: "log-likelihood plain JavaScript", run: () => plainGarch(y, WEIGHTS, 1) },
    { name: "log-likelihood test twin, any order", run: twin },
    nativePeer("log-likelihood C++ plain", "garch", input, WEIGHTS, deviance),
    nativePeer("log-likelihood C++ same algorithm, 128-bit", "garch-lanes", input, WEIGHTS, deviance),
  ]);
  const [pass, both, , , native, lanes] = timings;
  tabulate(task.meta, "garchLogLikelihood, normal", n, pass, { twin: timings[2] });
  tabulate(task.meta, "garchForward and garchBackward, normal", n, both, { twin: timings[2] });
  report(task.meta, `GARCH(1,1) normal, ${n} returns`, timings, VALUES, [
    within("GARCH log-likelihood: time of plain C++", pass, native, 0.3),
    within("GARCH log-likelihood: time of the same algorithm in C++, 128-bit", pass, lanes, 1.5),
    within("GARCH log-likelihood + gradient: time without gradient", both, pass, 3),
  ]);
});

for (const distribution of ["t", "skewt"] as const) {
  const name = distribution === "t" ? "Student's t" : "skewed t";
  it(`log-likelihood of a GARCH(1,1) with ${name}`, async ({ task }) => {
    const { value, gradient } = likelihoodOf(distribution);
    const timings = await measure([
      { name: "log-likelihood kernel", run: value },
      { name: "log-likelihood + gradient kernels", run: gradient },
    ]);
    tabulate(task.meta, `garchLogLikelihood, ${name}`, LENGTH, timings[0]);
    tabulate(task.meta, `garchForward and garchBackward, ${name}`, LENGTH, timings[1]);
    report(task.meta, `GARCH(1,1) ${name}, ${LENGTH} returns`, timings, VALUES, [
      within(`GARCH log-likelihood + gradient, ${name}: time without gradient`, timings[1], timings[0], 3),
    ]);
  });
}
