import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { itInAll, itInLongRuns } from "../fixtures/in-all";
import { clipboardText, exported, sharedSession } from "./browser";

const session = sharedSession();
/** A separate visit for input that is refused. */
const typing = sharedSession();
const several = sharedSession();

/** A reloaded page first reads from the device. */
const WAIT = { timeout: 15_000 };
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
/** 400 daily bars from December 2022 to January 2024, which include the specification's default year. */
const BARS = [
  "Date,Open,High,Low,Close",
  ...Array.from({ length: 400 }, (_, t) => {
    const date = new Date(Date.UTC(2022, 11, 1) + t * 86_400_000).toISOString().slice(0, 10);
    const level = (s: number) => 100 + 12 * Math.sin(s / 17) + 5 * Math.sin(s / 5) + s / 40;
    const [open, close] = [level(t - 0.5), level(t)];
    return [date, open, Math.max(open, close) + 0.4, Math.min(open, close) - 0.4, close]
      .map((cell) => (typeof cell === "number" ? cell.toFixed(3) : cell))
      .join(",");
  }),
].join("\n");

async function fill(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Market Data" }).fill(BARS);
  await page.getByText("400 values read").waitFor();
}

describe("Strategy Builder", () => {
  itInAll("has the labels, defaults and tabs of the specification, at both addresses", async () => {
    for (const path of ["/strategies", "/strategy-builder"]) {
      const page = await session.current.open(path);
      expect(await page.locator("h1").innerText()).toContain("Strategy Builder");
      expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Design", "Backtest", "Optimize"]);
      expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Design");
      for (const family of ["Momentum", "Mean Reversion", "Behavioral Alpha", "Smart Beta"]) await button(page, family).waitFor();
      expect(await button(page, "Momentum").getAttribute("aria-pressed")).toBe("true");
      const fields = { "Strategy Name": "", "Lookback Period": "20", "Signal Threshold": "1.5", "Stop Loss %": "2", "Take Profit %": "5" };
      for (const [label, value] of Object.entries(fields))
        await expect.poll(() => page.getByRole("textbox", { name: label, exact: true }).inputValue(), WAIT).toBe(value);
      const weights = { Momentum: "30", "Mean Reversion": "30", Sentiment: "40" };
      for (const [label, value] of Object.entries(weights)) {
        await expect.poll(() => page.getByRole("textbox", { name: `${label}, as a number` }).inputValue(), WAIT).toBe(value);
        expect(await page.getByRole("slider", { name: label }).getAttribute("step")).toBe("10");
      }
      await page.close();
    }
  });

  itInAll("saves with Ctrl+S, duplicates, keeps versions, deletes with Undo, and exports and imports as a file", async () => {
    const page = await session.current.open("/strategy-builder");
    await button(page, "Save Strategy").click();
    await page.getByText("Name the strategy first").waitFor();
    await page.getByRole("textbox", { name: "Strategy Name" }).fill("<b>Calm & slow</b>");
    await button(page, "Mean Reversion").click();
    await page.keyboard.press("Control+s");
    const table = page.getByRole("table", { name: "Saved strategies" });
    await table.getByText("<b>Calm & slow</b>").waitFor();
    expect(await table.innerText()).toMatch(/Mean Reversion\s+Mean reversion score, Stop loss, Take profit\s+active/);
    await page.getByRole("textbox", { name: "Lookback Period" }).fill("35");
    await page.keyboard.press("Control+s");
    await button(page, "More for <b>Calm & slow</b>").click();
    await page.getByRole("menuitem", { name: /Versions 2 versions/ }).click();
    await page.getByRole("table", { name: "Differences" }).getByText("35").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await button(page, "More for <b>Calm & slow</b>").click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await table.getByText("<b>Calm & slow</b> copy").waitFor();
    await button(page, "More for <b>Calm & slow</b> copy").click();
    await page.getByRole("menuitem", { name: "Set inactive" }).click();
    await table.getByText("inactive").waitFor();
    const [saved] = await Promise.all([page.waitForEvent("download"), button(page, "Export JSON").click()]);
    const file = await saved.path();
    const { format, strategies } = JSON.parse(readFileSync(file, "utf8"));
    expect(format).toBe("prospect-strategies");
    expect(strategies.map(({ name }: { name: string }) => name).sort()).toEqual(["<b>Calm & slow</b>", "<b>Calm & slow</b> copy"]);
    expect(strategies[0].parameters).toMatchObject({ lookback: 35, stopLoss: 0.02 });
    await button(page, "More for <b>Calm & slow</b> copy").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await table.getByText("copy").waitFor({ state: "detached" });
    await button(page, "Undo").click();
    await table.getByText("copy").waitFor();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Import JSON").click()]);
    await chooser.setFiles(file);
    await page.getByRole("alertdialog").getByText("contains 2 strategies").waitFor();
    await button(page, "Import").click();
    await page.getByText("2 strategies imported").waitFor();
    // Not by the button again: Firefox reports only a page's first file dialog to its driver.
    const other = { name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"format":"other"}') };
    await page.locator("input[type=file][accept*=json]:not([accept*=csv])").setInputFiles(other);
    await page.getByText("This file contains no Prospect strategies").waitFor();
    await button(page, "Cancel").click();
    await page.reload();
    await expect.poll(() => page.getByRole("textbox", { name: "Lookback Period" }).inputValue(), WAIT).toBe("35");
    await expect.poll(() => page.getByRole("table", { name: "Saved strategies" }).getByRole("row").count(), WAIT).toBe(5);
    await page.close();
  });

  it("tests with a real backtest, and optimizes by walk-forward", async () => {
    const page = await session.current.open("/strategy-builder");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Please enter market data").waitFor();
    await fill(page);
    await button(page, "All dates").click();
    await button(page, "Test Strategy").click();
    await page.getByRole("region", { name: "Test result" }).getByText("Total Return").waitFor();
    await page.getByRole("tab", { name: "Backtest" }).click();
    await page.getByRole("grid", { name: "Backtest statistics" }).waitFor();
    await page.getByRole("tab", { name: "Optimize" }).click();
    await button(page, "Optimize Strategy").click();
    await page.getByRole("grid", { name: "Original and optimized parameters" }).waitFor();
    expect(await page.getByRole("grid", { name: "Walk-forward windows" }).getByRole("row").count()).toBe(6);
    const improvement = await page.getByRole("region", { name: "Improvement out of sample" }).innerText();
    expect(improvement).toContain("Deflated Sharpe Ratio");
    expect(improvement).toMatch(/Returns\s+i\s+[+−]\d+\.\d%/);
    // The report contains every view: test, statistics and search.
    const html = await exported(page, /Report \(HTML\)/);
    for (const part of ["Test of ", "Backtest statistics", "Walk-forward windows", "Original and optimized parameters"])
      expect(html).toContain(part);
    await button(page, "Use optimized parameters").click();
    await page.getByRole("tab", { name: "Design", selected: true }).waitFor();
    await page.close();
  });
});

