import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { budgetRisk } from "../../workers/portfolio/jobs/budget-risk";
import { measureContributions } from "../../workers/risk/jobs/measure-contributions";
import { resultOf } from "../fixtures/failure-text";
import { goldenJson } from "../fixtures/golden";
import { family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { auditEverywhere, LATER_TAB, unreached } from "./audit";
import { choose, exported, priceList, setNumber, sharedSession, takeSample } from "./browser";

const session = sharedSession();
/** A separate visit for typed input: a series loaded by another test would still be in the field. */
const typing = sharedSession();

const box = (page: Page, name = "Portfolio Data") => page.getByRole("textbox", { name });
const submit = (page: Page) => page.getByRole("button", { name: "Analyze Portfolio Risk" }).first();
const toTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

/** The value of a key figure, by its label. */
const figure = async (page: Page, strip: string, label: string): Promise<string> => {
  const group = page.getByRole("region", { name: strip }).locator("dl > div").filter({ hasText: label }).first();
  return (await group.locator("dd").first().innerText()).split("\n")[0].replaceAll("−", "-").trim();
};

const upload = (page: Page, name: string, content: string | Buffer, mimeType = "text/csv") =>
  page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

interface RiskGolden {
  expected: {
    max_drawdown: number;
    volatility_annual_simple: number;
    sharpe_daily_rf: { value: number };
    sortino_daily_mar: { value: number };
    total_return: number;
    annual_return_geometric: number;
    drawdown_detail: { trough_price_index: number; peak_price_index: number; max_drawdown_check: number };
    var: Record<string, Record<string, number>>;
  };
}

describe("before anything is analyzed", () => {
  it("has every tab, label and default of the specification", async () => {
    const page = await typing.current.open("/risk-management");
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Portfolio Analysis", "Risk Metrics", "Optimization", "Settings"]);
    expect(await page.getByRole("textbox", { name: "Max Drawdown (%)" }).inputValue()).toBe("20");
    expect(await page.getByRole("textbox", { name: "VaR Threshold" }).inputValue()).toBe("0.15");
    expect(await submit(page).isDisabled()).toBe(true);
    await page.getByText("One value per line", { exact: false }).first().waitFor();
    expect((await page.locator('input[type="file"]').first().getAttribute("accept"))?.split(",")).toEqual(
      expect.arrayContaining([".csv", ".txt"]),
    );
    await toTab(page, "Settings");
    for (const [label, shown] of [
      ["Confidence Level", "95%"],
      ["Risk Calculation Method", "Historical VaR"],
      ["Default Timeframe", "1Y"],
    ]) {
      expect(await page.getByRole("button", { name: label }).innerText()).toContain(shown);
    }
    expect(await page.getByRole("textbox", { name: "Lookback Period" }).inputValue()).toBe("252");
    expect(await page.getByRole("textbox", { name: "Risk-free rate" }).inputValue()).toBe("2");
    expect(await page.getByRole("checkbox", { name: "All data" }).isChecked()).toBe(true);
    for (const [label, options] of [
      ["Confidence Level", ["90%", "95%", "99%"]],
      ["Default Timeframe", ["1M", "3M", "6M", "1Y", "3Y"]],
      ["Risk Calculation Method", ["Parametric VaR", "Historical VaR", "Monte Carlo VaR", "Cornish–Fisher VaR"]],
    ] as const) {
      await page.getByRole("button", { name: label }).click();
      await page.getByRole("option").first().waitFor();
      const shown = await page.getByRole("option").allInnerTexts();
      expect(shown.map((text) => text.split("\n")[0])).toEqual(options);
      await page.keyboard.press("Escape");
      await page.getByRole("option").first().waitFor({ state: "detached" });
    }
    for (const alert of ["Daily Risk Report", "Risk Threshold Alerts", "Portfolio Rebalancing Notifications"]) {
      await page.getByRole("checkbox", { name: alert }).waitFor();
    }
    await page.getByText("alerts are raised only while this screen is open", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Export" }).waitFor();
    expect(await page.getByRole("button", { name: "Clear" }).isDisabled()).toBe(true);
    await toTab(page, "Risk Metrics");
    await page.getByRole("tabpanel", { name: "Risk Metrics" }).getByText("Sample", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Measure Contributions" }).isDisabled()).toBe(true);
    await page.close();
  });

  it("asks for data when there is none", async () => {
    const page = await typing.current.open("/risk-management");
    await box(page).fill(" \n\t ");
    expect(await submit(page).isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Please enter portfolio data", { exact: true }).waitFor();
    // A valid file removes the message.
    await upload(page, "good.csv", priceList(40));
    await page.getByText("40 values read").waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("alert").count()).toBe(0);
    await page.getByRole("button", { name: /^Remove / }).click();
    await box(page).fill("");
    await toTab(page, "Optimization");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Please enter portfolio data").waitFor();
    await page.close();
  });
});

describe("bad input", () => {
  const CASES: readonly (readonly [what: string, text: string, message: string, more: string])[] = [
    ["one value", "101.5", "Invalid portfolio data format", "Insufficient data points: 1 given, 2 needed"],
    ["words", "alpha\nbeta\ngamma", "Invalid portfolio data format", "Invalid data format"],
    [
      "markup",
      "<script>window.hacked = 1</script>\n<img src=x onerror='window.hacked = 1'>",
      "Invalid portfolio data format",
      "Invalid data format",
    ],
  ];
  family(
    CASES,
    (_, place) => place === 2,
    (cases) =>
      it.each(cases)("%s: the specified message, and nothing lost", async (_, text, message, more) => {
        const page = await typing.current.open("/risk-management");
        await box(page).fill(text);
        await submit(page).click();
        await page.getByText(message, { exact: true }).waitFor();
        await page.getByText(more, { exact: true }).first().waitFor();
        expect(await box(page).inputValue()).toBe(text);
        expect(await page.evaluate(() => "hacked" in window)).toBe(false);
        await page.close();
      }),
  );

  itInLongRuns("adds the specified prefix to every other reason, naming the row", async () => {
    const page = await typing.current.open("/risk-management");
    const prices = priceList(60).split("\n");
    prices[41] = "-5";
    await box(page).fill(prices.join("\n"));
    await toTab(page, "Settings");
    await choose(page, "Input type", /^Portfolio values/);
    await submit(page).click();
    const wrapped = page.getByText(/^Failed to assess portfolio risk: /);
    await page.getByText("Failed to assess portfolio risk: row 42 has the price -5; prices must be above 0").waitFor();
    await choose(page, "Input type", /^Auto-detect/);
    await submit(page).click();
    await page.getByText("Failed to assess portfolio risk: row 42 is -5 in what looks like prices").waitFor();
    await box(page).fill(priceList(60));
    await setNumber(page, "Lookback Period", "1");
    await submit(page).click();
    await page.getByText("Failed to assess portfolio risk: The lookback period must be a whole number of days, at least 2").waitFor();
    expect(await wrapped.count()).toBe(1);
    await setNumber(page, "Lookback Period", "252");
    // The next run removes the message.
    await submit(page).click();
    await page.getByRole("heading", { name: "Worst drawdowns" }).waitFor();
    expect(await wrapped.count()).toBe(0);
    await page.close();
  });

  itInLongRuns("says when a file cannot be read, and which column it uses where none is called Close", async () => {
    const page = await typing.current.open("/risk-management");
    await box(page).fill("100\n101\n99");
    await page.getByText("3 values read").waitFor();
    // A file that is deleted before it is dropped.
    const folder = mkdtempSync(join(tmpdir(), "prospect-gone-"));
    writeFileSync(join(folder, "gone.csv"), "1\n2\n3");
    await page.evaluate(() => document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "lent" })));
    await page.locator("#lent").setInputFiles(join(folder, "gone.csv"));
    rmSync(folder, { recursive: true });
    await page.evaluate(() => {
      const lent = document.querySelector<HTMLInputElement>("#lent");
      const [file] = lent?.files ?? [];
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      document.querySelector("main h1")?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
      lent?.remove();
    });
    await page.getByRole("alert").getByText("Failed to read file", { exact: true }).waitFor();
    expect(await box(page).inputValue()).toBe("100\n101\n99");

    const bars = priceList(60)
      .split("\n")
      .map((price) => `${price},${Number(price) + 1},${Number(price) - 1}`);
    await upload(page, "bars.csv", `Open,High,Low\n${bars.join("\n")}`);
    await page.getByText("60 values read").waitFor();
    const caution = page.getByText("No column is named Close, Price or Value: Open is analyzed. To use another, choose it under Column.");
    await caution.waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await choose(page, "Column", "High");
    await caution.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Remove / }).click();
    await page.close();
  });

  itInAll("is busy while it analyzes; Esc cancels, and the data stay", async () => {
    const page = await typing.current.open("/risk-management?tab=settings");
    await setNumber(page, "Monte Carlo draws", "1000000");
    await setNumber(page, "Resamples", "20000");
    await upload(page, "long.csv", priceList(50_000));
    await page.getByText("50,000 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("progressbar").waitFor();
    expect(await submit(page).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    expect(await submit(page).getAttribute("aria-disabled")).toBe(null);
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByText("50,000 values read").waitFor();
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByRole("button", { name: /^Remove / }).click();
    await page.close();
  });

  itInAll("accepts equal values and a 60-sigma outlier, and no figure is NaN", async () => {
    const page = await typing.current.open("/risk-management");
    await box(page).fill(Array(50).fill("100").join("\n"));
    await submit(page).click();
    await page.getByText("the values have zero variance").first().waitFor();
    const prices = priceList(400).split("\n");
    prices[200] = String(40 * Number(prices[200]));
    await box(page).fill(prices.join("\n"));
    await submit(page).click();
    await expect.poll(() => figure(page, "Key figures of the risk", "Max Drawdown")).toMatch(/^9[67]\./);
    expect(await page.locator("main").innerText()).not.toMatch(/NaN|Infinity|undefined/);
    await page.close();
  });

  itInAll("reads another encoding, and refuses noise", async () => {
    const page = await typing.current.open("/risk-management");
    await upload(page, "utf16.txt", Buffer.from(`\ufeff${priceList(300)}`, "utf16le"), "text/plain");
    await page.getByText("300 values read").waitFor();
    await submit(page).click();
    await page.getByText("Input type: portfolio values (auto-detected: every value is above zero)").waitFor();
    await upload(page, "noise.csv", Buffer.from(Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7919) % 251)));
    await page.getByRole("alert").first().waitFor();
    // The previous data are still there.
    await page.getByText("300 values read").waitFor();
    await page.getByRole("button", { name: /^Remove / }).click();
    await page.close();
  });
});

