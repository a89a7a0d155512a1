import { expect, it } from "vitest";
import { blockMomentsBlock, wealthPathsBlock } from "../../assembly/build/risk-layouts.js";
import { resampleReturns } from "../../workers/risk/parts/resample-returns";
import { validateCandidates } from "../../workers/validation/jobs/validate-candidates";
import { overfittingOf } from "../../workers/validation/overfitting";
import { layOutStrategies } from "../../workers/validation/strategies";
import { testSuperiorAbility } from "../../workers/validation/superior-ability";
import { resultOf } from "../fixtures/failure-text";
import { performanceTwin } from "../kernels/reference/performance";
import { cscvTwin } from "../kernels/reference/validation";
import { benchContext } from "./context";
import { faster, measure, report, tabulate } from "./measure";
import { pricePath } from "./paths";
import { atMostFloor } from "./yardstick";

const context = await benchContext();
const risk = await context.load("risk");
const validation = await context.load("validation");
const { arena } = context;
const REPLICATES = 1000;
const N = 2520;

const prices = pricePath(N + 1);
const returns = prices.slice(1).map((price, t) => price / prices[t] - 1);

/** Means of independent resamples, one draw at a time. */
function plainMeans(values: Float64Array, out: Float64Array): void {
  const n = values.length;
  for (let r = 0; r < REPLICATES; r++) {
    let sum = 0;
    let square = 0;
    for (let t = 0; t < n; t++) {
      const value = values[Math.floor(Math.random() * n)];
      sum += value;
      square += value * value;
    }
    out[2 * r] = sum / n;
    out[2 * r + 1] = square / n;
  }
}

it("bootstraps of 2,520 returns, 1,000 replicates", async ({ task }) => {
  const values = arena.put(returns);
  const [stream, out, sums, squares] = [arena.takeBytes(32), arena.take(2 * REPLICATES), arena.take(N + 1), arena.take(N + 1)];
  risk.rngSeed(stream, 1);
  risk.runningSums(values, 0, 0, N, sums, squares);
  const plain = new Float64Array(2 * REPLICATES);
  const partial = arena.put(new Float64Array(3));
  const blocks = (kind: number) => () =>
    risk.blockMoments(
      arena.block(blockMomentsBlock, { stream, kind, blockLength: 20, n: N, sums, squares, most: REPLICATES * N, state: partial, out }),
      0,
      REPLICATES,
    );
  const timings = await measure([
    { name: "independent draws: mean and variance", run: () => risk.independentMoments(stream, values, N, 0, REPLICATES, out) },
    { name: "stationary, mean block 20", run: blocks(1) },
    { name: "circular, block 20", run: blocks(2) },
    { name: "independent draws, plain JavaScript", run: () => plainMeans(returns, plain) },
  ]);
  const basis = { perYear: 252, riskFree: 0.02, pivot: 0, years: null };
  const plan = { scheme: "stationary", block: 20, replicates: REPLICATES, seed: 1 } as const;
  const figures = await measure(
    [
      {
        name: "every performance figure of each replicate",
        run: () => resampleReturns({ returns, question: { figures: "performance", basis }, plan, part: 0 }, context),
      },
      {
        name: "the figures of one sample times 1,000, test twin",
        run: () => Array.from({ length: REPLICATES }, () => performanceTwin(returns, 252, 0.02)),
      },
    ],
    5,
  );
  tabulate(task.meta, "bootstrap of mean and variance, per draw", N, timings[0], { count: N * REPLICATES, twin: timings[3] });
  tabulate(task.meta, "stationary bootstrap, per draw", N, timings[1], { count: N * REPLICATES });
  tabulate(task.meta, "bootstrap of every figure, per draw", N, figures[0], { count: N * REPLICATES, twin: figures[1] });
  report(task.meta, "bootstrap, 1,000 x 2,520", [...timings, ...figures], { count: N * REPLICATES, unit: "value" }, [
    atMostFloor("bootstrap of a Sharpe ratio, 1,000 x 2,520, per draw", timings[0].millis, "chain", N * REPLICATES, 0.9),
    faster("bootstrap: speed of plain JavaScript", timings[3], timings[0], 5),
    faster("every performance figure: speed of the twin", figures[1], figures[0], 10),
  ]);
});