describe("Backtester", () => {
  itInAll("has the labels and defaults of the specification, with the editor form's own weights", async () => {
    const page = await session.current.open("/backtester");
    expect(await page.getByRole("textbox", { name: "Initial Capital" }).inputValue()).toBe("1000000");
    expect(await page.getByRole("textbox", { name: "Transaction Costs (%)" }).inputValue()).toBe("0.1");
    expect(await page.getByRole("textbox", { name: "Slippage (%)" }).inputValue()).toBe("0.1");
    for (const [label, date] of [
      ["Start Date", "1/1/2023"],
      ["End Date", "12/31/2023"],
    ]) {
      await expect
        .poll(async () => (await page.getByRole("group", { name: label }).innerText()).replace(/[^\d/]/g, "").replace(/\b0/g, ""), WAIT)
        .toBe(date);
    }
    expect(await button(page, /Behavioral Adjustment/).innerText()).toContain("Enabled");
    await button(page, "Parameters").click();
    await expect.poll(() => page.getByRole("textbox", { name: "Sentiment, as a number" }).inputValue(), WAIT).toBe("34");
    await button(page, /Own parameters/).click();
    await page
      .getByRole("option", { name: /<b>Calm & slow<\/b> copy/ })
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await page.close();
  });

  it("runs, shows results with and without the adjustment, stress tests, sweeps, and saves a self-contained report", async () => {
    const page = await session.current.open("/backtester");
    await fill(page);
    await page.keyboard.press("Control+Enter");
    const cards = page.getByRole("region", { name: "Key figures" });
    await cards.waitFor();
    for (const label of ["Total Return", "Sharpe Ratio", "Max Drawdown", "Win Rate"]) expect(await cards.innerText()).toContain(label);
    expect(await cards.innerText()).toContain("without adjustment");
    await page.getByRole("application", { name: /Performance Chart/ }).waitFor();
    await page.getByRole("radio", { name: "Daily" }).click();
    await page.getByText("Without adjustment").first().waitFor();
    await button(page, "Run stress test").click();
    await page.getByText("No look-ahead").waitFor();
    await page.getByRole("grid", { name: "Parameter sensitivity" }).waitFor();
    await button(page, "Run 120 combinations").click();
    await page.getByText("All combinations").first().waitFor();
    await button(page, "Export").click();
    const script = page.getByRole("menuitem", { name: "Python script of the sweep" });
    expect(await script.getAttribute("aria-disabled")).toBeNull();
    const [json] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /Results as JSON/ }).click()]);
    const result = JSON.parse(readFileSync(await json.path(), "utf8"));
    expect(Object.keys(result.metrics)).toEqual(["returns", "sharpeRatio", "maxDrawdown", "trades", "winRate"]);
    expect(result.performanceData.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 12 }, (_, k) => `2023-${String(k + 1).padStart(2, "0")}`),
    );
    const shown = await cards.innerText();
    expect(shown.replaceAll("−", "-")).toContain(`${(100 * result.metrics.returns).toFixed(1)}%`);
    const html = await exported(page, /Report \(HTML\)/);
    expect(html).toContain(result.source.sha256);
    expect(html).not.toMatch(/<(script|link|img)\b|https?:\/\//);
    expect(html).toContain("no look-ahead");
    for (const part of ["Information ratio", "Expected shortfall 95%", "Worst drawdowns"]) expect(html).toContain(part);
    for (const name of ["Tear sheet", "Worst drawdowns"])
      await page.getByRole("table", { name }).or(page.getByRole("grid", { name })).waitFor();
    await page.close();

    const runs = await session.current.open("/runs");
    await runs
      .getByText(/Backtest of Momentum/)
      .first()
      .waitFor();
    await runs.close();
  });

  it("passes the tested strategy to Model Validation, which computes the same figures, also from a link", async () => {
    const page = await session.current.open("/backtester");
    await fill(page);
    const set = async (name: string, value: string) => {
      await page.getByRole("textbox", { name, exact: true }).fill(value);
      await page.keyboard.press("Tab");
    };
    await button(page, "Parameters").click();
    await set("Lookback Period", "8");
    await set("Signal Threshold", "0.8");
    await button(page, "Orders and performance").click();
    await set("Position size", "60");
    await set("Costs per order", "7");
    await page.keyboard.press("Control+Enter");
    const cards = page.getByRole("region", { name: "Key figures" });
    await cards.waitFor();
    const figure = async (strip: typeof cards, label: string) => {
      const group = strip.locator("dl > div").filter({ has: page.locator("dt", { hasText: label }) });
      return (await group.locator("dd").first().innerText()).trim();
    };
    const labels = ["Total Return", "Sharpe Ratio", "Max Drawdown"];
    const tested = await Promise.all(labels.map((label) => figure(cards, label)));
    await button(page, "Validate the strategy out of sample").click();
    await page.getByRole("checkbox", { name: "The strategy tested: Momentum, lookback 8, threshold 0.8" }).waitFor();
    const strip = page.getByRole("region", { name: "The strategy tested" });
    const validated = async (on: Page) => {
      await on.getByText("400 values read").waitFor();
      await on.keyboard.press("Control+Enter");
      const found = on.getByRole("region", { name: "The strategy tested" });
      await found.waitFor();
      return on.getByText("The strategy tested: Momentum, lookback 8, threshold 0.8, costs 0.10%").first().innerText();
    };
    expect(await validated(page)).toContain("7 per order");
    expect(await Promise.all(labels.map((label) => figure(strip, label)))).toEqual(tested);
    await page.getByText(/earlier on this data, 9 now/).waitFor();
    await button(page, "Export").click();
    await page.getByRole("menuitem", { name: /Copy link to these settings/ }).click();
    await page.getByText("Link copied").waitFor();
    const link = await clipboardText(page);
    await page.close();
    const other = await several.current.open(link.slice(link.indexOf("/validation")));
    await other.getByRole("checkbox", { name: /^The strategy tested: Momentum/ }).waitFor();
    await fill(other);
    expect(await validated(other)).toContain("7 per order");
    const again = other.getByRole("region", { name: "The strategy tested" });
    expect(await again.innerText()).toContain(tested[0]);
    await other.close();
  });

  itInLongRuns("trades several columns with shared cash, whose profits add up to those of the account", async () => {
    const page = await several.current.open("/backtester");
    const lines = BARS.split("\n").slice(1);
    const wide = lines.map((line, t) => {
      const [date, open, high, , close] = line.split(",");
      // Tin has no price on every ninth day.
      return [date, open, t % 9 === 4 ? "" : (220 - Number(high)).toFixed(3), close].join(",");
    });
    await page.getByRole("textbox", { name: "Market Data" }).fill(["Date,Oil,Tin,Gold", ...wide].join("\n"));
    await page.getByText("400 values read").waitFor();
    await button(page, /^One column/).click();
    await page.getByRole("option", { name: /Several assets/ }).click();
    await page.getByText("3 of 3").waitFor();
    await page.keyboard.press("Control+Enter");
    const assets = page.getByRole("grid", { name: "Assets" });
    await assets.waitFor();
    expect(await assets.getByRole("row").count()).toBe(4);
    const result = JSON.parse(await exported(page, /Results as JSON/));
    const profit = result.assets.reduce((sum: number, asset: { profit: number }) => sum + asset.profit, 0);
    expect(result.metrics.returns * 1_000_000).toBeCloseTo(profit, 3);
    expect(result.assets.map(({ name }: { name: string }) => name)).toEqual(["Gold", "Oil", "Tin"]);
    await button(page, "Run stress test").click();
    await page.getByText("No look-ahead").waitFor();
    await page.close();
  });

  itInLongRuns("says what is wrong, keeps the input, and uses all dates where none are in the range", async () => {
    const page = await typing.current.open("/backtester");
    expect(await button(page, "Run Backtest").isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Please enter market data").waitFor();
    const old = BARS.replaceAll("2022-", "1992-").replaceAll("2023-", "1993-").replaceAll("2024-", "1994-");
    await page.getByRole("textbox", { name: "Market Data" }).fill(old);
    await button(page, "Run Backtest").first().click();
    await page.getByText("Dates set to those of the data").waitFor();
    await page.getByRole("region", { name: "Key figures" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Market Data" }).inputValue()).toBe(old);
    await page.getByRole("textbox", { name: "Market Data" }).fill("100\n101\n-5\n102\n103");
    await page.getByText("5 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText(/Strategy test failed: .*-5/).waitFor();
    await button(page, "Clear").click();
    await page.getByText("Data and result cleared").waitFor();
    expect(await page.getByRole("textbox", { name: "Market Data" }).inputValue()).toBe("");
    await page.close();
  });

  it("nothing was written to the console but what a card showed", () => {
    const errors = [session, typing, several].flatMap(({ current }) => current.errors);
    expect(errors.filter((line) => !/^(Please enter market data|Strategy test failed: )/.test(line))).toEqual([]);
  });
});
