import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { count, fixed, isoDayOrDash, pEquals, percent, pValue } from "../../src/lib/format";
import { CURIOSITY_DEFAULTS, limitsOf } from "../../src/tools/market-curiosity/settings";
import { METRICS } from "../../src/tools/risk-management/figure-names";
import { estimateLyapunov } from "../../workers/chaos/jobs/estimate-lyapunov";
import { analyzeCuriosity } from "../../workers/curiosity/jobs/analyze-curiosity";
import { fitRegimesJob } from "../../workers/regimes/jobs/fit-regimes";
import { timeRegimes } from "../../workers/regimes/jobs/time-regimes";
import { analyzeRisk } from "../../workers/risk/jobs/analyze-risk";
import { measureStructure } from "../../workers/structure/jobs/measure-structure";
import { resultOf } from "../fixtures/failure-text";
import { itInAll } from "../fixtures/in-all";
import { logReturnsOf } from "../kernels/chaos/chaos-series";
import { testContext } from "../kernels/context";
import { plainDivergence, plainNeighbors } from "../kernels/reference/chaos";
import { sharedSession, takeSample } from "./browser";
import { repeatRun, words } from "./dynamics-page";

/**
 * What the screens show of the shipped crude oil prices equals the jobs' answers on the same file in Node, figure by figure;
 * `tests/kernels` compares the jobs with other tools and plain twins.
 */
const session = sharedSession();
const STEPS = 252;

