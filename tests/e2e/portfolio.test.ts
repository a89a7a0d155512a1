import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { backtestPortfolio } from "../../workers/portfolio/jobs/backtest-portfolio";
import { type OptimizePortfolioInput, optimizePortfolio } from "../../workers/portfolio/jobs/optimize-portfolio";
import { simulateRebalancing } from "../../workers/portfolio/jobs/simulate-rebalancing";
import { resultOf } from "../fixtures/failure-text";
import { ALL, family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { auditEverywhere } from "./audit";
import { choose, download, exported, openEmpty, setNumber, sharedSession } from "./browser";

const session = sharedSession();
/** A separate visit for typed input: a series loaded by another test would still be in the field. */
const typing = sharedSession();

const box = (page: Page) => page.getByRole("textbox", { name: "Asset Data" });
const submit = (page: Page) => page.getByRole("button", { name: "Optimize Portfolio" });

/** The value of a key figure, by its label. */
const figure = async (page: Page, label: string, strip = "Key figures of the portfolio"): Promise<string> => {
  const group = page
    .getByRole("region", { name: strip })
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) });
  return (await group.locator("dd").first().innerText()).split("\n")[0].replaceAll("−", "-").trim();
};

/** The shipped sample as the screen reads it. */
function sampleAssets(): OptimizePortfolioInput["assets"] {
  const [head, ...lines] = readFileSync("public/samples/simulated_assets.csv", "utf8").trim().split(/\r?\n/);
  const rows = lines.map((line) => line.split(","));
  const times = Float64Array.from(rows, ([date]) => Date.parse(date));
  return head
    .split(",")
    .slice(1)
    .map((name, i) => ({ name, times, values: Float64Array.from(rows, (row) => Number(row[i + 1])) }));
}

/** Optimizing and drawing may be slow on a busy machine. */
const PATIENT = { timeout: 30_000 };

const share = (value: number) => `${(100 * value).toFixed(2)}%`;

/** The job's own weights for the sample. */
async function finder() {
  const context = await testContext();
  return async (changes: Partial<OptimizePortfolioInput>) => {
    return resultOf(await optimizePortfolio({ assets: sampleAssets(), objective: { kind: "maximum-sharpe" }, ...changes }, context));
  };
}

