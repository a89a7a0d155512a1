import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { indexOf, placesOf, plateau, strategyAt } from "../../../workers/backtest/grid";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { type SweepInput, sweepBacktest } from "../../../workers/backtest/jobs/sweep-backtest";
import { type Strategy, strategySchema } from "../../../workers/backtest/schema";
import { SWEEP_FIGURES } from "../../../workers/backtest/sweep-part";
import { because } from "../../../workers/contract";
import { deflatedSharpe } from "../../../workers/performance/sharpe-inference";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, says } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { type Bar, plainBacktest } from "../reference/backtest";
import { plainMomentum } from "../reference/backtest-scores";
import { generator, RULES, randomBars } from "./backtest-run";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const N = 500;
const BARS = randomBars(N, generator(77));
const column = (key: keyof Bar) => Float64Array.from(BARS, (bar) => bar[key] ?? Number.NaN);
const bars = { open: column("open"), high: column("high"), low: column("low"), close: column("close") };
const strategy: Strategy = { type: "mean-reversion" };
// The engine's parameter comes before the score's, so the running order differs from the requested order.
const axes: SweepInput["axes"] = [
  { parameter: "threshold", values: [0.5, 1, 1.5] },
  { parameter: "lookback", values: [5, 10, 20, 40] },
  { parameter: "stopLoss", values: [0, 0.02] },
];
const input: SweepInput = { bars, strategy, axes };

async function swept(changes: Partial<SweepInput> = {}, own = context) {
  return resultOf(await sweepBacktest({ ...input, ...changes }, own));
}
const refusal = async (changes: Partial<SweepInput>) => {
  const outcome = await sweepBacktest({ ...input, ...changes }, context);
  return outcome.ok ? null : failureText(outcome.failure);
};

