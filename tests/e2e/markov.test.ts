import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { auditEverywhere, unreached } from "./audit";
import { exported, priceList, sharedSession } from "./browser";
import { repeatRun, upload, vendorSeries, walkByKeyboard, words } from "./dynamics-page";

const session = sharedSession();
/** A visit of its own for bad input: a series loaded before would stand in the box. */
const bad = sharedSession();

const open = () => session.current.open("/markov-regime");
const fitted = (page: Page) => page.getByText("Analysis Period", { exact: true }).first().waitFor();
/** Runs what stands in the box; the sample where nothing does. */
const run = async (page: Page) => {
  const sample = page.getByRole("button", { name: "Start with a sample" });
  await page.getByText("values read").first().or(sample).first().waitFor();
  if (await sample.isVisible()) await sample.click();
  else await page.getByRole("button", { name: "Run Analysis" }).click();
  await fitted(page);
};

describe("Markov Regime on crude oil", () => {
  it("shows the regimes and figures of an independent fit", async () => {
    const page = await open();
    expect(await page.getByRole("button", { name: "Clear", exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await fitted(page);
    for (const label of ["Volatility", "Price Change", "Sharpe Ratio", "Max Drawdown", "Start Date", "End Date", "Trading Days"])
      await page.getByText(label, { exact: true }).first().waitFor();
    await page.getByRole("heading", { name: "Current Regime Probabilities" }).waitFor();
    // A plain Hamilton filter in Python 3 maximised by SciPy's BFGS, and plain sums.
    for (const figure of ["39.79%", "83.57%", "0.195", "-81.98%", "1986-01-02", "2019-01-03", "8,321"])
      expect(await words(page)).toContain(figure);
    const donut = page.getByRole("region", { name: "Current Regime Probabilities" });
    await donut.getByRole("button", { name: "Table" }).click();
    await expect.poll(() => donut.innerText()).toMatch(/Bull\s+71\.9[\s\S]*Bear\s+28\.1/);
    await donut.getByRole("button", { name: "Chart" }).click();
    await page.getByRole("application", { name: /Price by regime, chart of 8,320 rows/ }).waitFor();

    await page.getByRole("tab", { name: "Model" }).click();
    await expect.poll(() => words(page)).toContain("-18,235.4467");
    const model = await words(page);
    for (const figure of ["0.0580", "-0.2075", "55.1", "13.0", "36,525.1", "4 regimes have the least BIC; 2 are shown."])
      expect(model).toContain(figure);
    await page.close();
  });

  it("says of filtered and smoothed which looks ahead", async () => {
    const page = await open();
    await run(page);
    await page.getByText("no look-ahead in the probabilities").waitFor();
    await page.getByRole("radio", { name: "Smoothed" }).click();
    await page.getByText("never for decisions: it looks ahead").waitFor();
    await page.getByText("smoothed: looks ahead").waitFor();
    await page.getByRole("radio", { name: "Filtered" }).click();
    await page.getByText("no look-ahead in the probabilities").waitFor();
    await page.close();
  });

  it("fits three regimes, forecasts as far as asked, and says when settings have changed since", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("radio", { name: "3", exact: true }).click();
    await page.getByText(/Data or settings have changed since this fit/).waitFor();
    await page.getByRole("textbox", { name: "Forecast horizon" }).fill("63");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/have changed since/).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Forecast" }).click();
    const table = page.getByRole("grid", { name: "Forecast horizons" });
    await expect.poll(() => table.innerText()).toMatch(/P\(Neutral\)[\s\S]*\n63\t/);
    await page.getByRole("radio", { name: "2", exact: true }).click();
    await page.getByRole("textbox", { name: "Forecast horizon" }).fill("20");
    await page.keyboard.press("Control+Enter");
    await page.close();
  });

  it("times the market on the half it was not fitted to, with a p-value, and warns of look-ahead otherwise", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("tab", { name: "Timing" }).click();
    await page.getByText(/No evidence that the timing is better than chance/).waitFor();
    const timing = await words(page);
    expect(timing).toMatch(/p = 0\.\d{4}, 4,159 circular shifts/);
    expect(timing).toContain("4,160 returns from 2002-06-12");
    await page.getByRole("button", { name: /Parameters from/ }).click();
    await page.getByRole("option", { name: /Whole series/ }).click();
    await page.getByRole("button", { name: "Update timing" }).click();
    await page.getByText(/^▲ Look-ahead: the parameters were fitted/).waitFor();
    await page.getByText(/8,319 circular shifts/).waitFor();
    await page.getByRole("button", { name: /Parameters from/ }).click();
    await page.getByRole("option", { name: /First half/ }).click();
    await page.close();
  });

  it("explains a figure, saves JSON and CSV, and keeps the run, which repeats to the same bits", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("button", { name: "About Sharpe Ratio" }).click();
    await page.getByRole("dialog").getByText("How it is computed").waitFor();
    await page.keyboard.press("Escape");
    const json = JSON.parse(await exported(page, /Results as JSON/));
    expect(json.current_regime_probabilities.Bull).toBeCloseTo(0.7192, 3);
    expect(json.metrics).toMatchObject({ trading_days: 8321, data_range: { start: "1986-01-02", end: "2019-01-03" } });
    const csv = await exported(page, /Regime probabilities as CSV/);
    expect(csv.split("\r\n")[0]).toMatch(/^Date,Return,Filtered Bull,Filtered Bear,Smoothed Bull,Smoothed Bear/);
    expect(csv.trim().split("\r\n")).toHaveLength(8321);
    await repeatRun(page, session.current.origin, "2 regimes");
    await page.close();
  });

  it("goes from nothing to a result, its tabs and a chart's values with the keyboard alone", async () => {
    const page = await bad.current.open("/markov-regime");
    await walkByKeyboard(page, { done: fitted, first: "Regimes", second: "Model" });
    await page.close();
  });

  it("clears data and result, and undoes that", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("button", { name: "Clear", exact: true }).first().click();
    await page.getByRole("button", { name: "Start with a sample" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Market Data" }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Undo" }).click();
    await fitted(page);
    await page.getByText("8,321 values read, 290 dropped").waitFor();
    await page.close();
  });

  it("is clean to axe on every tab, and within reach of the keyboard", async () => {
    const page = await open();
    await run(page);
    await page.locator("canvas").first().waitFor();
    for (const tab of ["Regimes", "Model", "Forecast", "Timing"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForTimeout(300);
      expect(await auditEverywhere(page), tab).toEqual([]);
    }
    expect(await unreached(page)).toEqual([]);
    await page.close();
  });
});

