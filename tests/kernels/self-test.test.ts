import { expect, it, vi } from "vitest";
import { parts } from "../../workers/parts";
import { ALONE, shareOut } from "../../workers/runtime/crew";
import type { Job, JobContext } from "../../workers/runtime/job";
import { largestError } from "../../workers/runtime/self-check";
import { Arena } from "../../workers/runtime/wasm/arena";
import type { LoadModule } from "../../workers/runtime/wasm/kernels";
import { families } from "../../workers/self-test/families";
import { testKernels } from "../../workers/self-test/jobs/test-kernels";
import { resultOf } from "../fixtures/failure-text";
import { testContext } from "./context";

/** What every module exports, and functions that only provide memory or random bits to others. */
const HOUSEKEEPING = ["staticEnd", "start", "arenaMark", "arenaTake", "arenaRelease", "rngNext"];
const MODULES = ["backtest", "chaos", "factors", "portfolio", "regimes", "risk", "structure", "validation", "volatility"] as const;

/** Names of each module's exports, and of those that were called. */
const exported = new Map<string, string[]>();
const called = new Set<string>();

/** Records the calls to a module's kernels. */
function listening<T extends object>(module: string, kernels: T): T {
  const names: string[] = [];
  for (const name in kernels) if (typeof kernels[name] === "function") names.push(name);
  exported.set(module, names);
  return new Proxy(kernels, {
    get(target, name) {
      if (typeof name === "string") called.add(`${module}.${name}`);
      return Reflect.get(target, name);
    },
  });
}

async function listeningContext(): Promise<JobContext> {
  const plain = await testContext();
  const kernels = listening("core", plain.kernels);
  // The wrapper keeps the type of the module it wraps.
  const load: LoadModule = (name) => plain.load(name).then((loaded) => listening(name, loaded));
  const context: JobContext = { ...plain, kernels, load, arena: new Arena(kernels) };
  const table: Record<string, Job<never, unknown>> = parts;
  context.parallel = (job, inputs) => shareOut(ALONE, { run: 0, job, inputs }, async (input) => table[job](input as never, context));
  for (const name of MODULES) await load(name);
  return context;
}

const found = resultOf(await testKernels(null, await listeningContext()));

it("runs every kernel that is exported", () => {
  const left = [...exported].flatMap(([module, names]) =>
    names.filter((name) => !HOUSEKEEPING.includes(name) && !called.has(`${module}.${name}`)).map((name) => `${module}.${name}`),
  );
  expect([...exported.keys()].sort()).toEqual(["core", ...MODULES].sort());
  expect(left).toEqual([]);
});

for (const family of Object.keys(families)) {
  it(`the kernels of "${family}" agree with their references on this device`, () => {
    const checks = found.checks.filter((check) => check.family === family);
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
  const result = resultOf(await testKernels(null, { ...wrong, kernels }));
  const of = (kernel: string) => result.checks.find((check) => check.kernel === kernel);
  expect(of("sma")).toMatchObject({ passed: false });
  expect(of("ema")).toMatchObject({ passed: false, error: null });
  expect(of("rsi")).toMatchObject({ passed: true });
  // Whole jobs that depend on the two fail with them.
  expect(result.failed).toBeGreaterThan(1);
  expect(result.passed).toBeGreaterThan(result.failed);
  expect(logged).toHaveBeenCalledWith("ema", expect.any(WebAssembly.RuntimeError));
  logged.mockRestore();
});

it("counts missing and superfluous values as infinite errors", () => {
  expect(largestError([1, Number.NaN], [1, Number.NaN])).toBe(0);
  expect(largestError([Number.NaN], [1])).toBe(Number.POSITIVE_INFINITY);
  expect(largestError([1], [Number.NaN])).toBe(Number.POSITIVE_INFINITY);
  expect(largestError([1, 2], [1])).toBe(Number.POSITIVE_INFINITY);
  expect(largestError([1002], [1000])).toBe(0.002);
});