describe("a real series", () => {
  it("shows the figures of independent tools, and every setting changes them", async () => {
    const { expected } = await goldenJson<RiskGolden>("risk/risk_eustockmarkets.json");
    const page = await session.current.open("/risk-management");
    await upload(page, "eustockmarkets.csv", readFileSync("tests/fixtures/golden/series/eustockmarkets.csv"));
    await page.getByText("1,860 values read").waitFor();
    await choose(page, "Column", "DAX");
    await toTab(page, "Settings");
    await setNumber(page, "Lookback Period", "5000");
    await page.keyboard.press("Control+Enter");
    const shown = (label: string) => figure(page, "Key figures of the risk", label);
    await page.getByText("Worst drawdowns").waitFor();
    const share = (value: number) => `${(100 * value).toFixed(2)}%`;
    const tail = expected.var["0.95"];
    expect(await shown("Max Drawdown")).toBe(share(-expected.max_drawdown));
    expect(await shown("Value at Risk")).toBe(`${share(tail.historical_var_linear)} per step`);
    expect(await shown("Expected Shortfall")).toBe(`${share(tail.historical_cvar_le_quantile)} per step`);
    expect(await shown("Sharpe Ratio")).toBe(expected.sharpe_daily_rf.value.toFixed(2));
    expect(await shown("Sortino Ratio")).toBe(expected.sortino_daily_mar.value.toFixed(2));
    expect(await shown("Volatility")).toBe(`${share(expected.volatility_annual_simple)} per year`);
    expect(await page.getByRole("table", { name: "Worst drawdowns" }).getByRole("row").count()).toBe(11);
    // The rows in which the deepest drawdown starts and ends, and the tail of every method.
    const worst = expected.drawdown_detail;
    const rowOf = async (table: string, says: string) =>
      (await page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: says }).first().innerText())
        .replaceAll("−", "-")
        .split(/\s*\t\s*/);
    expect((await rowOf("Worst drawdowns", share(worst.max_drawdown_check).replace("-", "−"))).slice(0, 3)).toEqual([
      share(worst.max_drawdown_check),
      String(worst.peak_price_index + 1),
      String(worst.trough_price_index + 1),
    ]);
    for (const [method, value, shortfall] of [
      ["Historical", tail.historical_var_linear, tail.historical_cvar_le_quantile],
      ["Parametric", tail.parametric_normal_var, tail.parametric_normal_cvar],
      ["Cornish–Fisher", tail.cornish_fisher_var, null],
    ] as const) {
      const shown = await rowOf("Value at risk by method", method);
      for (const figure of [value, ...(shortfall === null ? [] : [shortfall])]) expect(shown, method).toContain(share(figure));
    }
    for (const [label, value] of [
      ["Total return", expected.total_return],
      ["CAGR", expected.annual_return_geometric],
    ] as const)
      expect(await rowOf("Performance", label)).toContain(share(value));

    const saved = JSON.parse(await exported(page, "Results as JSON")).analysis;
    expect(saved.maxDrawdown).toBeCloseTo(-100 * expected.max_drawdown, 9);
    expect(saved.metrics.totalReturn.value).toBeCloseTo(expected.total_return, 9);
    expect(saved.losses.parametricVar.value).toBeCloseTo(tail.parametric_normal_var, 11);
    expect(saved.losses.cornishFisherVar.value).toBeCloseTo(tail.cornish_fisher_var, 10);
    expect(saved.bootstrap.replicates).toBe(1000);
    const csv = (await exported(page, "Figures as CSV")).trim().split("\r\n");
    expect(csv[0]).toBe("Figure,Value,Lower 95%,Upper 95%,Convention");
    expect(csv.length).toBe(30);
    expect((await exported(page, "Drawdown as CSV")).trim().split("\r\n").length).toBe(1861);

    // Confidence level, method, timeframe.
    await toTab(page, "Settings");
    await choose(page, "Confidence Level", "99%");
    await choose(page, "Risk Calculation Method", /^Parametric/);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => shown("Value at Risk")).toBe(`${share(expected.var["0.99"].parametric_normal_var)} per step`);
    await toTab(page, "Settings");
    await choose(page, "Confidence Level", "95%");
    await choose(page, "Risk Calculation Method", /^Monte Carlo/);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Monte Carlo, chosen").waitFor();
    await toTab(page, "Settings");
    await choose(page, "Risk Calculation Method", /^Historical/);
    await setNumber(page, "Lookback Period", "252");
    await page.getByRole("checkbox", { name: "All data" }).press("Space");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/performance of 1Y: 252 returns; VaR lookback 252/).waitFor();
    await page.getByRole("table", { name: "VaR backtest" }).waitFor();
    // All rows again, without changing the chosen timeframe.
    await toTab(page, "Settings");
    await page.getByRole("checkbox", { name: "All data" }).press("Space");
    expect(await page.getByRole("button", { name: "Default Timeframe" }).innerText()).toContain("1Y");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/performance of all [\d,]+ returns; VaR lookback 252/).waitFor();
    await page.close();
  });

  itInLongRuns("warns when a limit is exceeded, notifies the notification center once, and zooms to a drawdown", async () => {
    const page = await session.current.open("/risk-management");
    await takeSample(page, "WTI crude oil");
    await page.getByText("8,321 values read").waitFor();
    await submit(page).click();
    await page.getByRole("heading", { name: "Risk Warning" }).waitFor();
    await page.getByText("The maximum drawdown of 81.98% exceeds the limit of 20.00%.").first().waitFor();
    await setNumber(page, "VaR Threshold", "0.01");
    await page.getByText("Data or settings have changed", { exact: false }).waitFor();
    await submit(page).click();
    await page
      .getByText(/The value at risk of 3\.41% exceeds the threshold of 1\.00%\./)
      .first()
      .waitFor();
    await setNumber(page, "VaR Threshold", "0.15");
    await setNumber(page, "Max Drawdown (%)", "90");
    await submit(page).click();
    await page.getByRole("heading", { name: "Risk Warning" }).waitFor({ state: "detached" });
    await setNumber(page, "Max Drawdown (%)", "20");
    await page.getByRole("button", { name: /Notifications/ }).click();
    await page.getByText("Risk Threshold Alert").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show the drawdown of 73.65% in the chart" }).click();
    await page.getByRole("button", { name: "Show all" }).first().waitFor();
    await page.close();
  });

  itInAll("is kept as a run that reproduces the same bits", async () => {
    const page = await session.current.open("/runs");
    await page.getByText("Risk, Historical VaR").first().waitFor();
    await page.getByRole("button", { name: "More for Risk, Historical VaR" }).first().click();
    await page.getByRole("menuitem", { name: "Run again and compare" }).click();
    await page.getByText("Identical bit for bit.").first().waitFor({ timeout: 20_000 });
    await page.close();
  });
});

