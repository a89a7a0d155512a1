import { expect, it, vi } from "vitest";
import { testKernels } from "../../workers/jobs/test-kernels";
import { largestError } from "../../workers/self-test/check";
import { families } from "../../workers/self-test/index";
import { testContext } from "./context";

const outcome = await testKernels(null, await testContext());
if (!outcome.ok) throw new Error(outcome.failure.message);

for (const family of Object.keys(families)) {
  it(`the kernels of "${family}" agree with their references on this device`, () => {
    const checks = outcome.value.checks.filter((check) => check.family === family);
    expect(checks.length).toBeGreaterThan(0);
    expect(checks.filter((check) => !check.passed)).toEqual([]);
  });
}

it("reports a kernel that gives other numbers, and one that does not end", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const wrong = await testContext();
  const { sma } = wrong.kernels;
  const off: typeof sma = (values, from, to, period, out) => sma(values, from, to, period + 1, out);
  const broken = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  const kernels = Object.create(wrong.kernels, { sma: { value: off }, ema: { value: broken } });
  const result = await testKernels(null, { ...wrong, kernels });
  if (!result.ok) throw new Error(result.failure.message);
  const of = (kernel: string) => result.value.checks.find((check) => check.kernel === kernel);
  expect(of("sma")).toMatchObject({ passed: false });
  expect(of("ema")).toMatchObject({ passed: false, error: null });
  expect(result.value.failed).toBe(2);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

it("counts missing and superfluous values as infinite errors", () => {
  expect(largestError([1, Number.NaN], [1, Number.NaN])).toBe(0);
  expect(largestError([Number.NaN], [1])).toBe(Number.POSITIVE_INFINITY);
  expect(largestError([1], [Number.NaN])).toBe(Number.POSITIVE_INFINITY);
  expect(largestError([1, 2], [1])).toBe(Number.POSITIVE_INFINITY);
  expect(largestError([1002], [1000])).toBe(0.002);
});
