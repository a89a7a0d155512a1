import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { backtestPortfolio } from "../../workers/jobs/backtest-portfolio";
import { type OptimisePortfolioInput, optimisePortfolio } from "../../workers/jobs/optimise-portfolio";
import { simulateRebalancing } from "../../workers/jobs/simulate-rebalancing";
import { testContext } from "../kernels/context";
import { auditEverywhere } from "./audit";
import { choose, exported, setNumber, sharedSession } from "./browser";

const session = sharedSession();
/** A visit of its own for typed input: a series loaded before would stand in the box. */
const typing = sharedSession();

const box = (page: Page) => page.getByRole("textbox", { name: "Asset Data" });
const submit = (page: Page) => page.getByRole("button", { name: "Optimize Portfolio" });

/** The figure under a label of the strip of key figures. */
const figure = async (page: Page, label: string, strip = "Key figures of the portfolio"): Promise<string> => {
  const group = page
    .getByRole("region", { name: strip })
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) });
  return (await group.locator("dd").first().innerText()).split("\n")[0].replaceAll("−", "-").trim();
};

/** The shipped sample as the screen reads it. */
function sampleAssets(): OptimisePortfolioInput["assets"] {
  const [head, ...lines] = readFileSync("public/samples/simulated_assets.csv", "utf8").trim().split(/\r?\n/);
  const rows = lines.map((line) => line.split(","));
  const times = Float64Array.from(rows, ([date]) => Date.parse(date));
  return head
    .split(",")
    .slice(1)
    .map((name, i) => ({ name, times, values: Float64Array.from(rows, (row) => Number(row[i + 1])) }));
}

const share = (value: number) => `${(100 * value).toFixed(2)}%`;