describe("before anything is optimized", () => {
  itInAll("opens at all three addresses with the sample one click away", async () => {
    for (const path of ["/optimize", "/portfolio-optimization", "/portfolio"]) {
      const page = await typing.current.open(path);
      expect(await page.locator("main h1").innerText()).toBe("Portfolio Optimization");
      expect(await submit(page).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Start with a sample" }).waitFor();
      if (path === "/portfolio") {
        expect(await page.getByRole("textbox", { name: "Risk-free rate" }).inputValue()).toBe("2");
        await page.getByRole("button", { name: "Objective" }).click();
        await page.getByRole("option").first().waitFor();
        const options = (await page.getByRole("option").allInnerTexts()).map((text) => text.split("\n")[0]);
        expect(options).toHaveLength(11);
        await page.keyboard.press("Escape");
        await page.getByRole("listbox").waitFor({ state: "detached" });
        await page.keyboard.press("Control+Enter");
        await page.getByText("Please enter portfolio data").waitFor();
      }
      await page.close();
    }
  });

  const CASES: readonly (readonly [what: string, text: string, message: string])[] = [
    ["words", "alpha\nbeta\ngamma", "Invalid portfolio data format"],
    ["markup", "<script>window.hacked = 1</script>\n<img src=x onerror='window.hacked = 1'>", "Invalid portfolio data format"],
    ["a price below zero", "Date,A,B\n2024-01-01,1,2\n2024-01-02,-3,2\n2024-01-03,2,3\n2024-01-04,2,4", "prices must be above 0"],
  ];
  family(
    CASES,
    (_, place) => place === 0,
    (cases) =>
      it.each(cases)("%s: a message in the card, and nothing lost", async (_, text, message) => {
        const page = await typing.current.open("/portfolio");
        await box(page).fill(text);
        await submit(page).click();
        await page.getByRole("alert").filter({ hasText: message }).waitFor();
        expect(await box(page).inputValue()).toBe(text);
        expect(await page.evaluate(() => "hacked" in window)).toBe(false);
        await page.close();
      }),
  );
});

describe("the four simulated assets", () => {
  it("gives the weights of the job, and saves them to a client", async () => {
    const found = await finder();
    const page = await session.current.open("/portfolio");
    await page.getByRole("button", { name: "Four simulated assets" }).click();
    await page.getByText("The weights sum to 100%.").waitFor();
    await page.keyboard.press("Control+Enter");
    const table = page.getByRole("table", { name: "Weights and contributions" });
    await table.waitFor();
    const best = await found({});
    expect(await figure(page, "Sharpe Ratio")).toBe(best.sharpe?.toFixed(2));
    expect(await figure(page, "Volatility")).toBe(share(best.volatility));
    expect(await figure(page, "Expected Return")).toBe(share(best.expectedReturn));
    for (const [i, name] of best.names.entries()) {
      const cells = await table.getByRole("row").filter({ hasText: name }).getByRole("cell").allInnerTexts();
      expect([name, ...cells].join(" ")).toContain(share(best.weights[i]));
    }
    await page.getByText("Efficient frontier").first().waitFor();

    const saved = JSON.parse(await exported(page, "Results as JSON"));
    expect(saved).toMatchObject({ format: "prospect-portfolio-result", version: 1, backtest: null, rebalancing: null });
    expect(saved.optimization.weights).toEqual([...best.weights]);
    const frontier = (await exported(page, "Frontier as CSV")).trim().split("\r\n");
    expect(frontier[0]).toBe("Volatility,Expected Return,Sharpe Ratio,Equities,Bonds,Commodities,Real Estate");
    expect(frontier.length).toBe(121);

    await page.getByRole("button", { name: "Save to a client" }).click();
    await page.getByRole("textbox", { name: "Name of the client" }).fill("Grace");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as Maximum Sharpe ratio of Grace").waitFor();
    await page.getByRole("radio", { name: "Client portfolio" }).click();
    await choose(page, "Choose a portfolio", /Grace, Maximum Sharpe ratio/);
    await page.keyboard.press("Control+Enter");
    // The same assets, now separate datasets, have the same optimal portfolio; an asset without weight changes nothing.
    await page.getByText("Grace, Maximum Sharpe ratio: 1,260 common rows", { exact: false }).waitFor();
    expect(await figure(page, "Effective assets")).toBe(best.effectiveAssets.toFixed(1));
    await page.getByText("Saved as Maximum Sharpe ratio of Grace").waitFor({ state: "detached" });
    expect(await auditEverywhere(page)).toEqual([]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  itInLongRuns("finds the job's weights for other objectives, views and bounds, and says why there is no solution", async () => {
    const found = await finder();
    const page = await openEmpty(session.current, "/portfolio");
    await page.getByRole("button", { name: "Four simulated assets" }).click();
    await page.getByText("The weights sum to 100%.").waitFor();

    const KINDS = [
      [/^Minimum variance/, { kind: "minimum-variance" }],
      [/^Maximum utility/, { kind: "maximum-utility", aversion: 3 }],
      [/^Maximum diversification/, { kind: "maximum-diversification" }],
      [/^Minimum CVaR/, { kind: "minimum-cvar", confidence: 0.95, target: null }],
      [/^Equal risk/, { kind: "equal-risk", shares: null }],
      [/^Hierarchical risk/, { kind: "hierarchical", linkage: "single" }],
      [/^Hierarchical equal/, { kind: "hierarchical-equal-risk", linkage: "single", clusters: null }],
      [/^Inverse/, { kind: "inverse-volatility" }],
    ] as const;
    // Kernel tests cover all of them; short runs check one of each kind of solver on the screen.
    for (const [option, objective] of KINDS.filter((_, place) => ALL || place % 3 === 0)) {
      await choose(page, "Objective", option);
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => figure(page, "Volatility"), PATIENT).toBe(share((await found({ objective })).volatility));
    }

    // A relative view on two assets, blended with the returns implied by the current weights.
    await choose(page, "Objective", /^Maximum Sharpe/);
    await choose(page, "Expected returns", /^Views/);
    await page.getByRole("button", { name: "Add a view" }).click();
    await choose(page, "Relative to, in view 1", "Bonds");
    await setNumber(page, "Return of view 1", "4");
    await setNumber(page, "Confidence of view 1", "80");
    await page.keyboard.press("Control+Enter");
    const view = { weights: [1, -1, 0, 0], expected: 0.04, variance: null, confidence: 0.8 };
    const viewed = await found({ views: { market: [0.25, 0.25, 0.25, 0.25], aversion: 2.5, tau: 0.05, views: [view] } });
    await expect.poll(() => figure(page, "Expected Return"), PATIENT).toBe(share(viewed.expectedReturn));
    const mixed = page.getByRole("grid", { name: "Expected returns with the views" }).getByRole("row").filter({ hasText: "Equities" });
    await mixed.waitFor();
    for (const value of [viewed.implied?.[0] ?? Number.NaN, viewed.assets[0].expectedReturn]) {
      expect((await mixed.innerText()).replaceAll("−", "-")).toContain(share(value));
    }
    await page.getByRole("button", { name: "Remove view 1" }).click();
    await choose(page, "Expected returns", /^Arithmetic/);

    // Bounds, and an infeasible combination.
    await choose(page, "Objective", /^Minimum variance/);
    await setNumber(page, "Maximum weight", "30");
    await page.keyboard.press("Control+Enter");
    const bounded = await found({ objective: { kind: "minimum-variance" }, limits: { lower: 0, upper: 0.3, groups: [] } });
    await expect.poll(() => figure(page, "Volatility"), PATIENT).toBe(share(bounded.volatility));
    await setNumber(page, "Maximum weight", "20");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "The upper bounds sum to" }).waitFor();
    await setNumber(page, "Maximum weight", "100");
    await choose(page, "Objective", /^Target return/);
    await setNumber(page, "Target return", "90");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "No feasible portfolio has an expected return of" }).waitFor();
    await choose(page, "Objective", /^Maximum Sharpe/);
    await setNumber(page, "Risk-free rate", "80");
    await page.keyboard.press("Control+Enter");
    await page.getByText("this is the minimum-variance portfolio", { exact: false }).first().waitFor();
    await setNumber(page, "Risk-free rate", "2");
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  itInLongRuns("has whole shares, a frontier to walk along, groups that are respected or named, and Clear with Undo", async () => {
    const found = await finder();
    const best = await found({});
    const page = await openEmpty(session.current, "/portfolio");
    await page.getByRole("button", { name: "Four simulated assets" }).click();
    await page.getByText("The weights sum to 100%.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("table", { name: "Weights and contributions" }).waitFor();

    // Whole shares add up to the capital, and there is an order for each of them.
    const shares = page.getByRole("grid", { name: "Whole shares" });
    await shares.getByRole("row").filter({ hasText: "Bonds" }).waitFor();
    const orders = (
      await download(page, () => page.getByRole("region", { name: "Whole shares" }).getByRole("button", { name: "CSV" }).click())
    )
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    expect(orders[0]).toEqual(["Asset", "Price", "Shares", "Value", "Weight", "Order"]);
    const spent = orders.slice(1).reduce((sum, [, price, count]) => sum + Number(price) * Number(count), 0);
    expect(spent).toBeLessThanOrEqual(1_000_000);
    expect(spent).toBeGreaterThan(999_000);

    // The frontier by keyboard: its first portfolio is the minimum-variance one.
    await page.getByRole("slider", { name: "Efficient portfolio" }).focus();
    await page.keyboard.press("Home");
    const least = await found({ objective: { kind: "minimum-variance" } });
    const here = page.getByRole("region", { name: "Along the frontier", exact: true });
    await expect.poll(() => here.innerText(), PATIENT).toContain(share(least.volatility));
    await here.getByRole("button", { name: "Use these weights" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Bonds", exact: true }).inputValue())
      .toBe(String(Math.round(1e6 * least.weights[1]) / 1e4));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Bonds", exact: true }).inputValue(), PATIENT).toBe("25");

    // Groups: respected where feasible, named where they contradict each other.
    await page.getByRole("button", { name: "Limits by group" }).click();
    for (const [number, assets] of [
      [1, ["Bonds", "Commodities"]],
      [2, ["Equities"]],
    ] as const) {
      await page.getByRole("button", { name: "Add a group" }).click();
      for (const asset of assets)
        await page
          .getByRole("group", { name: `Group ${number}`, exact: true })
          .getByRole("button", { name: asset, exact: true })
          .click();
    }
    await setNumber(page, "Group 1, maximum", "40");
    await setNumber(page, "Group 2, minimum", "20");
    await page.keyboard.press("Control+Enter");
    const groups = [
      { name: "Group 1", assets: ["Bonds", "Commodities"], least: null, most: 0.4 },
      { name: "Group 2", assets: ["Equities"], least: 0.2, most: null },
    ];
    const grouped = await found({ limits: { lower: 0, upper: 1, groups } });
    await expect.poll(() => figure(page, "Volatility"), PATIENT).toBe(share(grouped.volatility));
    expect(grouped.weights[1] + grouped.weights[2]).toBeCloseTo(0.4, 9);
    await setNumber(page, "Group 1, minimum", "90");
    await setNumber(page, "Group 1, maximum", "");
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("alert")
      .filter({ hasText: "No weights satisfy all limits: Group 1 at least 90%, Group 2 at least 20%." })
      .waitFor();
    for (const number of [2, 1]) await page.getByRole("button", { name: `Remove Group ${number}` }).click();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => figure(page, "Sharpe Ratio"), PATIENT).toBe(best.sharpe?.toFixed(2));

    // Clear removes data and results; Undo restores them.
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("button", { name: "Start with a sample" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The weights sum to 100%.").waitFor();
    await expect.poll(() => figure(page, "Sharpe Ratio"), PATIENT).toBe(best.sharpe?.toFixed(2));
    await page.close();
  });

  it("backtests and rebalances with the job's figures, a reason for every trade, and the specification's labels", async () => {
    const context = await testContext();
    const assets = sampleAssets();
    const targets = assets.map(() => 0.25);
    const page = await openEmpty(session.current, "/portfolio");
    await page.getByRole("button", { name: "Four simulated assets" }).click();
    await page.getByText("The weights sum to 100%.").waitFor();
    await page.getByRole("tab", { name: "Backtest" }).click();
    expect(await page.getByRole("textbox", { name: "Initial Capital" }).inputValue()).toBe("1000000");
    for (const name of ["Transaction Costs (%)", "Slippage (%)"]) {
      expect(await page.getByRole("textbox", { name, exact: true }).inputValue()).toBe("0.1");
    }
    await page.getByRole("button", { name: "Run Backtest" }).click();
    await page.getByRole("heading", { name: "Trade Analysis" }).waitFor();
    const dates = { startDate: Date.parse("2023-01-01"), endDate: Date.parse("2024-01-01") + 86_400_000 - 1 };
    const { metrics, trades, starts, months } = resultOf(await backtestPortfolio({ assets, targets, ...dates, starts: 40 }, context));
    expect(await figure(page, "Total Return", "Figures of the performance")).toBe(share(metrics.totalReturn));
    expect(await figure(page, "Sharpe Ratio", "Figures of the performance")).toBe(metrics.sharpeRatio?.toFixed(2));
    expect(await figure(page, "Max Drawdown", "Figures of the performance")).toBe(share(metrics.maxDrawdown));
    expect(await figure(page, "Total Trades", "Figures of the trades")).toBe(String(trades.total));
    // Other views: start dates, months, and a period too short for rolling returns.
    const begun = starts.map(({ growth }) => growth).sort((a, b) => a - b);
    await page.getByRole("region", { name: "Figures of the start dates" }).waitFor();
    expect(await figure(page, "Worst start", "Figures of the start dates")).toBe(share(begun[0]));
    expect(await figure(page, "Best start", "Figures of the start dates")).toBe(share(begun[begun.length - 1]));
    const calendar = page.getByRole("region", { name: "Monthly returns" });
    await calendar.getByRole("button", { name: "Table" }).click();
    await expect.poll(async () => (await calendar.innerText()).replaceAll("−", "-")).toContain((100 * (months?.totals[0] ?? 0)).toFixed(1));
    await page.getByText("Not available: needs more than one year between the dates.").waitFor();
    expect((await page.getByRole("button", { name: "Benchmark" }).innerText()).replace(/\s+/g, " ")).toContain("Buy and hold");

    await page.getByRole("tab", { name: "Rebalancing" }).click();
    expect(await page.getByRole("textbox", { name: "Threshold, as a number" }).inputValue()).toBe("5");
    expect(await page.getByRole("textbox", { name: "Max Turnover, as a number" }).inputValue()).toBe("20");
    expect(await page.getByRole("button", { name: /Frequency/ }).innerText()).toContain("Monthly");
    await page.getByRole("button", { name: "Run Simulation" }).click();
    const { events, avgTurnover, list } = resultOf(await simulateRebalancing({ assets, targets }, context));
    const strip = "Key figures of the rebalancing";
    await page.getByRole("region", { name: strip }).waitFor();
    expect(await figure(page, "Events", strip)).toBe(String(events));
    expect(await figure(page, "Avg Turnover", strip)).toBe(share(avgTurnover));
    const table = page.getByRole("table", { name: "Trades by event" });
    await table
      .getByText(/^A new month/)
      .first()
      .waitFor();
    expect(list.length).toBe(events);
    const traded = (await exported(page, "Trades of the rebalancing as CSV")).trim().split("\r\n");
    expect(traded[0]).toBe("Date,Reason,Asset,Weight before,Weight after,Change,Turnover of the event,Cost of the event");
    expect(traded.length).toBe(
      1 + list.reduce((sum, { before, after }) => sum + before.filter((weight, i) => weight !== after[i]).length, 0),
    );
    expect(await auditEverywhere(page)).toEqual([]);
    await page.close();
  });
});
