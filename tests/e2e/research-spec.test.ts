import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { DAY } from "../../workers/contract";
import { family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { choose, priceList, setNumber, sharedSession } from "./browser";

/** Default settings; no errors are allowed here. */
const session = sharedSession();
/** For intended failures: a device that refuses, bad input. */
const failing = sharedSession();
const busy = sharedSession();

/** A reloaded form first reads from the device, and lazily loaded parts come later. */
const PATIENT = { timeout: 20_000 };
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

async function holds(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await expect.poll(() => box(page, label).inputValue(), PATIENT).toBe(value);
}

/** A value out of range is kept and marked, never changed silently. */
async function marks(page: Page, label: string, outside: string): Promise<void> {
  await setNumber(page, label, outside);
  await expect.poll(() => box(page, label).getAttribute("aria-invalid"), PATIENT).toBe("true");
  expect((await box(page, label).inputValue()).replace("−", "-")).toBe(outside);
}

/** The first lines of a select's options, in order. */
async function options(page: Page, label: string | RegExp): Promise<string[]> {
  await button(page, label).first().click();
  await page.getByRole("option").first().waitFor();
  const texts = await page.getByRole("option").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  return texts.map((text) => text.split("\n")[0]);
}

async function slides(page: Page, label: string, from: number, to: number, step: number): Promise<void> {
  const slider = page.getByRole("slider", { name: label });
  const range = ["min", "max", "step"].map((name) => slider.getAttribute(name));
  expect((await Promise.all(range)).map(Number)).toEqual([from, to, step]);
}

const dated = async (page: Page, label: string) =>
  (await page.getByRole("group", { name: label }).innerText()).replace(/[^\d/]/g, "").replace(/\b0/g, "");
const words = async (part: Locator) => (await part.innerText()).replace(/\s+/g, " ").trim();

/** Two years of daily prices that contain the specification's default dates. */
const PRICES = [
  "Date,Close",
  ...Array.from({ length: 760 }, (_, t) => {
    const day = new Date(Date.UTC(2022, 5, 1) + t * DAY).toISOString().slice(0, 10);
    return `${day},${(100 + 12 * Math.sin(t / 17) + 5 * Math.sin(t / 5) + t / 40).toFixed(3)}`;
  }),
].join("\n");

async function fillPrices(page: Page): Promise<void> {
  await box(page, "Market Data").fill(PRICES);
  await page.getByText("760 values read").waitFor();
}

describe("labels and defaults, to the letter", () => {
  it("Alpha Miner: five factors with category and sample, every constant in Settings, and a factor needed", async () => {
    const page = await session.current.open("/alpha-miner");
    const rail = page.getByRole("region", { name: "Alpha Factors" });
    await rail.getByRole("listitem").nth(4).waitFor();
    expect(await Promise.all((await rail.getByRole("listitem").all()).map(words))).toEqual([
      expect.stringMatching(/^Price Momentum Sample ?85% Technical/),
      expect.stringMatching(/^Volume Trend Sample ?78% Technical/),
      expect.stringMatching(/^Sentiment Score Sample ?92% Alternative/),
      expect.stringMatching(/^News Impact Sample ?88% Alternative/),
      expect.stringMatching(/^Volatility Regime Sample ?82% Risk/),
    ]);
    const generate = button(page, "Generate Alpha Factors");
    expect(await generate.isDisabled()).toBe(true);
    await box(page, "Market Data").fill(PRICES);
    // Notes on the data appear above the factors.
    await page.getByText("760 prices read").waitFor(PATIENT);
    await expect.poll(() => generate.isEnabled(), PATIENT).toBe(true);
    for (const name of ["Price Momentum", "Volume Trend", "Sentiment Score", "News Impact", "Volatility Regime"])
      await rail.getByText(name, { exact: true }).click();
    await expect.poll(() => generate.isDisabled(), PATIENT).toBe(true);
    await rail.getByText("Price Momentum", { exact: true }).click();
    await expect.poll(() => generate.isEnabled(), PATIENT).toBe(true);
    expect(await words(rail)).toContain("needs volume");
    expect(await words(rail)).toContain("needs dated news");
    await tab(page, "Settings").click();
    await holds(page, {
      Lookback: "252",
      "Volatility window": "22",
      "Momentum periods": "5, 10, 21, 63, 126",
      "Volume window": "20",
      "Minimum data points": "100",
      "Points of the performance chart": "30",
      "Correlation threshold": "0.7",
    });
    await page.close();
  });

  it("Strategy Builder: subtitle, types, limits of the form and its sliders", async () => {
    const page = await session.current.open("/strategy-builder");
    await page.getByText("Create trading strategies with behavioral components", { exact: false }).waitFor();
    expect((await options(page, /^Strategy Type|Strategy Type/)).slice(0, 4)).toEqual([
      "Momentum",
      "Mean Reversion",
      "Behavioral Alpha",
      "Smart Beta",
    ]);
    for (const label of ["Momentum", "Mean Reversion", "Sentiment"]) await slides(page, label, 0, 100, 10);
    for (const [label, outside] of [
      ["Lookback Period", "0"],
      ["Stop Loss %", "140"],
      ["Take Profit %", "101"],
      // Marked as typed: without the sign it would be a different number.
      ["Signal Threshold", "-3"],
    ])
      await marks(page, label, outside);
    await page.close();
  });

  it("Backtester: dates, costs, the adjustment, monthly lines of Strategy and Benchmark, four cards", async () => {
    const page = await session.current.open("/backtester");
    await holds(page, { "Initial Capital": "1000000", "Transaction Costs (%)": "0.1", "Slippage (%)": "0.1" });
    await expect.poll(() => dated(page, "Start Date"), PATIENT).toBe("1/1/2023");
    await expect.poll(() => dated(page, "End Date"), PATIENT).toBe("12/31/2023");
    expect(await options(page, /Behavioral Adjustment/)).toEqual(["Enabled", "Disabled"]);
    await fillPrices(page);
    await button(page, "Run Backtest").first().click();
    const cards = page.getByRole("region", { name: "Key figures" });
    await cards.waitFor();
    const labels = (await cards.locator("dt").allInnerTexts()).map((text) => text.split("\n")[0].trim());
    expect(labels.slice(0, 4)).toEqual(["Total Return", "Sharpe Ratio", "Max Drawdown", "Win Rate"]);
    const chart = page.getByRole("application", { name: /Performance Chart, chart of 1[23] rows/ });
    await chart.waitFor();
    expect(await page.getByRole("radio", { name: "Monthly" }).isChecked()).toBe(true);
    const frame = page.getByRole("region", { name: "Performance Chart" });
    for (const line of ["Strategy", "Benchmark"]) await frame.getByText(line, { exact: true }).first().waitFor();
    await page.close();
  });

  it("Model Validation: methods, advanced defaults, the three strategies, and both charts with their bars and lines", async () => {
    const page = await session.current.open("/validation");
    expect(await options(page, /Validation Method/)).toEqual(["Walk-Forward Analysis", "Cross Validation", "Bootstrapping"]);
    await button(page, "Advanced").click();
    await holds(page, { "Step Size (days)": "21", "Significance Level": "0.05", Iterations: "1000", Folds: "5" });
    const strategies = page.getByRole("group", { name: "Strategies" });
    for (const name of ["Momentum", "Mean Reversion", "Behavioral Alpha"])
      expect(await strategies.getByRole("checkbox", { name, exact: true }).isChecked()).toBe(true);
    expect(await strategies.getByRole("checkbox", { name: "Smart Beta", exact: true }).isChecked()).toBe(false);
    await marks(page, "Window Size (days)", "0");
    await marks(page, "Out-of-Sample %", "130");
    await setNumber(page, "Window Size (days)", "252");
    await setNumber(page, "Out-of-Sample %", "30");
    await fillPrices(page);
    await button(page, "Run Validation").first().click();
    const metrics = page.getByRole("region", { name: "Validation metrics" });
    await metrics.waitFor();
    for (const label of ["Robustness", "Consistency", "Statistical Significance"]) expect(await words(metrics)).toContain(label);
    const walk = page.getByRole("region", { name: "Walk-Forward Performance" });
    for (const line of ["In-sample", "Out-of-sample"]) await walk.getByText(line, { exact: true }).first().waitFor();
    const folds = page.getByRole("region", { name: "Cross-Validation Results" }).first();
    for (const bar of ["Sharpe Ratio", "Returns", "Max Drawdown"]) await folds.getByText(bar, { exact: false }).first().waitFor();
    await page.close();
  });

  it("Portfolio: dates and costs, frequencies, both sliders, the sample donut, every label of the two results", async () => {
    const page = await session.current.open("/portfolio");
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Optimization", "Backtest", "Rebalancing"]);
    await tab(page, "Backtest").click();
    await holds(page, { "Initial Capital": "1000000", "Transaction Costs (%)": "0.1", "Slippage (%)": "0.1" });
    await expect.poll(() => dated(page, "Start Date"), PATIENT).toBe("1/1/2023");
    await expect.poll(() => dated(page, "End Date"), PATIENT).toBe("1/1/2024");
    await tab(page, "Rebalancing").click();
    expect(await options(page, /^Frequency|Frequency/)).toEqual(["Daily", "Weekly", "Monthly", "Quarterly"]);
    expect(await words(button(page, /Frequency/))).toContain("Monthly");
    await slides(page, "Threshold", 1, 10, 0.5);
    await slides(page, "Max Turnover", 5, 50, 5);
    await holds(page, { "Threshold, as a number": "5", "Max Turnover, as a number": "20", "Risk Budget": "0.15" });
    const donut = page.getByRole("region", { name: "Sample allocation" });
    await donut.getByText("Sample", { exact: true }).waitFor();
    for (const [asset, weight] of [
      ["Equities", "40"],
      ["Bonds", "30"],
      ["Commodities", "15"],
      ["Cash", "15"],
    ])
      await expect.poll(() => words(donut), PATIENT).toMatch(new RegExp(`${asset} ?${weight}`));
    expect(await button(page, "Run Simulation").isDisabled()).toBe(true);
    await button(page, "Four simulated assets").click();
    await page.getByText("The weights sum to 100%.").waitFor();
    await page.getByRole("region", { name: "Target allocation" }).waitFor();
    await button(page, "Run Simulation").click();
    const simulated = page.getByRole("region", { name: "Key figures of the rebalancing" });
    await simulated.waitFor();
    for (const label of ["Events", "Avg Turnover", "Risk Reduction", "Cost Impact"]) expect(await words(simulated)).toContain(label);
    await tab(page, "Backtest").click();
    await button(page, "Run Backtest").click();
    await page.getByRole("heading", { name: "Performance Metrics" }).waitFor();
    const performance = await words(page.getByRole("region", { name: "Figures of the performance" }));
    for (const label of ["Total Return", "Sharpe", "Max Drawdown", "Win Rate"]) expect(performance).toContain(label);
    await page.getByRole("heading", { name: "Trade Analysis" }).waitFor();
    const trades = await words(page.getByRole("region", { name: "Figures of the trades" }));
    for (const label of ["Total Trades", "Avg Duration", "days", "Profit Factor", "Transaction Costs"]) expect(trades).toContain(label);
    await page.close();
  });

  it("wrote nothing to the console", () => expect(session.current.errors).toEqual([]));
});

describe("busy", () => {
  family<[string, string, string, number]>(
    [
      ["/backtester", "Run Backtest", "Running...", 3_000_000],
      ["/validation", "Run Validation", "Running Validation...", 400_000],
    ],
    ([path]) => path === "/validation",
    (tools) =>
      it.each(tools)("%s says %s, then %s, and Esc ends it", async (path, idle, label, rows) => {
        const page = await busy.current.open(path);
        await page
          .locator('input[type="file"]')
          .first()
          .setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(priceList(rows)) });
        await page.getByText(`${rows.toLocaleString("en")} values read`).waitFor();
        if (path === "/validation") await choose(page, "Input type", /Prices/);
        await button(page, idle).first().click();
        const working = button(page, new RegExp(`^${label.replaceAll(".", "\\.")}`));
        await working.waitFor();
        expect(await working.getAttribute("aria-disabled")).toBe("true");
        expect(await button(page, "Clear").isDisabled()).toBe(true);
        await page.keyboard.press("Escape");
        await button(page, idle).first().waitFor();
        expect(await page.getByRole("alert").count()).toBe(0);
        await page.getByText(`${rows.toLocaleString("en")} values read`).waitFor();
        await page.close();
      }),
  );

  itInAll("Strategy Builder: neither saved nor tested again while it tests", async () => {
    const page = await busy.current.open("/strategy-builder");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(priceList(3_000_000)) });
    await page.getByText("3,000,000 values read").waitFor();
    await button(page, "Test Strategy").first().click();
    await page.getByRole("progressbar").first().waitFor();
    expect(
      await button(page, /^Save Strategy/)
        .first()
        .isDisabled(),
    ).toBe(true);
    expect(
      await button(page, /^Test Strategy/)
        .first()
        .getAttribute("aria-disabled"),
    ).toBe("true");
    await page.keyboard.press("Escape");
    await expect
      .poll(
        () =>
          button(page, /^Save Strategy/)
            .first()
            .isEnabled(),
        PATIENT,
      )
      .toBe(true);
    await page.close();
  });
});

