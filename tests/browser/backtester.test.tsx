import { because, DAY } from "../../workers/contract";
import { says } from "../fixtures/failure-text";
import "../../src/styles.css";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { runs } from "../../src/state/run-list";
import { offerInputs } from "../../src/state/screen-inputs";
import { strategies } from "../../src/state/strategies";
import { savedStrategy } from "../../src/state/strategy-body";
import { workspace } from "../../src/state/workspace";
import Backtester from "../../src/tools/backtester/backtester.tsx";
import { BACKTESTER_DEFAULTS } from "../../src/tools/backtester/settings";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series";
import { findingsInBothThemes } from "./axe.ts";
import { box, button, give, typed } from "./fields.ts";
import { partAtCancel } from "./part-at-cancel.ts";

// Several jobs run one after the other, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

/** Chooses once the list is open and has options. */
async function choose(field: string | RegExp, option: string | RegExp) {
  // Drawing the screen for new data may close a list that has just opened, so it is opened again.
  await expect
    .poll(async () => {
      if (page.getByRole("listbox").elements().length === 0) await button(field).click();
      return page.getByRole("option", { name: option }).elements().length;
    })
    .toBeGreaterThan(0);
  await page.getByRole("option", { name: option }).click({ timeout: 10_000 });
  await expect.poll(() => page.getByRole("listbox").elements().length).toBe(0);
}

const START = Date.UTC(2022, 11, 1);
const wave = (t: number, pace: number) => 100 + 12 * Math.sin(t / pace) + 5 * Math.sin(t / 5) + t / 40;
/** A row per day from December 2022, which includes the specification's default year. */
const table = (names: string[], rows: number) =>
  [
    ["Date", ...names].join(","),
    ...Array.from({ length: rows }, (_, t) =>
      [new Date(START + t * DAY).toISOString().slice(0, 10), ...names.map((_name, k) => wave(t, 17 + 4 * k).toFixed(3))].join(","),
    ),
  ].join("\n");

async function empty() {
  offerInputs("backtester", BACKTESTER_DEFAULTS);
  await strategies.open();
  for (const { id } of strategies.read().records) await strategies.remove(id);
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
  await runs.open();
  for (const { id } of runs.read().records) await runs.remove(id);
}
beforeEach(empty);
afterEach(empty);
afterEach(() => vi.restoreAllMocks());

const open = () =>
  render(
    <main>
      <Backtester />
      <ToastRegion />
    </main>,
  );
const cards = () => page.getByRole("region", { name: "Key figures" });

