import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { offerInputs } from "../../src/state/screen-inputs";
import AlphaMiner from "../../src/tools/alpha-miner/alpha-miner.tsx";
import { ALPHA_DEFAULTS } from "../../src/tools/alpha-miner/settings";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe.ts";
import { holdJob } from "./hold-job.ts";
import { partAtCancel } from "./part-at-cancel.ts";

/** A run waits for its worker and its code, on a machine that may be busy. */
vi.setConfig({ testTimeout: 240_000 });
const seen: typeof expect.element = (element, options) => expect.element(element, { timeout: 30_000, ...options });

const box = () => page.getByRole("textbox", { name: "Market Data" });
const run = () => page.getByRole("button", { name: /^Generate Alpha Factors/ });
const tab = (name: string) => page.getByRole("tab", { name });

const PRICES = Array.from({ length: 400 }, (_, t) => (100 + 10 * Math.sin(t / 40) + 0.8 * Math.sin(t * t)).toFixed(3));
const DAYS = PRICES.map((_, t) => new Date(Date.UTC(2020, 0, 1) + 86_400_000 * t).toISOString().slice(0, 10));

beforeEach(async () => {
  offerInputs("alpha-miner", { ...ALPHA_DEFAULTS });
  const screen = await render(<AlphaMiner />);
  await seen(box()).toBeVisible();
  const remove = page.getByRole("button", { name: /^Remove / });
  while (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await screen.unmount();
  await render(<AlphaMiner />);
  // The address keeps the previous test's tab.
  await tab("Discover Alpha").click();
});
afterEach(() => vi.restoreAllMocks());

itInLongRuns("has the specification's tabs, factors and sample figures, and needs data and a factor", async () => {
  for (const name of ["Discover Alpha", "Analyze Factors", "Settings"]) await seen(tab(name)).toBeVisible();
  const rail = page.getByRole("region", { name: "Alpha Factors" });
  for (const [name, category, figure] of [
    ["Price Momentum", "Technical", "85%"],
    ["Volume Trend", "Technical", "78%"],
    ["Sentiment Score", "Alternative", "92%"],
    ["News Impact", "Alternative", "88%"],
    ["Volatility Regime", "Risk", "82%"],
  ]) {
    const line = rail.getByRole("listitem").filter({ hasText: name });
    await seen(line).toHaveTextContent(category);
    await seen(line).toHaveTextContent(`Sample${figure}`);
    await seen(line.getByRole("checkbox", { name })).toBeChecked();
  }
  await seen(run()).toBeDisabled();
  await box().fill(PRICES.join("\n"));
  await seen(run()).toBeEnabled();
  for (const name of ["Price Momentum", "Volume Trend", "Sentiment Score", "News Impact", "Volatility Regime"])
    await rail.getByText(name).click();
  await seen(run()).toBeDisabled();
  await rail.getByText("News Impact").click();
  await seen(run()).toBeEnabled();
});

itInLongRuns("says how many points are missing, in the card", async () => {
  await box().fill(PRICES.slice(0, 99).join("\n"));
  await seen(page.getByText("99 prices read")).toBeVisible();
  await run().click();
  await seen(page.getByRole("alert")).toHaveTextContent("Failed to generate alpha factors: at least 100 data points are needed, 99 given");
  expect(box().element()).toHaveValue(PRICES.slice(0, 99).join("\n"));
});

itInLongRuns("every constant is in Settings with its default and drives the run", async () => {
  await tab("Settings").click();
  for (const [label, value] of [
    ["Lookback", "252"],
    ["Volatility window", "22"],
    ["Momentum periods", "5, 10, 21, 63, 126"],
    ["Volume window", "20"],
    ["Half-life of news", "5"],
    ["Minimum data points", "100"],
    ["Points of the performance chart", "30"],
    ["Annualization", "252"],
    ["Horizon", "5"],
    ["IC decay horizons", "1, 5, 10, 21"],
    ["IC window", "63"],
    ["Quantiles", "5"],
    ["Correlation threshold", "0.7"],
    ["Permutations", "999"],
    ["Seed", "1"],
  ])
    await seen(page.getByRole("textbox", { name: label, exact: true })).toHaveValue(value);
  await box().fill(PRICES.slice(0, 99).join("\n"));
  await page.getByRole("textbox", { name: "Minimum data points" }).fill("90");
  await page.getByRole("textbox", { name: "IC decay horizons" }).fill("2, x");
  await userEvent.keyboard("{Tab}");
  await run().click();
  await seen(page.getByRole("alert").filter({ hasText: "whole numbers of steps" }).first()).toBeVisible();
  await page.getByRole("textbox", { name: "IC decay horizons" }).fill("2, 7");
  await run().click();
  await tab("Analyze Factors").click();
  const table = page.getByRole("grid", { name: "Information Coefficients" });
  await seen(table).toBeVisible();
  const horizons = table
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.children[1].textContent);
  expect(new Set(horizons)).toEqual(new Set(["2", "7"]));
  await tab("Settings").click();
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await seen(page.getByRole("textbox", { name: "Minimum data points" })).toHaveValue(String(ALPHA_DEFAULTS.fewestPoints));
});