it("S&P 500: likelihood, parameters and last probability of statsmodels 0.15.0", async ({ skip }) => {
  const csv = vendorSeries("sp500_1999_2018.csv");
  if (csv === null) return skip("golden series not present");
  const page = await open();
  await upload(page, csv);
  await page.getByText("5,031 values read").waitFor();
  await run(page);
  await page.getByRole("tab", { name: "Model" }).click();
  const { statsmodels } = JSON.parse(readFileSync("tests/fixtures/golden/regime/ms2_sp500_1999_2018.json", "utf8")).expected;
  const [calm, wild]: number[] = statsmodels.mean;
  const durations: number[] = statsmodels.expected_duration;
  const shown = [
    statsmodels.loglikelihood.toFixed(3).replace("-7", "-7,"),
    calm.toFixed(4),
    wild.toFixed(4),
    ...durations.map((duration) => duration.toFixed(1)),
    `${(100 * statsmodels.last_filtered[1]).toFixed(1)}%`,
    `14,${statsmodels.bic.toFixed(2).slice(2)}`,
  ];
  await expect.poll(() => words(page)).toContain(shown[0]);
  const model = await words(page);
  for (const figure of shown) expect(model).toContain(figure);
  await page.close();
});

describe("Markov Regime with bad input", () => {
  it("asks for a file when there is none", async () => {
    const page = await bad.current.open("/markov-regime");
    await page.getByRole("button", { name: "Run Analysis" }).click();
    await expect.poll(() => page.getByRole("alert").innerText()).toBe("Please select a file first");
    await page.close();
  });

  it("names the row of a price that has no logarithm", async () => {
    const page = await bad.current.open("/markov-regime");
    await page.getByRole("button", { name: /Values are/ }).click();
    await page.getByRole("option", { name: /^Prices/ }).click();
    await upload(page, `Close\n${priceList(120)}\n0`);
    await page
      .getByText(/values read/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Run Analysis" }).click();
    await expect
      .poll(() => page.getByRole("alert").first().innerText())
      .toMatch(/Analysis failed: row 121 has the price 0; prices must be above 0/);
    await page.close();
  });
});