function crudeOil(): { values: Float64Array; times: Float64Array } {
  const rows = readFileSync("public/samples/wti_1986_2019.csv", "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(","))
    .filter(([, price]) => price.trim() !== "" && Number.isFinite(Number(price)));
  return {
    values: Float64Array.from(rows, ([, price]) => Number(price)),
    times: Float64Array.from(rows, ([date]) => Date.parse(date)),
  };
}

const hyphened = (text: string) => text.replaceAll("−", "-");

/** Words of the section with this name, without the letter of the info buttons. */
const section = async (page: Page, name: string) =>
  hyphened(await page.getByRole("region", { name, exact: true }).first().innerText())
    .split(/\s+/)
    .filter((word) => word !== "i")
    .join(" ");
const table = async (page: Page, name: string) => hyphened(await page.getByRole("grid", { name, exact: true }).innerText());

async function sample(path: string, ready: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await session.current.open(path);
  await page.getByRole("button", { name: "Start with a sample" }).click();
  await ready(page);
  return page;
}

const expectAll = (text: string, figures: readonly string[]) => {
  for (const figure of figures) expect(text).toContain(hyphened(figure));
};

const { values, times } = crudeOil();
let context: Awaited<ReturnType<typeof testContext>>;
beforeAll(async () => {
  context = await testContext();
});

describe("Markov Regime shows", () => {
  it("fit, criteria, forecast and timing as the jobs compute them; the timing is a separate run and reproduces the same bits", async () => {
    const asked = { values, kind: "auto", states: 2, seed: 1, annualization: STEPS, riskFree: 0.02 } as const;
    const fitted = resultOf(await fitRegimesJob({ ...asked, unit: "percent", times, horizon: 20 }, context));
    const { metrics, regimes, criteria, forecast, fit, transition, transitionErrors } = fitted;
    const page = await sample("/markov-regime", (page) => page.getByText("Analysis Period", { exact: true }).first().waitFor());
    expectAll(await section(page, "Key figures of the series"), [
      `Volatility ${percent(metrics.annualized_volatility, 2)}`,
      `Price Change ${percent(metrics.price_change, 2)}`,
      `Sharpe Ratio ${fixed(metrics.sharpe_ratio, 3)}`,
      `Max Drawdown ${percent(metrics.max_drawdown, 2)}`,
    ]);
    // Engines differ in whether there is whitespace between the cells of a row.
    const [bull, bear] = regimes.map(({ probability }) => `${fixed(100 * probability, 1)}%`.replaceAll(".", "\\."));
    await expect.poll(() => section(page, "Current Regime Probabilities")).toMatch(new RegExp(`Bull ?${bull} ?Bear ?${bear}`));
    expectAll(await section(page, "Analysis Period"), [
      `Start Date ${isoDayOrDash(times[0])}`,
      `End Date ${isoDayOrDash(times[times.length - 1])}`,
      `Trading Days ${count(metrics.trading_days)}`,
      `${fixed(regimes[0].duration, 1)} steps`,
    ]);

    await page.getByRole("tab", { name: "Model" }).click();
    await page.getByRole("grid", { name: "Regimes", exact: true }).waitFor();
    const model = hyphened(await words(page));
    expectAll(
      model,
      regimes.flatMap(({ mean, annualReturn, annualVolatility, duration, share }) => [
        fixed(mean, 4),
        percent(annualReturn, 1),
        percent(annualVolatility, 1),
        fixed(duration, 1),
        percent(share, 1),
      ]),
    );
    expectAll(
      model,
      criteria.flatMap(({ logLikelihood, bic }) => [fixed(logLikelihood, 2), fixed(bic, 1)]),
    );
    expectAll(model, [
      `Log-likelihood ${fixed(fit.logLikelihood, 4)}, AIC ${fixed(fit.aic, 2)}, BIC ${fixed(fit.bic, 2)}, ${fit.starts} starts, converged.`,
      ...regimes.flatMap(({ label: from }, i) =>
        regimes.map(({ label: to }, j) => `${from} to ${to}: ${percent(transition[i][j], 2)} ± ${percent(transitionErrors[i][j], 2)}`),
      ),
    ]);
    const matrix = page.getByRole("region", { name: "Transition matrix", exact: true });
    await matrix.getByRole("button", { name: "Table" }).click();
    expectAll(
      await matrix.innerText(),
      transition.flat().map((move) => fixed(100 * move, 2)),
    );

    await page.getByRole("tab", { name: "Forecast" }).click();
    await page.getByRole("grid", { name: "Forecast horizons" }).waitFor();
    const last = forecast[19];
    expectAll(await table(page, "Forecast horizons"), [
      ...last.probabilities.map((share) => percent(share, 1)),
      fixed(last.mean, 3),
      fixed(last.deviation, 3),
      fixed(last.lower, 3),
      fixed(last.upper, 3),
      fixed(last.sumMean, 3),
      fixed(last.sumDeviation, 3),
    ]);

    await page.getByRole("tab", { name: "Timing" }).click();
    await page.getByRole("region", { name: "Figures of the rule" }).waitFor();
    const timing = resultOf(await timeRegimes({ ...asked, unit: "percent", training: 0.5, threshold: 0.5, cost: 0.001 }, context));
    const { performance, holding, invested, changes, test } = timing;
    expectAll(await section(page, "Figures of the rule"), [
      `Sharpe Ratio ${fixed(performance.sharpe, 3)} buy and hold ${fixed(holding.sharpe, 3)}`,
      `Growth per year ${percent(performance.cagr, 2)} buy and hold ${percent(holding.cagr, 2)}`,
      `Volatility ${percent(performance.volatility, 2)} buy and hold ${percent(holding.volatility, 2)}`,
      `Max Drawdown ${percent(performance.maxDrawdown, 2)}`,
      `In the market ${percent(invested, 1)} ${count(changes)} changes`,
      `Timing p ${pValue(test?.p)}`,
    ]);
    await repeatRun(page, session.current.origin, "Regime timing, parameters from the first half");
    await page.close();
  });
});

describe("Lyapunov shows", () => {
  itInAll(
    "exponent, surrogates, cards and second opinions as the job computes them, the exponent as a brute-force search of neighbors gives it",
    async () => {
      const estimate = resultOf(
        await estimateLyapunov({ close: values, kind: "auto", surrogates: { count: 39, method: "iaaft", seed: 1 } }, context),
      );
      const { embedding, region, fit, surrogates, zeroOne, kantz, behavioral_metrics: metrics, details, interpretation } = estimate;
      const page = await sample("/lyapunov", (page) => page.getByText("Trading Suggestions", { exact: true }).first().waitFor());
      const head = await section(page, "Lyapunov exponent");
      expectAll(head, [
        `Lyapunov Exponent ${fixed(estimate.lyapunov_exponent, 4)} per step`,
        `± ${fixed(fit?.error, 4)}`,
        `Surrogate p ${pValue(surrogates.p)}`,
        `0–1 test ${fixed(zeroOne?.k, 3)}`,
      ]);
      // A brute-force search over all pairs of states, with the embedding shown on the page.
      const returns = logReturnsOf(values);
      const { dimension, lag, theiler, steps } = embedding;
      const nearest = plainNeighbors(returns, dimension, lag, theiler, returns.length - (dimension - 1) * lag - steps);
      const curve = plainDivergence(returns, nearest, dimension, lag, region.to + 1).slice(region.from);
      const middle = (curve.length - 1) / 2;
      const square = curve.reduce((sum, _, k) => sum + (k - middle) ** 2, 0);
      const slope = curve.reduce((sum, s, k) => sum + (k - middle) * s, 0) / square;
      expect(head).toContain(`Lyapunov Exponent ${fixed(slope, 4)} per step`);

      expectAll(await section(page, "Loss Aversion"), [fixed(metrics.loss_aversion, 3)]);
      expectAll(await section(page, "Price Efficiency"), [fixed(metrics.price_efficiency, 4)]);
      expectAll(await section(page, "Volatility Clustering"), [fixed(metrics.volatility_clustering, 4)]);
      expectAll(hyphened(await words(page)), [interpretation, ...estimate.trading_suggestions]);

      await page.getByRole("tab", { name: "Details" }).click();
      await page.getByRole("grid", { name: "Variance ratios" }).waitFor();
      expectAll(
        await table(page, "Variance ratios"),
        details.varianceRatios.flatMap(({ ratio, z, p }) => [fixed(ratio, 4), fixed(z, 3), pValue(p)]),
      );
      expectAll(await section(page, "Cross-checks"), [
        fixed(kantz.fit?.slope, 4),
        fixed(zeroOne?.k, 4),
        pValue(surrogates.pSlower),
        fixed(surrogates.slope, 4),
        fixed(details.asymmetry?.t, 2),
      ]);
      expectAll(await section(page, "Cross-checks"), [
        `Kantz's exponent ${fixed(kantz.fit?.slope, 4)}`,
        `McLeod–Li p ${pValue(details.clustering?.mcLeodLi.p)}`,
        ...(
          [
            ["losses", details.asymmetry?.afterLosses],
            ["gains", details.asymmetry?.afterGains],
          ] as const
        ).map(([after, size]) => `Mean |r| after ${after} ${fixed(size?.mean, 5)}, n = ${count(size?.count)}`),
      ]);
      expectAll(await section(page, "Embedding used"), [
        `Values analyzed ${count(values.length - 1)}`,
        `Dimension ${count(dimension)}, ${embedding.origin.dimension}`,
        `Lag ${count(lag)}, ${embedding.origin.lag}`,
        `Theiler window ${count(theiler)}, ${embedding.origin.theiler}`,
        `Mean period ${fixed(embedding.meanPeriod, 2)} steps`,
        `Tracked steps ${count(steps)}`,
        `Points with neighbors ${count(estimate.points)}`,
        `Fitted steps ${region.from} to ${region.to}, ${region.origin}`,
        `R² of the fit ${fixed(fit?.rSquared, 4)}`,
      ]);
      const slopes = page.getByRole("region", { name: "Slopes of the surrogates" });
      await slopes.getByRole("button", { name: "Table" }).click();
      expectAll(
        hyphened(await slopes.innerText()),
        // The first page of the table, sorted by rank.
        surrogates.slopes
          .map((rate) => rate ?? Number.NaN)
          .sort((a, b) => a - b)
          .slice(0, 25)
          .map((rate) => fixed(rate, 4)),
      );
      expectAll(
        await section(page, "False neighbors"),
        (embedding.falseNeighbors?.shares ?? expect.unreachable()).map((share, at) => `${at + 1} ${percent(share, 2)}`),
      );
      await page.close();
    },
  );
});

describe("Market Curiosity shows", () => {
  itInAll("cards, shares, alerts and structure as the jobs compute them; the run reproduces the same bits", async () => {
    const input = { values, kind: "auto", times, annualization: STEPS, seed: 1, limits: limitsOf(CURIOSITY_DEFAULTS) } as const;
    const { data, pattern, trend, novelty, rules, shapes, kind } = resultOf(await analyzeCuriosity(input, context));
    const structure = resultOf(await measureStructure({ values, kind, shape: 0 }, context));
    const page = await sample("/market-curiosity", (page) => page.getByText("Variance ratio, 16 steps").waitFor());
    expectAll(await section(page, "Key figures"), [
      `Curiosity Score ${percent(data.curiosity_score)}`,
      `base ${percent(data.exploration_results.base_score)}, novelty above ${percent(novelty?.percentile, 0)}`,
      `Market Volatility ${percent(data.metrics.volatility)}`,
      `Pattern Strength ${fixed(pattern.z, 2)}`,
      `entropy ${fixed(pattern.entropy, 3)}, ${pEquals(pattern.p)}`,
      `Price Trend ${percent(data.metrics.price_trend)}`,
      `t = ${fixed(trend.t, 2)}; last 22: t = ${fixed(trend.recentT, 2)}`,
    ]);
    const bars = page.getByRole("region", { name: "Feature Importance" });
    await bars.getByRole("button", { name: "Table" }).click();
    const { importance_weight: _, ...shares } = data.exploration_results.feature_importance;
    expectAll(
      await bars.getByRole("table").innerText(),
      Object.values(shares).map((share) => fixed(100 * share, 1)),
    );
    const alerts = hyphened(await page.getByRole("table", { name: "Alert rules" }).innerText());
    expectAll(
      alerts,
      rules.map(({ label }) => label),
    );
    expect(rules.filter(({ raised }) => raised)).toHaveLength((alerts.match(/Raised/g) ?? []).length);
    expect(await page.getByRole("button", { name: /^(Motif|Discord) \d$/ }).count()).toBe(shapes.length);
    expectAll(await section(page, "Patterns"), [fixed(shapes[0].distance, 3)]);
    const { entropy, varianceRatios, rescaledRange, detrendedFluctuation, fractalDimension, efficiencyIndex, clustering, memory } =
      structure;
    expectAll(hyphened(await page.getByRole("table", { name: "Structure" }).innerText()), [
      ...entropy.filter(({ order }) => order <= 5).map(({ normalized }) => fixed(normalized, 4)),
      ...varianceRatios.flatMap(({ ratio, z, p }) => [fixed(ratio, 3), `z* = ${fixed(z, 2)}, ${pEquals(p)}`]),
      ...[rescaledRange?.hurst, detrendedFluctuation?.hurst, fractalDimension, efficiencyIndex, clustering?.value, memory?.d].map(
        (figure) => fixed(figure, 3),
      ),
    ]);
    await repeatRun(page, session.current.origin, "Market curiosity");
    await repeatRun(page, session.current.origin, "Market structure");
    await page.close();
  });
});

describe("Risk Manager shows", () => {
  itInAll("headline, losses by method, drawdowns, backtest and performance, with their intervals, as the job computes them", async () => {
    const { maxDrawdown, metrics, losses, monteCarlo, filtered, episodes, backtest } = resultOf(
      await analyzeRisk({ values, times, kind: "auto" }, context),
    );
    const page = await session.current.open("/risk-management");
    await takeSample(page, "WTI crude oil");
    await page.getByText("8,321 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("table", { name: "Performance" }).waitFor();
    type Estimate = typeof metrics.sharpe;
    const share = (value: number) => percent(value, 2);
    const range = ({ lower, upper }: Estimate, show = share) => `${show(lower ?? Number.NaN)} to ${show(upper ?? Number.NaN)}`;
    const told = (label: string, figure: string, estimate: Estimate, show = share) => `${label} ${figure} ${range(estimate, show)}`;
    const ratio = (value: number) => fixed(value, 2);
    expectAll(await section(page, "Key figures of the risk"), [
      // Drawdowns are shown as negative returns, so the interval's upper bound comes last.
      `Max Drawdown ${share(maxDrawdown / 100)} ${share(-(metrics.maxDrawdown.upper ?? Number.NaN))} to ${share(-(metrics.maxDrawdown.lower ?? Number.NaN))}`,
      told("Value at Risk", `${percent(losses.historicalVar.value, 2)} per step`, losses.historicalVar),
      told("Expected Shortfall", `${percent(losses.historicalShortfall.value, 2)} per step`, losses.historicalShortfall),
      told("Sharpe Ratio", fixed(metrics.sharpe.value, 2), metrics.sharpe, ratio),
      told("Sortino Ratio", fixed(metrics.sortino.value, 2), metrics.sortino, ratio),
      told("Volatility", `${percent(metrics.volatility.value, 2)} per year`, metrics.volatility),
    ]);
    const rows = async (name: string) =>
      hyphened(await page.getByRole("table", { name, exact: true }).innerText()).replaceAll(/[^\S\n]+/g, " ");
    const row = (...cells: string[]) => cells.join(" ");
    expectAll(await rows("Value at risk by method"), [
      ...(
        [
          [losses.historicalVar, losses.historicalShortfall],
          [losses.parametricVar, losses.parametricShortfall],
          [losses.cornishFisherVar, losses.cornishFisherShortfall],
          [losses.studentVar, losses.studentShortfall],
        ] as const
      ).map(([loss, shortfall]) => row(percent(loss.value, 2), range(loss), percent(shortfall.value, 2))),
      row("Monte Carlo", share(monteCarlo.valueAtRisk), `± ${share(monteCarlo.error)}`, share(monteCarlo.shortfall)),
      row("EWMA, next step", percent(filtered?.ewma?.valueAtRisk, 2), "—", percent(filtered?.ewma?.shortfall, 2)),
      row("GARCH-filtered, next step", percent(filtered?.garch?.valueAtRisk, 2), "—", percent(filtered?.garch?.shortfall, 2)),
    ]);
    const date = (time: number | null) => (time === null ? "ongoing" : isoDayOrDash(time));
    expect(episodes).toHaveLength(10);
    expectAll(
      await rows("Worst drawdowns"),
      episodes.map(({ depth, peakTime, troughTime, recoveryTime, length, stepsDown, stepsUp }) =>
        row(share(depth), date(peakTime), date(troughTime), date(recoveryTime), count(length), count(stepsDown), count(stepsUp)),
      ),
    );
    const { counts, expected, unconditional, independence, conditional } = backtest ?? expect.unreachable();
    expectAll(await section(page, "VaR backtest"), [
      `${count(counts.exceptions)} exceptions, ${fixed(expected, 1)} expected`,
      `was exceeded in ${share(counts.exceptions / counts.observations)} of ${count(counts.observations)} steps.`,
      ...[unconditional, independence, conditional].map(({ statistic, pValue: p }) => row(fixed(statistic, 3), pValue(p))),
    ]);
    expectAll(
      await rows("Performance"),
      METRICS.map(([name, label, show]) => row(label, show(metrics[name].value ?? Number.NaN), range(metrics[name], show))),
    );
    await page.close();
  });
});