describe("the form", () => {
  it("has every label and default of the specification, and is accessible in both themes", async () => {
    await open();
    await expect.element(page.getByRole("heading", { name: "Backtester", level: 1 })).toBeVisible();
    await expect.element(page.getByRole("group", { name: "Start Date" })).toBeVisible();
    await expect.element(page.getByRole("group", { name: "End Date" })).toBeVisible();
    expect(typed("Initial Capital")).toBe("1000000");
    expect(typed("Transaction Costs (%)")).toBe("0.1");
    expect(typed("Slippage (%)")).toBe("0.1");
    await expect.element(button(/Behavioral Adjustment/)).toHaveTextContent("Enabled");
    await expect.element(button("Run Backtest").first()).toBeVisible();
    await button("Orders and performance").click();
    await button("Monte Carlo").click();
    await button("Parameters").click();
    await expect.element(box("Strategy Name")).toBeVisible();
    const numbers = { "Lookback Period": "20", "Signal Threshold": "1.5", "Stop Loss %": "2", "Take Profit %": "5" };
    for (const [name, value] of Object.entries(numbers)) expect(typed(name)).toBe(value);
    const weights = { Momentum: "33", "Mean Reversion": "33", Sentiment: "34" };
    for (const [name, value] of Object.entries(weights)) await expect.poll(() => typed(`${name}, as a number`)).toBe(value);
    if (ALL) expect(await findingsInBothThemes()).toEqual([]);
    await choose(/Behavioral Adjustment/, /Disabled/);
    await expect.element(button(/Behavioral Adjustment/)).toHaveTextContent("Disabled");
  });

  it("asks for what is missing, and says what is wrong with the input", async () => {
    await open();
    await expect.element(button("Run Backtest")).toBeDisabled();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByRole("alert")).toHaveTextContent(says("ingest/enterMarketData"));
    await give("100\n101\n-5\n102\n103", "5 values read");
    await button("Run Backtest").first().click();
    await expect.element(page.getByRole("alert")).toHaveTextContent(/Strategy test failed: .*-5/);
    expect(typed("Market Data")).toBe("100\n101\n-5\n102\n103");
    await give("100\n101", "2 values read");
    await button("Run Backtest").first().click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent(says("backtest/testFailed", { cause: because("backtest/fewRows", { least: 3, given: 2 }) }));
    await give(table(["Close"], 40).replaceAll("2022-", "1992-").replaceAll("2023-", "1993-"), "40 values read");
    await button("Run Backtest").first().click();
    // The notice appears before the result, and stays for five seconds.
    await expect.element(page.getByText("No rows between 2023-01-01 and 2023-12-31.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.element(page.getByText("No rows between 2023-01-01 and 2023-12-31.")).not.toBeInTheDocument();
    await expect.element(cards()).toBeVisible();
    // Two months of two years, as numbers beside those of the benchmark.
    const calendar = page.getByRole("region", { name: "Monthly returns" });
    await calendar.getByRole("button", { name: "Table" }).click();
    await expect.element(calendar).toHaveTextContent(/1992.*1993/);
    const own = calendar.element().textContent;
    await calendar.getByRole("radio", { name: "Benchmark" }).click();
    await expect.poll(() => calendar.element().textContent).not.toBe(own);
  });

  it("the toast that its dates were moved closes with the screen", async () => {
    const screen = await open();
    await give(table(["Close"], 300).replaceAll(/^20/gm, "19"), "300 values read");
    await button("Run Backtest").first().click();
    const toast = page.getByText("Dates set to those of the data");
    await expect.element(toast).toBeVisible();
    // A hovered toast does not close by itself.
    await toast.hover();
    await screen.rerender(
      <main>
        <ToastRegion />
      </main>,
    );
    await expect.element(toast).not.toBeInTheDocument();
  });

  it("uses a saved strategy, and saves one that is made here", async () => {
    const { parameters, behavioralFactors } = BACKTESTER_DEFAULTS.strategy;
    const kept = {
      name: "Calm",
      description: "",
      type: "mean-reversion" as const,
      parameters: { ...parameters, lookback: 35 },
      behavioralFactors,
    };
    await strategies.add(savedStrategy(kept, null, Date.now()));
    await open();
    await choose(/Own parameters/, /Calm/);
    await expect.element(page.getByText("Mean Reversion, lookback 35, threshold 1.5", { exact: true }).last()).toBeVisible();
    await button("Parameters").click();
    await box("Strategy Name").fill("Calm and slow");
    await expect.element(page.getByText("edited, not saved", { exact: false })).toBeVisible();
    await button("Save Strategy").click();
    await expect.element(page.getByText("Saved Calm and slow").first()).toBeVisible();
    expect(strategies.read().records.map(({ body }) => [body.name, body.versions.length])).toEqual([["Calm and slow", 2]]);
  });
});

describe("a result", () => {
  it("is shown as other programs report it, from the same equity curve", async () => {
    await open();
    await give(table(["Close"], 400), "400 values read");
    await button("Run Backtest").first().click();
    await button("Show their figures").click();
    const figures = page.getByRole("table", { name: "As other programs report it" });
    await expect.element(figures, { timeout: 30_000 }).toBeVisible();
    const cells = (row: RegExp) =>
      figures
        .getByRole("row", { name: row })
        .getByRole("cell")
        .elements()
        .map(({ textContent }) => textContent);
    const [, drawdown, ...others] = cells(/^Max drawdown/);
    expect(new Set(others)).toEqual(new Set([drawdown]));
    await expect.element(cards()).toHaveTextContent(Number.parseFloat(drawdown.replace(/[−-]/, "")).toFixed(1));
    // QuantStats compounds the risk-free rate, so the two differ in the third digit.
    const [, own, quantstats, pyfolio] = cells(/^Sharpe ratio/);
    expect(pyfolio).toBe(own);
    expect(Number(quantstats)).toBeCloseTo(Number(own), 1);
  });

  it("has an interval below each figure, from the resamples drawn so far if canceled, and none for 0 resamples", async () => {
    await open();
    await give(table(["Close"], 400), "400 values read");
    partAtCancel("resample-performance", (input) => ({ ...input, iterations: 100 }), { canceledAfter: { done: 100, of: 1000 } });
    await button("Run Backtest").first().click();
    // The figures arrive before their intervals, for which a line is reserved.
    await expect.element(cards()).toHaveTextContent(/Total Return.*%interval follows/);
    await expect.element(page.getByText("Resampling").first()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect
      .element(
        page.getByText(
          /Below the return figures: 95% bootstrap intervals, canceled after 100 of 1,000 resamples; below the win rate: Wilson's/,
        ),
      )
      .toBeVisible();
    const cut = cards().element().textContent;
    expect(cut?.match(/[\d%] to /g)?.length).toBeGreaterThanOrEqual(2);
    await button("Run Backtest").first().click();
    await expect
      .element(page.getByText(/Below the return figures: 95% bootstrap intervals; below the win rate: Wilson's 95% interval\./))
      .toBeVisible();
    await expect.poll(() => cards().element().textContent).toMatch(/% to .*closed trades/);
    expect(cards().element().textContent).not.toBe(cut);
    await expect.element(page.getByRole("grid", { name: "Backtest statistics" })).toHaveTextContent("95% interval");
    await button("About Sharpe Ratio").first().click();
    await expect.element(page.getByRole("dialog")).toHaveTextContent("1,000 resamples, stationary blocks, seed 1");
    await userEvent.keyboard("{Escape}");
    await button("Orders and performance").click();
    await box("Resamples").fill("0");
    await userEvent.keyboard("{Tab}");
    await button("Run Backtest").first().click();
    await expect.element(page.getByText(/Below the return figures/)).not.toBeInTheDocument();
    expect(cards().element().textContent).not.toMatch(/ to |interval/);
    await expect.element(page.getByRole("grid", { name: "Backtest statistics" })).not.toHaveTextContent("95% interval");
  });

  it("shows trading costs in words, and each in the table", async () => {
    await open();
    await give(table(["Close"], 400), "400 values read");
    await button("Orders and performance").click();
    await choose(/Direction/, "Long and short");
    for (const [name, value] of Object.entries({ "Commission per unit": "0.00001", "Minimum commission": "40", "Borrow fee": "8" }))
      await box(name).fill(value);
    await userEvent.keyboard("{Tab}");
    await button("Run Backtest").first().click();
    const words =
      "costs 0.10% and slippage 0.10% of the value traded, both ways, 0.00001 per unit, commission at least 40, borrow fee 8.00% per year.";
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
    const paid = page.getByRole("grid", { name: "Backtest statistics" }).getByRole("row", { name: /^Borrow fees/ });
    await expect.poll(() => paid.getByRole("cell").elements()[1]?.textContent ?? paid.element().textContent).toMatch(/[1-9]/);
  });

  itInLongRuns("shows the four cards, the chart by month and by day, figures and trades; clearing can be undone", async () => {
    await open();
    await give(table(["Close"], 400), "400 values read");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(cards()).toBeVisible();
    for (const label of ["Total Return", "Sharpe Ratio", "Max Drawdown", "Win Rate"])
      await expect.element(cards()).toHaveTextContent(label);
    await expect.element(cards()).toHaveTextContent("without adjustment");
    await expect.element(page.getByRole("application", { name: /Performance Chart/ })).toBeVisible();
    await expect.element(page.getByText("Strategy", { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText("Benchmark", { exact: true }).first()).toBeVisible();
    await page.getByRole("radio", { name: "Daily" }).click();
    await expect.element(page.getByText("Bought", { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole("radio", { name: "Daily" })).toHaveFocus();
    await expect.element(page.getByRole("grid", { name: "Backtest statistics" })).toHaveTextContent("Max run-up");
    for (const label of [
      "Net profit",
      "Gross profit",
      "Gross loss",
      "Profit factor",
      "Largest win",
      "Largest loss",
      "Average holding period, bars",
    ])
      await expect.element(page.getByRole("grid", { name: "Trade statistics" })).toHaveTextContent(label);
    await expect.element(page.getByRole("grid", { name: "Trades" })).toBeVisible();
    await expect.element(page.getByText(says("backtest/noOpens"), { exact: false })).toBeVisible();
    if (ALL) expect(await findingsInBothThemes()).toEqual([]);

    await box("Initial Capital").fill("500000");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText(/have changed\. Run the backtest again/)).toBeVisible();
    await button("Clear").click();
    await expect.element(page.getByText("Data and result cleared")).toBeVisible();
    await button("Undo").click();
    await expect.element(cards()).toBeVisible();
    await expect.poll(() => typed("Market Data")).toContain("2022-12-01");
  });

  it("a canceled stress test shows the finished checks, says so, and is not recorded; run again it is complete", async () => {
    await open();
    await give(table(["Close"], 400), "400 values read");
    await button("Run Backtest").first().click();
    await expect.element(cards()).toBeVisible();
    const missing = { regimes: null, regimeReason: null, prefixes: { lengths: [], firstDifference: null } };
    partAtCancel("stress-backtest", (input) => input, { ...missing, canceledAfter: { done: 5, of: 12 } });
    await button("Run stress test").click();
    await button(/^Cancel/).click();
    const note = page.getByText(/Canceled after 5 of 12 checks\. Each check shown is complete/);
    await expect.element(note, { timeout: 30_000 }).toBeVisible();
    await expect.element(page.getByText("Look-ahead was not checked.")).toBeVisible();
    await expect.element(page.getByRole("grid", { name: "Parameter sensitivity" })).toBeVisible();
    expect(page.getByRole("heading", { name: "By regime" }).elements()).toEqual([]);
    const stressed = () => runs.read().records.filter(({ body }) => body.job === "stress-backtest").length;
    expect(stressed()).toBe(0);
    await button("Run stress test").click();
    await expect.element(page.getByText("No look-ahead"), { timeout: 30_000 }).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "By regime" })).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
    await expect.poll(stressed, { timeout: 30_000 }).toBe(1);
  });

  itInLongRuns("is stress-tested and swept, and every figure explains itself", async () => {
    await open();
    await give(table(["Close"], 400), "400 values read");
    await button("Run Backtest").first().click();
    await expect.element(cards()).toBeVisible();
    await button("Run stress test").click();
    await expect.element(page.getByText("No look-ahead"), { timeout: 30_000 }).toBeVisible();
    await expect.element(page.getByRole("grid", { name: "Parameter sensitivity" })).toBeVisible();
    await button("Run 120 combinations").click();
    await expect.element(page.getByRole("region", { name: "Sweep results" }), { timeout: 30_000 }).toHaveTextContent("120 trials");
    // Both are in the list of runs, the sweep with the number of trials that Model Validation counts.
    const recorded = (job: string) => runs.read().records.find(({ body }) => body.job === job)?.body;
    await expect.poll(() => recorded("stress-backtest")?.title, { timeout: 30_000 }).toMatch(/^Stress test of Momentum/);
    await expect.poll(() => recorded("sweep-backtest")?.figures.at(-1), { timeout: 30_000 }).toMatchObject({ label: "Trials", value: 120 });
    expect(recorded("sweep-backtest")?.obstacle).toBeNull();
    // Another backtest is compared with the first one from the list of runs.
    await box("Initial Capital").fill("500000");
    await userEvent.keyboard("{Tab}");
    await button("Run Backtest").first().click();
    await choose(/Earlier backtest/, /Backtest of Momentum/);
    await expect.element(page.getByRole("grid", { name: "Compared figures" }), { timeout: 30_000 }).toHaveTextContent("Difference");
    const differing = page.getByRole("table", { name: "Settings that differ" });
    await expect.element(differing).toHaveTextContent("Initial capital500,000.001,000,000.00");
    await button("About Total Return").first().click();
    await expect.element(page.getByRole("dialog")).toHaveTextContent("last equity");
    await userEvent.keyboard("{Escape}");
    expect(await findingsInBothThemes()).toEqual([]);
  });
});

describe("several assets", () => {
  it("share the cash: each is listed with its profit, one can be excluded, and the trades name theirs", async () => {
    await open();
    await give(table(["Oil", "Gold", "Tin"], 400), "400 values read");
    await expect.element(button(/Column traded/)).toBeVisible();
    await choose(/^One column/, /Several assets/);
    await expect.element(page.getByText("3 of 3")).toBeVisible();
    await expect.element(button(/Shared cash/)).toHaveTextContent("Equal shares");
    expect(button(/Column traded/).elements()).toHaveLength(0);
    await button("Run Backtest").first().click();
    const list = page.getByRole("grid", { name: "Assets" });
    await expect.element(list).toBeVisible();
    for (const name of ["Oil", "Gold", "Tin"]) await expect.element(list).toHaveTextContent(name);
    await expect.element(page.getByRole("grid", { name: "Trades" })).toHaveTextContent("Asset");
    // The specification's dates cover a year: windows of 126 returns fit, and of other lengths too.
    await button("Show rolling figures").click();
    await expect.element(page.getByRole("application", { name: /Rolling figures/ })).toBeVisible();
    await page.getByRole("radio", { name: "63" }).click();
    await expect.element(page.getByText("against the benchmark, 63 returns")).toBeVisible();
    await expect.element(page.getByText(says("backtest/sharedFills"), { exact: false })).toBeVisible();
    if (ALL) expect(await findingsInBothThemes()).toEqual([]);
    await page.getByRole("checkbox", { name: "Gold" }).click({ force: true });
    await expect.element(page.getByText("2 of 3")).toBeVisible();
    await button("Run Backtest").first().click();
    await expect.element(page.getByText("2 assets with shared cash")).toBeVisible();
    expect(list.element().textContent).not.toContain("Gold");
    await button("All assets").click();
    await expect.element(page.getByText("3 of 3")).toBeVisible();
  });

  it("a table of one instrument offers none", async () => {
    await workspace.add({ ...testSeries("one", [100, 101, 102]), name: "One" });
    await open();
    await give(table(["Close"], 30), "30 values read");
    expect(page.getByText("Several assets").elements()).toHaveLength(0);
  });
});

it("counts rows where prices have no dates", async () => {
  await open();
  await give(Array.from({ length: 60 }, (_, t) => wave(t, 17).toFixed(3)).join("\n"), "60 values read");
  await button("Run Backtest").first().click();
  await expect.element(page.getByText(/^growth of .*, every 21 rows$/)).toBeVisible();
  await page.getByRole("radio", { name: "Every row", exact: true }).click();
  await expect.element(page.getByText(/^growth of .*, 60 rows$/)).toBeVisible();
});