describe("parameter sweep", () => {
  it("gives every combination the bits of a separate run", async () => {
    const desk = { unitCommission: 0.01, minimumCommission: 50, borrowFee: 0.05 };
    for (const changes of [{}, { direction: "long-short", behavioralAdjustment: false, ...desk }, { closeAtEnd: true }] as const) {
      const report = await swept(changes);
      expect(report.combinations).toBe(24);
      for (let index = 0; index < 24; index++) {
        const own = strategyAt(v.parse(strategySchema, strategy), report.axes, placesOf(report.axes, index));
        const { metrics, statistics, account, performance } = resultOf(await runBacktest({ bars, strategy: own, ...changes }, context));
        const expected = [
          metrics.returns,
          metrics.sharpeRatio,
          metrics.maxDrawdown,
          metrics.trades,
          metrics.winRate,
          statistics.profitFactor,
        ];
        expected.push(performance.calmar, account.exposure, account.costs, performance.skewness, performance.kurtosis);
        expect(SWEEP_FIGURES.map((name) => report.figures[name][index])).toEqual(expected.map((value) => value ?? Number.NaN));
      }
    }
  });

  it("gives every combination the return and trades of the plain twin", async () => {
    const report = await swept({ strategy: { type: "momentum" }, behavioralAdjustment: false });
    // The specification's defaults, overridden by the swept parameters.
    const rules = { ...RULES, capital: 1_000_000, fee: 0.001, slippage: 0.001, exit: 0, takeProfit: 0.05, band: 0.1, shorts: false };
    for (let index = 0; index < report.combinations; index++) {
      const [threshold, lookback, stopLoss] = placesOf(report.axes, index).map((place, axis) => report.axes[axis].values[place]);
      const plain = plainBacktest(
        BARS,
        BARS.map((_, t) => plainMomentum(bars.close, t, lookback)),
        BARS.map(() => 1),
        { ...rules, enter: threshold, stopLoss },
      );
      // Rounding of 500 multiplications.
      expect(report.figures.returns[index]).toBeCloseTo(plain.equity[N - 1] / rules.capital - 1, 10);
      expect(report.figures.trades[index]).toBe(plain.trades.length);
    }
  });

  it("reports the best and the most robust combination, and the changed parameters", async () => {
    const report = await swept();
    const { sharpeRatio } = report.figures;
    expect(sharpeRatio[report.best]).toBe(Math.max(...sharpeRatio.filter((value) => !Number.isNaN(value))));
    expect(report.plateau![report.steadiest!]).toBe(Math.max(...report.plateau!));
    const [threshold, lookback, stop] = placesOf(report.axes, report.best);
    const values = report.axes.map(({ values }) => values);
    expect(report.optimizedParams).toMatchObject({
      threshold: values[0][threshold],
      lookback: values[1][lookback],
      stopLoss: values[2][stop],
    });
    expect(report.originalParams).toMatchObject({ threshold: 1.5, lookback: 20, stopLoss: 0.02, takeProfit: 0.05 });
    // The original has the last threshold, third lookback and second stop of the grid.
    expect(report.original.sharpeRatio).toBe(sharpeRatio[indexOf(report.axes, [2, 2, 1])]);
    const change = report.optimized.sharpeRatio! - report.original.sharpeRatio!;
    expect(report.improvementMetrics.sharpeRatio).toBe(`+${change.toFixed(2)}`);
    expect(report.improvementMetrics.returns).toMatch(/^[+−]\d+\.\d%$/);
  });

  it("another objective ranks by its own figure", async () => {
    const report = await swept({ objective: "returns" });
    expect(report.figures.returns[report.best]).toBe(Math.max(...report.figures.returns));
    const calm = await swept({ objective: "calmar" });
    expect(calm.figures.calmar[calm.best]).toBe(Math.max(...calm.figures.calmar.filter((value) => !Number.isNaN(value))));
  });

  it("keeps the returns of the best combination, and deflates its Sharpe ratio by the number of trials", async () => {
    const report = await swept({ keep: 3 });
    expect(report.kept).toHaveLength(3);
    expect(report.kept[0].index).toBe(report.best);
    for (const { index, returns } of report.kept) {
      expect(returns).toHaveLength(N - 1);
      expect(returns.reduce((wealth, r) => wealth * (1 + r), 1) - 1).toBeCloseTo(report.figures.returns[index], 10);
    }
    const sharpes = [...report.figures.sharpeRatio].filter((value) => !Number.isNaN(value)).map((value) => value / Math.sqrt(252));
    const mean = sharpes.reduce((a, b) => a + b) / sharpes.length;
    const spread = sharpes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sharpes.length - 1);
    const { skewness, kurtosis } = report.figures;
    const sample = { sharpe: Math.max(...sharpes), n: N - 1, skewness: skewness[report.best], kurtosis: kurtosis[report.best] + 3 };
    expect(report.selection?.trials).toBe(sharpes.length);
    expect(report.selection?.dsr).toBeCloseTo(deflatedSharpe(context.kernels, sample, spread, sharpes.length)!, 12);
    expect(report.selection!.dsr!).toBeLessThan(report.selection!.psr!);
  });

  it("several parts give the bits of single runs, whoever runs them", async () => {
    const thresholds = Array.from({ length: 100 }, (_, k) => 0.2 + 0.02 * k);
    const stops = Array.from({ length: 25 }, (_, k) => 0.004 * k);
    const many = await swept({
      axes: [
        { parameter: "threshold", values: thresholds },
        { parameter: "stopLoss", values: stops },
        { parameter: "lookback", values: [10, 20, 30, 40] },
      ],
      keep: 0,
    });
    expect(many.combinations).toBe(10_000);
    const few = await swept({
      axes: [{ parameter: "threshold", values: [thresholds[40], thresholds[99]] }],
      strategy: { ...strategy, parameters: { lookback: 30, stopLoss: stops[7] } },
      keep: 0,
    });
    for (const [k, threshold] of [40, 99].entries()) {
      const index = indexOf(many.axes, [threshold, 7, 2]);
      for (const name of SWEEP_FIGURES) expect(many.figures[name][index], name).toBe(few.figures[name][k]);
    }
  });

  it("the plateau is the mean over neighbors on all axes", () => {
    const grid = [
      { parameter: "threshold" as const, values: [1, 2, 3] },
      { parameter: "lookback" as const, values: [1, 2, 3, 4] },
    ];
    const objective = Float64Array.from({ length: 12 }, (_, k) => (k === 5 ? Number.NaN : (k * 7) % 5));
    const out = new Float64Array(12);
    plateau(grid, objective, out);
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 4; b++) {
        const near: number[] = [];
        for (const x of [a - 1, a, a + 1])
          for (const y of [b - 1, b, b + 1]) if (x >= 0 && x < 3 && y >= 0 && y < 4) near.push(objective[4 * x + y]);
        const known = near.filter((value) => !Number.isNaN(value));
        expect(out[4 * a + b]).toBeCloseTo(known.reduce((p, q) => p + q, 0) / known.length, 12);
      }
    }
  });

  it("contradictory combinations are skipped and counted", async () => {
    const report = await swept({ axes: [{ parameter: "exitThreshold", values: [0, 1, 2] }] });
    expect(report.skipped).toBe(1);
    expect(report.figures.returns[2]).toBeNaN();
    expect(report.notes).toContain(says("backtest/sweepSkipped", { count: 1 }));
  });

  it("each refusal names the cause", async () => {
    const wrapped = (cause: string) => says("backtest/optimizationFailed", { cause: because("runtime/said", { text: cause }) });
    expect(await refusal({ axes: [] })).toBe(wrapped(says("backtest/sweepAxes")));
    expect(await refusal({ axes: [axes[0], axes[0]] })).toBe(wrapped(says("backtest/sweepAxes")));
    expect(await refusal({ axes: [{ parameter: "lookback", values: [] }] })).toBe(wrapped(says("backtest/sweepAxes")));
    const long = Array.from({ length: 300 }, (_, k) => k + 2);
    expect(
      await refusal({
        axes: [
          { parameter: "lookback", values: long },
          { parameter: "threshold", values: long },
        ],
      }),
    ).toBe(wrapped(says("backtest/sweepTooMany", { given: 90_000, most: 50_000 })));
    expect(await refusal({ axes: [{ parameter: "lookback", values: [0.5] }] })).toBe(wrapped(says("backtest/lookback")));
    expect(await refusal({ keep: -1 })).toBe(wrapped(says("backtest/sweepKeep", { most: 200 })));
    expect(await refusal({ initialCapital: -1 })).toBe(wrapped(says("portfolio/rebalanceCapital")));
    expect(await refusal({ bars: { close: new Float64Array() } })).toBe(says("ingest/enterMarketData"));
    expect(await refusal({ bars: { close: new Float64Array(50).fill(3) } })).toBe(wrapped(says("backtest/sweepNothing")));
  });

  it("canceled midway it has the figures of the finished runs and the best of them, and counts no other trial", async () => {
    const long = randomBars(20_000, generator(5));
    const of = (key: keyof Bar) => Float64Array.from(long, (bar) => bar[key] ?? Number.NaN);
    const market = { open: of("open"), high: of("high"), low: of("low"), close: of("close") };
    const wide: Partial<SweepInput> = {
      bars: market,
      axes: [
        { parameter: "threshold", values: Array.from({ length: 30 }, (_, k) => 0.2 + k / 20) },
        { parameter: "lookback", values: [5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20] },
      ],
    };
    const whole = await swept(wide);
    expect(whole.canceledAfter).toBeUndefined();
    const part = await swept(wide, await testContext(60, "part"));
    const { done, of: all } = part.canceledAfter ?? { done: 0, of: 0 };
    expect(all).toBe(330);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(330);
    const ran = [...part.figures.trades.keys()].filter((index) => !Number.isNaN(part.figures.trades[index]));
    expect(ran).toHaveLength(done);
    for (const index of ran) for (const name of SWEEP_FIGURES) expect(part.figures[name][index]).toBe(whole.figures[name][index]);
    expect(part.figures.sharpeRatio[part.best]).toBe(Math.max(...ran.map((index) => whole.figures.sharpeRatio[index])));
    expect(part.selection?.trials).toBe(ran.filter((index) => !Number.isNaN(whole.figures.sharpeRatio[index])).length);
    expect(part.skipped).toBe(0);
    // There is no partial result if no run has finished, or if none is wanted.
    await expect(sweepBacktest({ ...input, ...wide }, await testContext(3, "part"))).rejects.toThrow(Canceled);
    await expect(sweepBacktest({ ...input, ...wide }, await testContext(60))).rejects.toThrow(Canceled);
  });

  it("can be canceled, and frees its memory", async () => {
    const canceling = await testContext(6);
    await canceling.load("backtest");
    const mark = canceling.kernels.arenaMark();
    await expect(sweepBacktest(input, canceling)).rejects.toThrow(Canceled);
    expect(canceling.kernels.arenaMark()).toBe(mark);
  });
});