/** The sample of four assets as the page reads it. */
function sampleAssets(): { name: string; values: Float64Array }[] {
  const lines = readFileSync("public/samples/simulated_assets.csv", "utf8").trim().split("\n");
  return lines[0]
    .split(",")
    .slice(1)
    .map((name, j) => ({ name, values: Float64Array.from(lines.slice(1), (line) => Number(line.split(",")[j + 1])) }));
}
const share = (value: number, digits: number) => `${(100 * value).toFixed(digits)}%`;

describe("several assets", () => {
  it("measures what each contributes, as the kernels do, and accepts other weights", async () => {
    const page = await session.current.open("/risk-management?tab=metrics");
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByText("1,260 rows read").waitFor();
    const table = page.getByRole("table", { name: "Contributions by asset" });
    await table.waitFor();
    const found = resultOf(await measureContributions({ assets: sampleAssets() }, await testContext()));
    for (const { name, componentVolatility, percentVolatility, returnContribution } of found.assets) {
      const row = (await table.getByRole("row", { name: new RegExp(`^${name}`) }).innerText()).replaceAll("−", "-");
      for (const cell of [share(componentVolatility, 2), share(percentVolatility, 1), share(returnContribution, 2)])
        expect(row).toContain(cell);
    }
    expect(await figure(page, "Key figures of the portfolio", "Volatility")).toBe(`${share(found.volatility, 2)} per year`);
    await setNumber(page, "Equities", "70");
    await page.getByText("Data or settings have changed", { exact: false }).waitFor();
    await page.getByText("The weights sum to 100%, rebalanced every step.").waitFor();
    await setNumber(page, "Bonds", "60");
    await page.getByText("The weights sum to 130.0%; they must not exceed 100%.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").getByText("The weights sum to 130.0%").waitFor();
    await page.getByRole("button", { name: "Equal weights" }).click();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").waitFor({ state: "detached" });
    expect((await exported(page, "Contributions as CSV")).split("\r\n")[0]).toContain("Asset,Weight,Marginal volatility");
    await page.close();
  });

  itInLongRuns("finds weights within a budget and a cap, and applies them", async () => {
    const page = await session.current.open("/risk-management?tab=optimization");
    await page.getByText("1,260 rows read").waitFor();
    await page.keyboard.press("Control+Enter");
    const table = page.getByRole("table", { name: "Proposed weights" });
    await table.waitFor();
    const assets = sampleAssets();
    const answer = resultOf(
      await budgetRisk(
        { assets, weights: assets.map(() => 1 / assets.length), objective: "equal-risk", drawdownCap: 0.2 },
        await testContext(),
      ),
    );
    const { proposed, invested } = answer;
    for (const { name, weight, percentVolatility } of proposed.contributions.assets) {
      const row = (await table.getByRole("row", { name: new RegExp(`^${name}`) }).innerText()).replaceAll("−", "-");
      for (const cell of [share(weight, 2), share(percentVolatility, 2)]) expect(row).toContain(cell);
    }
    expect(await figure(page, "Key figures of the proposal", "Volatility")).toBe(share(proposed.contributions.volatility, 2));
    expect(await figure(page, "Key figures of the proposal", "Invested")).toBe(share(invested, 1));
    await setNumber(page, "Drawdown cap", "5");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => figure(page, "Key figures of the proposal", "Max Drawdown")).toBe("5.00%");
    await choose(page, "Objective", /^Minimum volatility/);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Proposed weights" }).first().getByText("Minimum volatility").waitFor();
    expect((await exported(page, "Proposed weights as CSV")).trim().split("\r\n").length).toBe(5);
    await page.getByRole("button", { name: "Use these weights" }).click();
    await page
      .getByText(/is cash\.$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Equal weights" }).click();
    await page.close();
  });
});