it("computes the news factors from dated news, and says what each is missing without", async () => {
  const rail = page.getByRole("region", { name: "Alpha Factors" });
  const line = (name: string) => rail.getByRole("listitem").filter({ hasText: name });
  await box().fill(`Date,Close\n${PRICES.map((price, t) => `${DAYS[t]},${price}`).join("\n")}`);
  await seen(line("Volume Trend")).toHaveTextContent("not available: needs volume");
  await seen(line("News Impact")).toHaveTextContent("not available: needs dated news");
  await run().click();
  await seen(page.getByRole("heading", { name: "Factor Statistics" })).toBeVisible();
  await seen(page.getByRole("list", { name: "Excluded" })).toHaveTextContent("Sentiment Score: not available: needs dated news");
  await seen(line("Price Momentum")).not.toHaveTextContent("Sample");
  await seen(line("News Impact")).toHaveTextContent("—");

  await page.getByRole("button", { name: /^Dated news/ }).click();
  const news = [60, 120, 190, 260, 320].map(
    (t, i) => `${DAYS[t]} ${i % 2 ? "Weak demand, recession fears" : "Strong growth, bullish outlook"}`,
  );
  await page.getByRole("textbox", { name: "News Data" }).fill(["No date", ...news].join("\n"));
  await seen(page.getByText(/Data or settings have changed/)).toBeVisible();
  await run().click();
  await seen(line("News Impact")).not.toHaveTextContent(/Sample|not available/);
  const table = page.getByRole("grid", { name: "Factor Statistics" });
  for (const name of ["Price Momentum", "Sentiment Score", "News Impact", "Volatility Regime"]) await seen(table).toHaveTextContent(name);
  await seen(page.getByRole("list", { name: "Excluded" })).toHaveTextContent("1 item of news without a date excluded");
});

