import { describe, expect, it } from "vitest";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import type { Outcome } from "../../../workers/contract";
import { backtestPortfolio } from "../../../workers/portfolio/jobs/backtest-portfolio";
import { optimizePortfolio } from "../../../workers/portfolio/jobs/optimize-portfolio";
import { analyzeRisk } from "../../../workers/risk/jobs/analyze-risk";
import type { JobContext } from "../../../workers/runtime/job";
import { Arena } from "../../../workers/runtime/wasm/arena";
import { Sliding } from "../../../workers/runtime/wasm/sliding";
import { freshKernels, testContext } from "../context";
import { randomWalk } from "../reference/random";

describe("a column that passes piece by piece", () => {
  it("is the whole column's to a kernel that looks back, bit for bit", async () => {
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

/** Columns of a series' length the kernels' memory holds at the most while a job runs. */
async function columnsHeld(rows: number, job: (values: Float64Array, context: JobContext) => Promise<Outcome<unknown>>): Promise<number> {
  const context = await testContext();
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
  return most / (8 * rows);
}

/** Three assets that are not the same. */
const three = (values: Float64Array) =>
  [1, 2, 3].map((place) => ({
    name: `A${place}`,
    values: values.map((value, row) => value * (1 + ((row * place) % 7) / 100)),
    times: null,
  }));

/** Rooms for a piece, which a long series does not notice. */
const PIECES = 0.4;
const ROWS = 1_000_000;

// Ten million rows are 80 MB a column: each that is held too many is missed by a tab.
describe("room that a long series takes in the kernels' memory", () => {
  it("of a backtest: closes, scores and the weights of the adjustment", async () => {
    const held = await columnsHeld(ROWS, (close, context) =>
      runBacktest({ bars: { close }, strategy: { type: "momentum" }, behavioralAdjustment: true }, context),
    );
    expect(held).toBeLessThan(3 + PIECES);
  });

  it("of a risk analysis with intervals: returns, the same in order, their ranks and counts", async () => {
    const held = await columnsHeld(ROWS, (values, context) => analyzeRisk({ values, iterations: 1, seed: 1 }, context));
    expect(held).toBeLessThan(3 + PIECES);
  });

  it("of weights for three assets: their returns, and the same less their means", async () => {
    const held = await columnsHeld(ROWS / 2, (values, context) =>
      optimizePortfolio({ assets: three(values), objective: { kind: "minimum-variance" } }, context),
    );
    expect(held).toBeLessThan(6 + PIECES);
  });

  it("of a portfolio of three assets over time: their prices, its value and that of buy and hold", async () => {
    const held = await columnsHeld(ROWS, (values, context) =>
      backtestPortfolio({ assets: three(values), targets: [0.5, 0.3, 0.2], starts: 2 }, context),
    );
    expect(held).toBeLessThan(5 + PIECES);
  });
});
