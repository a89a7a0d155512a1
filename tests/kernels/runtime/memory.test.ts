import { expect, it } from "vitest";
import { analyzeMarket } from "../../../workers/engine/jobs/analyze-market";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { failureText } from "../../fixtures/failure-text";
import { ALL } from "../../fixtures/in-all";
import { testContext } from "../context";

const ROWS = 500_000;
const REPETITIONS = ALL ? 20 : 4;
const COLUMN = ROWS * Float64Array.BYTES_PER_ELEMENT;

/** Prices whose returns are GARCH(1,1) with normal shocks. */
async function prices(): Promise<Float64Array> {
  const { kernels, arena } = await testContext();
  return arena.scope(() => {
    const [stream, out] = [arena.takeBytes(32), arena.take(ROWS)];
    kernels.rngSeed(stream, 11);
    kernels.drawInnovations(stream, out, ROWS, 0, 0, 0);
    const shocks = arena.view(out, ROWS);
    let [variance, shock, price] = [1, 0, 100];
    return Float64Array.from(shocks, (z) => {
      variance = 0.02 + 0.08 * shock * shock + 0.9 * variance;
      shock = Math.sqrt(variance) * z;
      price *= 1 + shock / 1000;
      return price;
    });
  });
}

it("needs few columns of kernel memory for indicators and a fit, and none more after repetitions", { timeout: 240_000 }, async () => {
  const values = await prices();
  const context = await testContext();
  const model = { p: 1, q: 1, distribution: "t", preSample: "sample" } as const;
  const bytes = () => context.kernels.memory.buffer.byteLength;
  const before = bytes();
  const sizes: number[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const settings = { smaPeriod: 20, emaPeriod: 20, rsiPeriod: 14, annualization: 252 };
    const decision = await analyzeMarket({ prices: values, times: null, news: "Strong growth.", settings }, context);
    const fit = await fitGarchJob({ values, kind: "prices", model, options: DEFAULT_FIT_OPTIONS }, context);
    expect([decision, fit].flatMap((one) => (one.ok ? [] : [failureText(one.failure)]))).toEqual([]);
    sizes.push(bytes());
  }
  // The series, its variances and its slopes, and one column while results are copied out.
  expect(sizes[0] - before).toBeLessThan(5 * COLUMN);
  expect(new Set(sizes).size).toBe(1);
});
