import { describe, expect, it } from "vitest";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import type { Outcome } from "../../../workers/contract";
import { backtestPortfolio } from "../../../workers/portfolio/jobs/backtest-portfolio";
import { optimizePortfolio } from "../../../workers/portfolio/jobs/optimize-portfolio";
import { fitRegimesJob } from "../../../workers/regimes/jobs/fit-regimes";
import { shadeRegimes } from "../../../workers/regimes/jobs/shade-regimes";
import { timeRegimes } from "../../../workers/regimes/jobs/time-regimes";
import { analyzeRisk } from "../../../workers/risk/jobs/analyze-risk";
import type { JobContext } from "../../../workers/runtime/job";
import { Arena } from "../../../workers/runtime/wasm/arena";
import { Sliding } from "../../../workers/runtime/wasm/sliding";
import { REGIMES } from "../../fixtures/job-settings";
import { freshKernels, testContext } from "../context";
import { randomWalk } from "../reference/random";

describe("a column processed in chunks", () => {
  it("gives a kernel with lookback the same bits as the whole column", async () => {
    const kernels = await freshKernels();
    const arena = new Arena(kernels);
    const values = randomWalk(5000, 3);
    const [whole, out] = [arena.put(values), arena.take(values.length)];
    kernels.momentum(whole, 0, values.length, 300, out);
    const [given, made] = [new Sliding(arena, 512, 300), new Sliding(arena, 512)];
    const found = new Float64Array(values.length);
    for (let from = 0; from < values.length; from += 512) {
      const to = Math.min(from + 512, values.length);
      const [address, target] = [given.at(from), made.at(from)];
      given.view(from, to).set(values.subarray(from, to));
      kernels.momentum(address, from, to, 300, target);
      found.set(made.view(from, to), from);
    }
    expect(found).toEqual(arena.view(out, values.length).slice());
  });
});

type JobOfValues = (values: Float64Array, context: JobContext) => Promise<Outcome<unknown>>;

/** Maximum number of columns of a series' length in the kernels' memory while a job runs. */
const columnsHeld = async (rows: number, job: JobOfValues): Promise<number> => (await roomOf(rows, job)).held;

/**
 * Like `columnsHeld`, plus the columns a job creates outside that memory: results and intermediate ones, which are not collected before it
 * ends.
 */
async function roomOf(rows: number, job: JobOfValues): Promise<{ held: number; made: number }> {
  const context = await testContext();
  let made = 0;
  const column = context.column.bind(context);
  context.column = (length) => {
    made += length;
    return column(length);
  };
  const { arena, kernels } = context;
  const before = kernels.arenaMark();
  let most = 0;
  const take = arena.takeBytes.bind(arena);
  arena.takeBytes = (bytes) => {
    const address = take(bytes);
    most = Math.max(most, kernels.arenaMark() - before);
    return address;
  };
  const outcome = await job(randomWalk(rows, 7), context);
  expect(outcome.ok).toBe(true);
  return { held: most / (8 * rows), made: made / rows };
}

/** Three assets that are not the same. */
const three = (values: Float64Array) =>
  [1, 2, 3].map((place) => ({
    name: `A${place}`,
    values: values.map((value, row) => value * (1 + ((row * place) % 7) / 100)),
    times: null,
  }));

/** Space for chunks, negligible for a long series. */
const PIECES = 0.4;
const ROWS = 1_000_000;

// A column of ten million rows is 80 MB, so each unnecessary one matters to a tab.
describe("space of a long series in the kernels' memory", () => {
  it("for a backtest: closes, scores and the weights of the adjustment", async () => {
    const held = await columnsHeld(ROWS, (close, context) =>
      runBacktest({ bars: { close }, strategy: { type: "momentum" }, behavioralAdjustment: true }, context),
    );
    expect(held).toBeLessThan(3 + PIECES);
  });

  it("for a risk analysis with intervals: returns, sorted returns, their ranks and counts", async () => {
    const held = await columnsHeld(ROWS, (values, context) => analyzeRisk({ values, iterations: 1, seed: 1 }, context));
    expect(held).toBeLessThan(3 + PIECES);
  });

  it("for regime timing: returns and positions, which become their spectra, the FFT plan and the scores", async () => {
    const model = { ...REGIMES, variance: [0.5, 4] };
    // One row more than returns, whose count is a product of small primes: otherwise the FFT plan takes more.
    const { held, made } = await roomOf(ROWS / 2 + 1, (values, context) =>
      timeRegimes({ values, kind: "prices", training: 1, model, threshold: 0.5 }, context),
    );
    expect(held).toBeLessThan(7 + PIECES);
    // Wealth of the rule and of buy and hold, and the positions.
    expect(made).toBeLessThan(3 + PIECES);
  });

  it("for drawn regimes: returns and leading regimes, and the requested columns", async () => {
    const fit = await roomOf(ROWS / 8, (values, context) =>
      fitRegimesJob({ values, kind: "prices", times: null, compare: false, columns: false }, context),
    );
    expect(fit.made).toBeLessThan(1 + PIECES);
    const { held } = await roomOf(ROWS, (values, context) =>
      shadeRegimes({ values, kind: "prices", model: REGIMES, view: "filtered", drawn: [1], scale: 0.01 }, context),
    );
    // The regime indices are an eighth of a column; two blocks of the filter are half of one here.
    expect(held).toBeLessThan(1.125 + 0.5 + PIECES);
  });

  it("for weights of three assets: returns and demeaned returns", async () => {
    const held = await columnsHeld(ROWS / 2, (values, context) =>
      optimizePortfolio({ assets: three(values), objective: { kind: "minimum-variance" } }, context),
    );
    expect(held).toBeLessThan(6 + PIECES);
  });

  it("for a portfolio of three assets over time: prices, its value and that of buy and hold", async () => {
    const held = await columnsHeld(ROWS, (values, context) =>
      backtestPortfolio({ assets: three(values), targets: [0.5, 0.3, 0.2], starts: 2 }, context),
    );
    expect(held).toBeLessThan(5 + PIECES);
  });
});