it("canceled among the factors shows those tested, says so, and tests all when run again", async () => {
  await box().fill(PRICES.join("\n"));
  partAtCancel("mine-factors", (input) => ({ ...input, selected: [1] }), { canceledAfter: { done: 1, of: 5 } });
  await run().click();
  await seen(page.getByText(/^Resampling/).first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await seen(page.getByRole("progressbar")).not.toBeInTheDocument();
  const note = page.getByText(/Canceled after 1 of 5 factors\. Corrections for the number of tests count only these/);
  await seen(note).toBeVisible();
  const table = page.getByRole("grid", { name: "Factor Statistics" });
  await seen(table).toHaveTextContent("Price Momentum");
  expect(table.element()).not.toHaveTextContent("Volatility Regime");
  await run().click();
  await seen(table).toHaveTextContent("Volatility Regime");
  await seen(note).not.toBeInTheDocument();
});

itInLongRuns("compares the assets of a table date by date, or shows a single one", async () => {
  const rows = PRICES.map((price, t) => {
    const other = (k: number) => (100 + 8 * Math.sin(t / (20 + 9 * k)) + 0.7 * Math.sin(k * t * t)).toFixed(3);
    return [DAYS[t], price, other(1), other(2), other(3)].join(",");
  });
  await box().fill(`Date,North,East,South,West\n${rows.join("\n")}`);
  await seen(page.getByRole("radio", { name: "4 assets" })).toBeChecked();
  await run().click();
  await seen(page.getByText("long-short portfolios of the ranks")).toBeVisible();
  await seen(page.getByText("North, East, South, West")).toBeVisible();
  await tab("Analyze Factors").click();
  await seen(page.getByText("Spearman's across the assets of each date")).toBeVisible();
  await page.getByRole("radio", { name: "One series" }).click();
  await page.getByRole("button", { name: /Series$/ }).click();
  await page.getByRole("option", { name: "South" }).click();
  await run().click();
  await seen(page.getByText("Spearman's, in windows of 63 steps")).toBeVisible();
});

it("accepts a formula as a factor once it is valid, and names the character or row at which another is not", async () => {
  const formula = () => page.getByRole("textbox", { name: "Formula", exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await seen(button("Check")).toBeDisabled();
  await box().fill(PRICES.join("\n"));
  await formula().fill("ts_mean(clse, 5)");
  await button("Check").click();
  await seen(page.getByRole("alert")).toHaveTextContent("at character 9: “clse” is unknown: did you mean “close”?");
  await formula().fill("open - close");
  await button("Add as factor").click();
  await seen(page.getByRole("alert")).toHaveTextContent("not available: needs open");
  await formula().fill("delay(close, -1)");
  await button("Add as factor").click();
  await seen(page.getByRole("alert")).toHaveTextContent(/looks ahead: at row 23 it is missing on the first 23 rows and [\d.]+ on all rows/);
  await seen(page.getByRole("list", { name: "Formula factors" })).not.toBeInTheDocument();
  await formula().fill("-delta(close, 5)");
  await page.getByRole("textbox", { name: "Name" }).fill("Reversal");
  await button("Add as factor").click();
  const kept = page.getByRole("list", { name: "Formula factors" });
  await seen(kept).toHaveTextContent("Reversal");
  await seen(page.getByText(/No look-ahead: [\d,]+ values are identical/)).toBeVisible();
  await run().click();
  const table = page.getByRole("grid", { name: "Factor Statistics" });
  await seen(table).toHaveTextContent("Reversal");
  await button("Remove Reversal").click();
  await seen(kept).not.toBeInTheDocument();
  await seen(page.getByText(/Data or settings have changed/)).toBeVisible();
});

itInLongRuns("searches formulas, says how many were tried, and keeps one", async () => {
  await box().fill(PRICES.join("\n"));
  await page.getByRole("textbox", { name: "Trials" }).fill("40");
  await userEvent.keyboard("{Tab}");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await seen(page.getByRole("table", { name: "Formulas found" })).toBeVisible();
  await seen(page.getByRole("region", { name: "Figures of the search" })).toHaveTextContent(/Formulas tried.*40/);
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await page
    .getByRole("button", { name: /^Keep / })
    .first()
    .click();
  await seen(page.getByRole("list", { name: "Formula factors" })).toHaveTextContent("Found");
  await page.getByRole("textbox", { name: "Holdout" }).fill("");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await seen(page.getByRole("alert")).toHaveTextContent("Failed to search for formulas: the holdout must be from 10% to 60%");
});

itInLongRuns("shows a run in progress, and Esc cancels it without losing the previous result", async () => {
  await box().fill(PRICES.join("\n"));
  await run().click();
  await seen(page.getByRole("heading", { name: "Factor Statistics" })).toBeVisible();
  await page.getByText("News Impact", { exact: true }).first().click();
  holdJob();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await seen(page.getByRole("progressbar")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await seen(page.getByRole("progressbar")).not.toBeInTheDocument();
  await seen(page.getByRole("heading", { name: "Factor Statistics" })).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await seen(page.getByRole("heading", { name: "Factor Statistics" })).not.toBeInTheDocument();
  await seen(box()).toHaveValue("");
});
