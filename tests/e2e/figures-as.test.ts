import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { choose, exported, openEmpty, priceList, sharedSession, takeSample } from "./browser";
import { drop, save } from "./exported";

const session = sharedSession();
/** A visitor who has not chosen another program's definitions. */
const stranger = sharedSession();

const FIELD = /Key figures as/;
const card = (page: Page, label: string) =>
  page
    .getByRole("region", { name: /^(Key figures|The strategy tested)/ })
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) });
const figure = async (page: Page, label: string) => (await card(page, label).locator("dd").first().innerText()).trim();
const said = async (page: Page, label: string) => (await card(page, label).innerText()).replace(/\s+/g, " ");
const volatility = (page: Page) =>
  page.getByRole("region", { name: "Market Features", exact: true }).locator("dl > div").filter({ hasText: "Volatility" }).locator("dd");
/** Chooses the program in the ⓘ of a figure. */
async function chooseBehind(page: Page, title: string, program: RegExp) {
  await page
    .getByRole("button", { name: `About ${title}` })
    .first()
    .click();
  const explanation = page.getByRole("dialog");
  await explanation.getByRole("button", { name: FIELD }).click();
  await page.getByRole("option", { name: program }).click();
  await page.getByRole("listbox").waitFor({ state: "detached" });
  const about = await explanation.innerText();
  await page.keyboard.press("Escape");
  await explanation.waitFor({ state: "detached" });
  return about.replace(/\s+/g, " ");
}

describe("figures by another program's definitions", () => {
  it("can be chosen in Settings and in an ⓘ, are marked on each screen beside ours, and ours can be restored", async () => {
    const page = await session.current.open("/settings");
    await choose(page, FIELD, /^PerformanceAnalytics/);
    await page.goto(`${session.current.origin}/backtester`);
    await takeSample(page, "WTI crude oil");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => said(page, "Sharpe Ratio")).toMatch(/as PerformanceAnalytics 2\.0\.8 reports it; here −?\d/);
    const theirs = await figure(page, "Sharpe Ratio");
    const ours = /here (−?[\d.]+)/.exec(await said(page, "Sharpe Ratio"))?.[1];
    expect(theirs).not.toBe(ours);
    const table = page.getByRole("grid", { name: "Backtest statistics" });
    await expect.poll(() => table.getByRole("columnheader").allInnerTexts()).toContain("As PerformanceAnalytics");
    // A file uses our own definitions, says so, and includes the figures of all programs by name.
    const file = JSON.parse(await exported(page, "Results as JSON"));
    expect(file.convention).toBe("Prospect");
    expect(file.metrics.sharpeRatio.toFixed(2).replace("-", "−")).toBe(ours);
    expect(file.otherPrograms["PerformanceAnalytics 2.0.8"].sharpe.toFixed(2).replace("-", "−")).toBe(theirs);
    expect(await exported(page, /^Figures/)).toMatch(/^Figure,Value,Lower 95%,Upper 95%,Convention\r?\n.*,Prospect\r?\n/);

    const market = await session.current.open("/market-analysis");
    await market.getByRole("button", { name: "Start with a sample" }).click();
    await expect.poll(() => volatility(market).innerText()).toMatch(/as PerformanceAnalytics 2\.0\.8 reports it; here [\d.]+%/);
    const about = await chooseBehind(market, "Volatility", /^TradingView/);
    expect(about).toMatch(/Prospect [\d.]+% QuantStats 0\.0\.81 [\d.]+%.*TradingView [\d.]+%/);
    expect(about).toMatch(/last 10 log returns.*its script only: no published value to compare with/);
    await expect.poll(() => volatility(market).innerText()).toMatch(/as TradingView reports it/);

    // The other tab follows; switching back there switches this one too.
    await expect.poll(() => said(page, "Sharpe Ratio")).toMatch(/as TradingView reports it/);
    await chooseBehind(page, "Sharpe Ratio", /^Prospect/);
    await expect.poll(() => figure(page, "Sharpe Ratio")).toBe(ours);
    expect(await said(page, "Sharpe Ratio")).not.toMatch(/reports it/);
    await expect.poll(() => table.getByRole("columnheader").allInnerTexts()).not.toContain("As TradingView");
    await expect.poll(() => volatility(market).innerText()).not.toMatch(/reports it/);
    await market.close();
  });

  it("are those of the backtest when Model Validation tests its strategy", async () => {
    const page = await openEmpty(session.current, "/backtester");
    await page.getByRole("textbox", { name: "Market Data" }).fill(priceList(400));
    await page.keyboard.press("Control+Enter");
    await card(page, "Sharpe Ratio").waitFor();
    await chooseBehind(page, "Sharpe Ratio", /^PerformanceAnalytics/);
    await expect.poll(() => said(page, "Sharpe Ratio")).toMatch(/as PerformanceAnalytics 2\.0\.8 reports it/);
    const theirs = await figure(page, "Sharpe Ratio");
    await page.getByRole("button", { name: "Validate the strategy out of sample" }).click();
    await page.getByText("400 values read").waitFor();
    await page.getByRole("checkbox", { name: /^The strategy tested/ }).waitFor();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => said(page, "Sharpe Ratio")).toMatch(/as PerformanceAnalytics 2\.0\.8 reports it; here/);
    expect(await figure(page, "Sharpe Ratio")).toBe(theirs);
    await chooseBehind(page, "Sharpe Ratio", /^Prospect/);
    await expect.poll(() => said(page, "Sharpe Ratio")).not.toMatch(/reports it/);
    await page.close();
  });

  it("are in no report: one made under one choice agrees with the screen under another", async () => {
    const page = await session.current.open("/risk-management");
    await takeSample(page, "WTI crude oil");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Key figures of the risk" }).waitFor();
    await chooseBehind(page, "Value at Risk", /^QuantStats/);
    await expect.poll(() => said(page, "Value at Risk")).toMatch(/as QuantStats 0\.0\.81 reports it; here/);
    const report = await save(page, /Report \(HTML\)/);
    expect(report.toString("utf8")).not.toContain("QuantStats 0.0.81 reports it");

    const there = await stranger.current.open("/");
    await drop(there, report, "report.html");
    const dialog = there.getByRole("alertdialog", { name: /^(Open a result|Check a report)$/ });
    await dialog.getByText(/^Recomputed: all [\d,]+ values are the same to the last bit$/).waitFor();
    await dialog.getByRole("button", { name: /^Open in Risk/ }).click();
    const compared = there.getByRole("dialog").filter({ hasText: "Report page compared" });
    await expect.poll(() => compared.innerText(), { timeout: 60_000 }).toMatch(/All [\d,]+ parts of the page match this screen/);
    await there.close();
  });
});
