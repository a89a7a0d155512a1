import { expect, it } from "vitest";
import { evaluateRegimes } from "../../../workers/regimes/jobs/evaluate-regimes";
import { fitRegimesJob } from "../../../workers/regimes/jobs/fit-regimes";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenRegimes } from "../../fixtures/regimes";
import { testContext } from "../context";

const values = (await goldenRegimes("syn_regime2_5000")).values!;
const fitted = resultOf(await fitRegimesJob({ values, kind: "returns", times: null, compare: false }, await testContext()));
const model = {
  transition: fitted.transition,
  mean: fitted.regimes.map(({ mean }) => mean),
  variance: fitted.regimes.map(({ variance }) => variance),
};
const staying = (p: number, q: number) => ({
  ...model,
  transition: [
    [p, 1 - p],
    [1 - q, q],
  ],
});
const evaluate = async (moved: typeof model) => evaluateRegimes({ values, kind: "returns", model: moved }, await testContext());

/** Hamilton's filter as it is written: likelihood and the last filtered probabilities. */
function filter({ transition, mean, variance }: typeof model) {
  const [p, q] = [transition[0][0], transition[1][1]];
  let now = [(1 - q) / (2 - p - q), (1 - p) / (2 - p - q)];
  let logLikelihood = 0;
  for (const [t, y] of values.entries()) {
    if (t > 0) now = [0, 1].map((j) => now[0] * transition[0][j] + now[1] * transition[1][j]);
    const joint = now.map(
      (share, i) => (share * Math.exp((-0.5 * (y - mean[i]) ** 2) / variance[i])) / Math.sqrt(2 * Math.PI * variance[i]),
    );
    const density = joint[0] + joint[1];
    logLikelihood += Math.log(density);
    now = joint.map((part) => part / density);
  }
  return { logLikelihood, now };
}

it("reproduces the fit at its own transition matrix", async () => {
  const same = resultOf(await evaluate(model));
  expect(same.logLikelihood).toBe(fitted.fit.logLikelihood);
  expect(same.filtered).toEqual(fitted.filtered);
  expect(same.smoothed).toEqual(fitted.smoothed);
  for (const [i, { duration, share, probability }] of fitted.regimes.entries()) {
    expect(same.durations[i]).toBeCloseTo(duration, 9);
    expect(same.shares[i]).toBeCloseTo(share, 12);
    expect(same.last[i]).toBeCloseTo(probability, 12);
  }
});

it("the fit's columns can be read later with the same bits, all or one of them", async () => {
  const asked = { values, kind: "returns", model, fitted: true } as const;
  const context = await testContext();
  const { returns, filtered, smoothed, path } = fitted;
  const nothing = { returns: new Float64Array(0), filtered: [], smoothed: [], path: new Float64Array(0) };
  expect(await evaluateRegimes(asked, context)).toMatchObject({ ok: true, value: { returns, filtered, smoothed, path } });
  const one = await evaluateRegimes({ ...asked, only: { view: "smoothed", regime: 1 } }, context);
  expect(one).toMatchObject({ ok: true, value: { ...nothing, smoothed: [smoothed[1]] } });
  // Columns are transferred where memory is not shared: none may be there twice.
  expect(one.ok && one.value.returns.buffer !== one.value.path.buffer).toBe(true);
  // A fit may end at a bound, which no hand may set.
  const bound = { ...asked, model: { ...model, transition: [[1, 0], model.transition[1]] } };
  expect([(await evaluateRegimes(bound, context)).ok, (await evaluateRegimes({ ...bound, fitted: false }, context)).ok]).toEqual([
    true,
    false,
  ]);
  const alone = await fitRegimesJob({ values, kind: "returns", times: null, compare: false, columns: false }, context);
  expect(alone.ok && alone.value).toEqual({ ...fitted, ...nothing });
});

it("equals the plain filter at another matrix, with a lower likelihood", async () => {
  const moved = staying(0.9, 0.8);
  const found = resultOf(await evaluate(moved));
  const twin = filter(moved);
  // 5,000 logarithms added in another order.
  expect(found.logLikelihood).toBeCloseTo(twin.logLikelihood, 7);
  expect(found.logLikelihood).toBeLessThan(fitted.fit.logLikelihood);
  expect(found.last[1]).toBeCloseTo(twin.now[1], 10);
  expect(found.durations).toEqual([1 / (1 - 0.9), 1 / (1 - 0.8)]);
  expect(found.shares[0]).toBeCloseTo(0.2 / 0.3, 14);
});

it("refuses an invalid transition matrix with a message", async () => {
  const refused = async (p: number, q: number) => {
    const found = await evaluate(staying(p, q));
    return found.ok ? "" : failureText(found.failure);
  };
  expect(await refused(1, 0.9)).toMatch(/^The probability of staying must be below 1/);
  expect(await refused(1.2, 0.9)).toMatch(/^The probability of staying must be below 1/);
  expect(await refused(-0.1, 0.9)).toMatch(/^Each row/);
  expect(await refused(Number.NaN, 0.9)).toMatch(/^Each row/);
});