describe("before anything is optimised", () => {
  it("opens at all three addresses with the sample one click away", async () => {
    for (const path of ["/optimize", "/portfolio-optimization", "/portfolio"]) {
      const page = await typing.current.open(path);
      expect(await page.locator("main h1").innerText()).toBe("Portfolio Optimization");
      expect(await submit(page).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Load four simulated assets" }).waitFor();
      if (path === "/portfolio") {
        expect(await page.getByRole("textbox", { name: "Risk-free rate" }).inputValue()).toBe("2");
        await page.getByRole("button", { name: "Objective" }).click();
        await page.getByRole("option").first().waitFor();
        const options = (await page.getByRole("option").allInnerTexts()).map((text) => text.split("\n")[0]);
        expect(options).toHaveLength(10);
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
  it.each(CASES)("%s: a message in the card, and nothing lost", async (_, text, message) => {
    const page = await typing.current.open("/portfolio");
    await box(page).fill(text);
    await submit(page).click();
    await page.getByRole("alert").filter({ hasText: message }).waitFor();
    expect(await box(page).inputValue()).toBe(text);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await page.close();
  });
});

describe("the four simulated assets", () => {
  it("gives the weights of the job for every objective, says why there is no solution, and saves them to a client", async () => {
    const context = await testContext();
    const found = async (changes: Partial<OptimisePortfolioInput>) => {
      const outcome = await optimisePortfolio({ assets: sampleAssets(), objective: { kind: "maximum-sharpe" }, ...changes }, context);
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return outcome.value;
    };
    const page = await session.current.open("/portfolio");
    await page.getByRole("button", { name: "Load four simulated assets" }).click();
    await page.getByText("The weights add up to 100 %.").waitFor();
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

    const KINDS = [
      [/^Minimum variance/, { kind: "minimum-variance" }],
      [/^Maximum utility/, { kind: "maximum-utility", aversion: 3 }],
      [/^Maximum diversification/, { kind: "maximum-diversification" }],
      [/^Minimum CVaR/, { kind: "minimum-cvar", confidence: 0.95, target: null }],
      [/^Equal risk/, { kind: "equal-risk", shares: null }],
      [/^Hierarchical/, { kind: "hierarchical", linkage: "single" }],
      [/^Inverse/, { kind: "inverse-volatility" }],
    ] as const;
    for (const [option, objective] of KINDS) {
      await choose(page, "Objective", option);
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => figure(page, "Volatility")).toBe(share((await found({ objective })).volatility));
    }

    // Bounds, and what cannot be.
    await choose(page, "Objective", /^Minimum variance/);
    await setNumber(page, "Largest weight", "30");
    await page.keyboard.press("Control+Enter");
    const bounded = await found({ objective: { kind: "minimum-variance" }, limits: { lower: 0, upper: 0.3, groups: [] } });
    await expect.poll(() => figure(page, "Volatility")).toBe(share(bounded.volatility));
    await setNumber(page, "Largest weight", "20");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "The upper bounds add up to" }).waitFor();
    await setNumber(page, "Largest weight", "100");
    await choose(page, "Objective", /^Target return/);
    await setNumber(page, "Target return", "90");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "No allowed portfolio is expected to return" }).waitFor();
    await choose(page, "Objective", /^Maximum Sharpe/);
    await setNumber(page, "Risk-free rate", "80");
    await page.keyboard.press("Control+Enter");
    await page.getByText("this is the minimum-variance portfolio", { exact: false }).first().waitFor();
    await setNumber(page, "Risk-free rate", "2");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => figure(page, "Sharpe Ratio")).toBe(best.sharpe?.toFixed(2));

    const saved = JSON.parse(await exported(page, "Portfolio as JSON"));
    expect(saved.weights).toEqual([...best.weights]);
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
    // The same assets, now each a dataset of its own, have the same best portfolio; one with no weight has no say.
    await page.getByText("Grace, Maximum Sharpe ratio: 1,260 common rows", { exact: false }).waitFor();
    expect(await figure(page, "Effective assets")).toBe(best.effectiveAssets.toFixed(1));
    await page.getByText("Saved as Maximum Sharpe ratio of Grace").waitFor({ state: "detached" });
    expect(await auditEverywhere(page)).toEqual([]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  it("backtests and rebalances with the job's figures, a reason for every trade, and the specification's labels", async () => {
    const context = await testContext();
    const assets = sampleAssets();
    const targets = assets.map(() => 0.25);
    const page = await session.current.open("/portfolio");
    await page.getByRole("radio", { name: "Dataset" }).click();
    await page.getByText("The weights add up to 100 %.").waitFor();
    await page.getByRole("tab", { name: "Backtest" }).click();
    expect(await page.getByRole("textbox", { name: "Initial Capital" }).inputValue()).toBe("1000000");
    for (const name of ["Transaction Costs (%)", "Slippage (%)"]) {
      expect(await page.getByRole("textbox", { name, exact: true }).inputValue()).toBe("0.1");
    }
    await page.getByRole("button", { name: "Run Backtest" }).click();
    await page.getByRole("heading", { name: "Trade Analysis" }).waitFor();
    const dates = { startDate: Date.parse("2023-01-01"), endDate: Date.parse("2024-01-01") + 86_400_000 - 1 };
    const tested = await backtestPortfolio({ assets, targets, ...dates }, context);
    if (!tested.ok) throw new Error(tested.failure.message);
    const { metrics, trades } = tested.value;
    expect(await figure(page, "Total Return", "Figures of the performance")).toBe(share(metrics.totalReturn));
    expect(await figure(page, "Sharpe Ratio", "Figures of the performance")).toBe(metrics.sharpeRatio?.toFixed(2));
    expect(await figure(page, "Max Drawdown", "Figures of the performance")).toBe(share(metrics.maxDrawdown));
    expect(await figure(page, "Total Trades", "Figures of the trades")).toBe(String(trades.total));

    await page.getByRole("tab", { name: "Rebalancing" }).click();
    expect(await page.getByRole("textbox", { name: "Threshold, as a number" }).inputValue()).toBe("5");
    expect(await page.getByRole("textbox", { name: "Max Turnover, as a number" }).inputValue()).toBe("20");
    expect(await page.getByRole("button", { name: /Frequency/ }).innerText()).toContain("Monthly");
    await page.getByRole("button", { name: "Run Simulation" }).click();
    const simulated = await simulateRebalancing({ assets, targets }, context);
    if (!simulated.ok) throw new Error(simulated.failure.message);
    const { events, avgTurnover, list } = simulated.value;
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
    expect(await auditEverywhere(page)).toEqual([]);
    await page.close();
  });
});