describe("the strategies' errors are on the screen and in the console", () => {
  /** A page whose workers start with `code`, which imitates a device that refuses something. */
  async function on(path: string, code: string): Promise<Page> {
    const page = await failing.current.context.newPage();
    await page.route(/worker[^/]*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${code}\n${await response.text()}` });
    });
    await page.goto(failing.current.origin + path);
    await page.locator("main h1").first().waitFor();
    return page;
  }
  const REFUSES = (when: string) =>
    `{ const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (value, ...rest) {
       if (this.name === "records" && (${when})) throw new DOMException("The device refuses.", "QuotaExceededError");
       return put.call(this, value, ...rest); }; }`;
  const logged = (text: string) =>
    expect.poll(() => failing.current.errors.filter((line) => line.includes(text)).length).toBeGreaterThan(0);

  itInLongRuns("Failed to save strategy: it lasts until the tab is closed", async () => {
    const page = await on("/strategy-builder", REFUSES("value.removedAt === null"));
    await box(page, "Strategy Name").fill("Kept for now");
    await page.keyboard.press("Control+s");
    await page.getByText("Failed to save strategy").first().waitFor();
    await page.getByRole("table", { name: "Saved strategies" }).getByText("Kept for now").waitFor();
    await holds(page, { "Strategy Name": "Kept for now" });
    await logged("Failed to save strategy");
    await page.close();
  });

  itInAll("Failed to delete strategy: it stays", async () => {
    const page = await on("/strategy-builder", REFUSES("value.removedAt !== null"));
    await box(page, "Strategy Name").fill("Not to be deleted");
    await page.keyboard.press("Control+s");
    await button(page, "More for Not to be deleted").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Failed to delete strategy").first().waitFor();
    await page.getByRole("table", { name: "Saved strategies" }).getByText("Not to be deleted").waitFor();
    await logged("Failed to delete strategy");
    await page.close();
  });

  itInAll("Failed to list strategies: what is typed can still be tested", async () => {
    const page = await on(
      "/strategy-builder",
      'IDBObjectStore.prototype.index = () => { throw new DOMException("The device refuses.", "UnknownError"); };',
    );
    await page.getByRole("alert").filter({ hasText: "Failed to list strategies: " }).waitFor();
    await logged("Failed to list strategies");
    await holds(page, { "Lookback Period": "20" });
    await page.close();
  });

  itInAll("Failed to fetch strategy: its parameters stay", async () => {
    const builder = await failing.current.open("/strategy-builder");
    await box(builder, "Strategy Name").fill("Soon gone");
    await setNumber(builder, "Lookback Period", "37");
    await builder.keyboard.press("Control+s");
    await builder.getByRole("table", { name: "Saved strategies" }).getByText("Soon gone").waitFor();
    const page = await failing.current.open("/backtester");
    await button(page, /Own parameters/).click();
    await page.getByRole("option", { name: /Soon gone/ }).click();
    await button(builder, "More for Soon gone").click();
    await builder.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alert").filter({ hasText: "Failed to fetch strategy" }).waitFor();
    await button(page, "Parameters").click();
    await holds(page, { "Lookback Period": "37" });
    await button(builder, "Undo").click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await builder.close();
    await page.close();
  });

  itInLongRuns("Strategy test failed and Strategy optimization failed, with the reason", async () => {
    const page = await failing.current.open("/strategy-builder");
    await box(page, "Market Data").fill("100\n101\n-5\n102\n103\n".repeat(30).trim());
    await page.getByText("150 values read").waitFor();
    await button(page, "Test Strategy").first().click();
    await page.getByRole("alert").filter({ hasText: "Strategy test failed: " }).waitFor();
    await logged("Strategy test failed: ");
    await tab(page, "Optimize").click();
    await button(page, "Optimize Strategy").first().click();
    await page.getByRole("alert").filter({ hasText: "Strategy optimization failed: " }).waitFor();
    await logged("Strategy optimization failed: ");
    await page.close();
  });
});