it("Monte-Carlo paths, 10,000 x 252", async ({ task }) => {
  const [paths, steps] = [10_000, 252];
  const [stream, noise, terminal, falls] = [arena.takeBytes(32), arena.take(4 * steps), arena.take(paths), arena.take(paths)];
  risk.rngSeed(stream, 1);
  const run = (nu: number) => () => {
    const parameters = arena.block(wealthPathsBlock, { stream, steps, drift: 3e-4, deviation: 0.01, nu, noise, terminal, falls });
    for (let from = 0; from < paths; from += 2000) risk.wealthPaths(parameters, from, from + 2000);
  };
  const timings = await measure([
    { name: "normal steps: terminal wealth and drawdown", run: run(0) },
    { name: "Student's t steps", run: run(5) },
  ]);
  const spread = arena.view(terminal, paths).reduce((sum, x) => sum + (x - 0.0756) ** 2, 0) / paths;
  expect(spread / (steps * 1e-4)).toBeCloseTo(1, 0);
  tabulate(task.meta, "Monte-Carlo path and drawdown, per step", steps, timings[0], { count: paths * steps });
  report(task.meta, "Monte-Carlo, 10,000 x 252", timings, { count: paths * steps, unit: "value" }, [
    atMostFloor("Monte-Carlo paths, 10,000 x 252, per step", timings[0].millis, "chain", paths * steps, 3),
  ]);
});

it("probability of overfitting and superior ability, 100 strategies of 2,520 returns", async ({ task }) => {
  const columns = Array.from({ length: 100 }, (_, k) => {
    const path = pricePath(N + 1, k + 2);
    return path.slice(1).map((price, t) => price / path[t] - 1);
  });
  const names = columns.map((_, k) => `${k}`);
  const few = columns.slice(0, 10).map((column) => column.slice(0, 80));
  const over =
    <T>(list: Float64Array[], work: (all: ReturnType<typeof layOutStrategies>) => T) =>
    () =>
      arena.scope(() => work(layOutStrategies(context, risk, names.slice(0, list.length), list, 0)));
  const logits = over(few, (all) => overfittingOf(context, validation, all)?.logits)();
  expect([...(logits ?? [])].reduce((a, b) => a + b, 0)).toBeCloseTo(
    cscvTwin(few, 8, 0).reduce((sum, { logit }) => sum + logit, 0),
    8,
  );
  const timings = await measure(
    [
      { name: "12,870 halves of 100 strategies", run: over(columns, (all) => overfittingOf(context, validation, all)) },
      {
        name: "superior ability, 1,000 replicates",
        run: over(columns, (all) => testSuperiorAbility(context, validation, all, { block: 10, replicates: REPLICATES, seed: 1 })),
      },
    ],
    5,
  );
  const small = await measure(
    [
      { name: "70 halves of 10 strategies of 80 returns", run: over(few, (all) => overfittingOf(context, validation, all)) },
      { name: "the same, sorting rows: test twin", run: () => cscvTwin(few, 8, 0) },
    ],
    5,
  );
  tabulate(task.meta, "probability of overfitting, 70 halves", 80, small[0], { count: 800, twin: small[1] });
  report(task.meta, "validation, 100 strategies x 2,520", [...timings, ...small], { count: 100 * N, unit: "value" }, [
    atMostFloor("probability of overfitting, 12,870 halves of 100, each", timings[0].millis, "chain", 12_870 * 100, 58),
    faster("probability of overfitting: speed of the twin", small[1], small[0], 10),
  ]);
});

it("whole validation of 27 candidates, 2,520 prices, 1,000 resamples", async ({ task }) => {
  const candidates = ([1, 2, 4] as const).flatMap((lookback) =>
    ([0.5, 1, 1.5] as const).flatMap((threshold) =>
      (["momentum", "mean-reversion", "behavioral"] as const).map((type) => ({
        name: `${type} ${lookback} ${threshold}`,
        strategy: { type, parameters: { lookback: 10 * lookback, threshold } },
      })),
    ),
  );
  const input = { candidates, market: { bars: { close: prices } }, record: null, iterations: REPLICATES };
  const found = resultOf(await validateCandidates(input, context));
  expect(found.replicates).toBe(REPLICATES);
  const timings = await measure([{ name: "job validate-candidates, one worker", run: () => validateCandidates(input, context) }], 5);
  report(task.meta, "validation with its backtests, 27 candidates x 2,520, 1,000 resamples", timings, { count: 27 * N, unit: "value" });
});