describe("Clear", () => {
  itInAll("empties data and results, keeps settings, and can be undone", async () => {
    const page = await session.current.open("/risk-management");
    await page.getByText("8,321 values read").waitFor();
    await submit(page).click();
    await page.getByText("Worst drawdowns").waitFor();
    await toTab(page, "Settings");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("Data and results cleared").waitFor();
    expect(await submit(page).isDisabled()).toBe(true);
    await toTab(page, "Portfolio Analysis");
    expect(await page.getByText("Worst drawdowns").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Worst drawdowns").waitFor();
    await page.getByText("8,321 values read").waitFor();
    await page.close();
  });
});

describe("accessibility", () => {
  const audited = sharedSession();

  it("axe finds nothing on any tab, in both themes at three widths", async () => {
    const page = await audited.current.open("/risk-management?tab=metrics");
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByText("1,260 rows read").waitFor();
    await toTab(page, "Portfolio Analysis");
    await takeSample(page, "WTI crude oil");
    await page.getByText("8,321 values read").waitFor();
    await submit(page).click();
    await page.getByText("Worst drawdowns").waitFor();
    for (const [tab, run, shown] of [
      ["Portfolio Analysis", false, "Worst drawdowns"],
      ["Risk Metrics", true, "Contributions by asset"],
      ["Optimization", true, "Proposed weights"],
      ["Settings", false, "Conventions"],
    ] as const) {
      await toTab(page, tab);
      if (run) await page.keyboard.press("Control+Enter");
      await page.getByRole("heading", { name: shown }).waitFor();
      const look = tab === "Portfolio Analysis" ? {} : LATER_TAB;
      expect(await auditEverywhere(page, look)).toEqual([]);
      expect(await unreached(page, look)).toEqual([]);
    }
    expect(audited.current.errors).toEqual([]);
    await page.close();
  });

  itInAll("goes from typing to the figures by keyboard alone", async () => {
    const page = await typing.current.open("/risk-management");
    await box(page).focus();
    await page.keyboard.insertText(priceList(40));
    await page.keyboard.press("Control+Enter");
    await page.getByText("Worst drawdowns").waitFor();
    await page.keyboard.press("Alt+4");
    await page.getByRole("tab", { name: "Settings", selected: true }).waitFor();
    expect(typing.current.errors).toEqual([]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });
});
