import type { Page } from "playwright";
import { expect, it } from "vitest";
import { auditEverywhere } from "./audit";
import { atRest, choose, exported, openEmpty, pressByKeyboard, priceList, quiet, sharedSession, takeSample, writtenDown } from "./browser";

const session = sharedSession();
const PATIENT = { timeout: 60_000 };

/** The value of a figure, by its label. */
const figure = async (page: Page, label: string) => {
  const stat = page.locator("dl > div").filter({ hasText: label }).first();
  return (await stat.locator("dd").first().innerText()).split("\n")[0].trim();
};
const nextSteps = (page: Page) => page.getByRole("navigation", { name: "Next steps" });

it("GARCH ▸ Risk Manager: the fitted model is passed on, its losses are shown beside the others, a reload keeps it", {
  timeout: 180_000,
}, async () => {
  const page = await openEmpty(session.current, "/garch-model");
  await takeSample(page, "DM/GBP benchmark");
  await page.getByText("1,974 values read").waitFor(PATIENT);
  await choose(page, "Error Distribution", "Student's t");
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  await page.getByRole("tab", { name: "Forecast" }).click();
  await page.getByText("VaR, 95%").waitFor(PATIENT);
  expect(await figure(page, "VaR, 95%")).toBe("0.551%");
  await pressByKeyboard(page, "Risk with this volatility");
  await page.getByRole("heading", { level: 1, name: "Risk Manager" }).waitFor();
  await page.getByText("1,974 values read").first().waitFor(PATIENT);
  await page.getByRole("button", { name: "Remove the model" }).waitFor();
  const strip = page.getByRole("region", { name: "Next step by GARCH(1,1), Student's t" });
  await strip.waitFor(PATIENT);
  // The loss is a share of value, slightly below the forecast in log returns.
  expect(await figure(page, "Next-step VaR")).toBe("0.55%");
  await page.getByText("GARCH(1,1), Student's t, fitted to 1,974 log returns").waitFor();
  // Every return is tested in-sample; out of sample those after the first 987, half of them.
  const backtest = page.getByRole("region", { name: "Model VaR backtest" });
  await backtest.getByText("an asymmetric model").or(backtest.getByText("do not reject")).waitFor(PATIENT);
  const tested = (name: RegExp) => backtest.getByRole("row", { name });
  expect(await tested(/99%, in-sample/).innerText()).toContain("1,974");
  expect(await tested(/99%, out of sample/).innerText()).toContain("987");
  await backtest.getByText("In-sample: parameters fitted to the whole series").waitFor();
  const row = page.getByRole("row", { name: /^GARCH\(1,1\), Student's t, next step/ });
  expect(await row.innerText()).toContain("0.55%");
  await quiet(page);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const result = JSON.parse(await exported(page, "Results as JSON"));
  expect(result.analysis.screenSettings.volatilityModel).toMatchObject({ variance: "garch", distribution: "t", p: 1, q: 1 });
  expect(result.analysis.byModel.losses.valueAtRisk).toBeCloseTo(-Math.expm1(-0.00551), 5);
  // 47 refits in 987 steps, one every 21.
  expect(result.analysis.byModel.outOfSample).toMatchObject({
    refits: 47,
    failures: [],
    levels: [{ confidence: 0.95 }, { confidence: 0.99 }],
  });

  await writtenDown(page, "volatilityModel");
  await page.reload();
  await page.getByText("1,974 values read").first().waitFor(PATIENT);
  await page.keyboard.press("Control+Enter");
  await strip.waitFor(PATIENT);
  expect(await figure(page, "Next-step VaR")).toBe("0.55%");
  await page.getByRole("button", { name: "Remove the model" }).click();
  await page.getByText("Data or settings have changed. Run it again.").waitFor();
  await page.keyboard.press("Control+Enter");
  await strip.waitFor({ state: "detached", ...PATIENT });
  expect(session.current.errors).toEqual([]);
});

it("Markov regimes ▸ Backtester: performance by the same regimes, on the chart too; a reload keeps them", {
  timeout: 180_000,
}, async () => {
  const page = await openEmpty(session.current, "/markov-regime");
  await takeSample(page, "WTI crude oil");
  await page.getByText("8,321 values read").waitFor(PATIENT);
  await page.getByRole("radiogroup", { name: "Number of regimes" }).getByText("3", { exact: true }).click();
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  await pressByKeyboard(page, "Backtest a strategy by regime");
  await page.getByRole("heading", { level: 1, name: "Backtester" }).waitFor();
  await page.getByText("8,321 values read").first().waitFor(PATIENT);
  await page.getByRole("button", { name: /3 regimes\s*Performance by regime|Performance by regime\s*3 regimes/ }).waitFor();
  // The form's dates contain no rows of this series, so those of the data are used, with a message.
  await page.getByText("Dates set to those of the data").waitFor(PATIENT);
  const table = page.getByRole("grid", { name: "By regime" });
  await table.waitFor(PATIENT);
  const rows = async () => (await table.innerText()).split("\n").filter((line) => /^(Bull|Neutral|Bear)/.test(line));
  const first = await rows();
  expect(first).toHaveLength(3);
  await page.getByText("Daily", { exact: true }).click();
  const legend = page.getByRole("application", { name: /Performance Chart/ }).first();
  await expect.poll(() => legend.innerText(), PATIENT).toMatch(/Bull[\s\S]*Neutral[\s\S]*Bear/);
  await quiet(page);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const result = JSON.parse(await exported(page, "Results as JSON"));
  expect(result.byRegime).toMatchObject({ states: 3, reason: null });
  expect(result.tearSheet.drawdowns[0].depth).toBeCloseTo(result.performance.maxDrawdown, 12);
  expect(result.byRegime.regimes.reduce((sum: number, { share }: { share: number }) => sum + share, 0)).toBeCloseTo(1, 12);

  await writtenDown(page, "regimes");
  await page.reload();
  await page.getByText("8,321 values read").first().waitFor(PATIENT);
  await page.keyboard.press("Control+Enter");
  await table.waitFor(PATIENT);
  await expect.poll(rows, PATIENT).toEqual(first);
  expect(session.current.errors).toEqual([]);
});

/** Waits for the screen's heading and for its result, which comes without another press. */
async function arrived(page: Page, title: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await nextSteps(page).waitFor(PATIENT);
}

it("Backtester ▸ Validation runs at once; after Back, Forward and a reload only a press runs", { timeout: 180_000 }, async () => {
  const page = await openEmpty(session.current, "/backtester");
  await page.getByRole("textbox", { name: "Market Data" }).fill(priceList(400));
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  await page.getByRole("button", { name: "Validate the strategy out of sample" }).click();
  await arrived(page, "Model Validation Framework");
  await page.getByRole("region", { name: "The strategy tested" }).waitFor();
  const idle = async (title: string) => {
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText("400 values read").first().waitFor(PATIENT);
    await atRest(page);
    expect(await nextSteps(page).count()).toBe(0);
    expect(await page.getByRole("alert").allInnerTexts()).toEqual([]);
  };
  await page.goBack();
  await idle("Backtester");
  await page.goForward();
  await idle("Model Validation Framework");
  await page.reload();
  await idle("Model Validation Framework");
  expect(session.current.errors).toEqual([]);
});

it("Backtester ▸ Risk of this strategy: the equity of the backtest as a dataset, with the same figures", { timeout: 180_000 }, async () => {
  const page = await openEmpty(session.current, "/backtester");
  await takeSample(page, "WTI crude oil");
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  const { metrics } = JSON.parse(await exported(page, "Results as JSON"));
  await page.getByRole("button", { name: "Risk of this strategy" }).click();
  await arrived(page, "Risk Manager");
  const { analysis } = JSON.parse(await exported(page, "Results as JSON"));
  expect(analysis.kind).toBe("values");
  expect(analysis.metrics.totalReturn.value).toBeCloseTo(metrics.returns, 10);
  expect(analysis.metrics.sharpe.value).toBeCloseTo(metrics.sharpeRatio, 10);
  expect(analysis.metrics.maxDrawdown.value).toBeCloseTo(metrics.maxDrawdown, 10);
  const of = "Momentum, lookback 20, threshold 1.5 on WTI crude oil";
  await page.getByTitle(`Equity: ${of}`).waitFor();
  await page.getByText(`Equity of a backtest, after costs: ${of}.`).waitFor();
  await quiet(page);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // It is a dataset like any other, and keeps its title.
  await writtenDown(page, "hash");
  await page.reload();
  await page.getByTitle(`Equity: ${of}`).waitFor(PATIENT);
  await page.keyboard.press("Control+Enter");
  await page.getByText(`Equity of a backtest, after costs: ${of}.`).waitFor(PATIENT);
  expect(session.current.errors).toEqual([]);
});

it("Validation ▸ Risk of this strategy (out of sample): the joined windows as a dataset, with the very figures", {
  timeout: 180_000,
}, async () => {
  const page = await openEmpty(session.current, "/validation");
  await takeSample(page, "WTI crude oil");
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  const { walkForward } = JSON.parse(await exported(page, "Results as JSON"));
  await page.getByRole("button", { name: "Risk of this strategy (out of sample)" }).click();
  await arrived(page, "Risk Manager");
  const { analysis } = JSON.parse(await exported(page, "Results as JSON"));
  expect(analysis.kind).toBe("values");
  expect(analysis.metrics.totalReturn.value).toBeCloseTo(walkForward.performance.totalReturn, 12);
  expect(analysis.metrics.sharpe.value).toBeCloseTo(walkForward.performance.sharpe, 12);
  expect(analysis.metrics.maxDrawdown.value).toBeCloseTo(walkForward.performance.maxDrawdown, 12);
  await page.getByText(/^Out-of-sample equity of a walk-forward with 385 windows, after the costs of each strategy/).waitFor();
  expect(session.current.errors).toEqual([]);
});

it("Alpha Miner ▸ Portfolio optimizes the same assets, and the Risk Manager measures the weights", {
  timeout: 180_000,
}, async () => {
  const page = await openEmpty(session.current, "/alpha-miner");
  await takeSample(page, "Four simulated assets");
  await page.getByRole("button", { name: "Generate Alpha Factors" }).click();
  await nextSteps(page).waitFor(PATIENT);
  await page.getByRole("button", { name: "Optimize a portfolio of these assets" }).click();
  await arrived(page, "Portfolio Optimization");
  await page.getByRole("region", { name: "Key figures of the portfolio" }).waitFor();
  await page.getByRole("button", { name: "Risk contributions of the weights" }).click();
  await arrived(page, "Risk Manager");
  expect(await page.getByRole("tab", { name: "Risk Metrics", selected: true }).count()).toBe(1);

  await page.goto(`${session.current.origin}/portfolio`);
  await page.getByRole("button", { name: "Optimize Portfolio" }).click();
  await nextSteps(page).waitFor(PATIENT);
  await page.getByRole("button", { name: "Risk of this portfolio" }).click();
  await arrived(page, "Risk Manager");
  await page.getByText(/^Portfolio value of a backtest, after costs: .+ weights, Four simulated assets\./).waitFor();
  await page.goto(`${session.current.origin}/portfolio?tab=backtest`);
  await page.getByRole("button", { name: "Run Backtest" }).click();
  await page.getByRole("button", { name: "Risk of this portfolio" }).click(PATIENT);
  await arrived(page, "Risk Manager");
  await page.getByText(/^Portfolio value of a backtest, after costs: Four simulated assets\./).waitFor();
  expect(session.current.errors).toEqual([]);
});

// Before the test whose tool fails on purpose, as the session's errors are counted from the start.
it("Market Analysis ▸ Replay bar by bar: the history is replayed, in a tab whose code is still to be loaded", {
  timeout: 120_000,
}, async () => {
  const page = await openEmpty(session.current, "/market-analysis");
  await page.getByRole("button", { name: "Start with a sample" }).click();
  await nextSteps(page).waitFor(PATIENT);
  await page.getByRole("button", { name: "Replay bar by bar" }).click();
  await page.getByRole("heading", { level: 1, name: "Trading Decision Engine" }).waitFor();
  await page.getByText(/decisions from step \d+ on; sentiment is neutral throughout/).waitFor(PATIENT);
  expect(session.current.errors).toEqual([]);
});

it("GARCH ▸ Backtester is not offered for returns; opened with them, it says in one place why it cannot run", {
  timeout: 120_000,
}, async () => {
  const page = await openEmpty(session.current, "/garch-model");
  await takeSample(page, "DM/GBP benchmark");
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  expect(await nextSteps(page).getByRole("button", { name: "Backtest a strategy on it" }).count()).toBe(0);
  const next = await openEmpty(session.current, "/backtester");
  await next.getByRole("button", { name: "Use a loaded series" }).first().click();
  await next.getByRole("button", { name: "Use: DM/GBP benchmark" }).click();
  await next.getByText("1,974 values read").first().waitFor(PATIENT);
  await next.keyboard.press("Control+Enter");
  const alerts = next.getByRole("main").getByRole("alert");
  await alerts.first().waitFor(PATIENT);
  await atRest(next);
  expect(await alerts.allInnerTexts()).toEqual([expect.stringMatching(/^Strategy test failed: /)]);
});
