import { says } from "../fixtures/failure-text";
import "../../src/styles.css";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DISTINCT_TRIALS } from "../../src/state/run-body";
import { runs } from "../../src/state/run-list";
import { strategies } from "../../src/state/strategies";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe.ts";
import { box, button, give, tab, typed } from "./fields.ts";
import { partAtCancel } from "./part-at-cancel.ts";
import { buildAnew, open } from "./strategy-builder-stage.tsx";

// Several jobs run one after the other, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const START = Date.UTC(2022, 11, 1);
const BARS = [
  "Date,Close",
  ...Array.from({ length: 400 }, (_, t) =>
    [
      new Date(START + t * 86_400_000).toISOString().slice(0, 10),
      (100 + 12 * Math.sin(t / 17) + 5 * Math.sin(t / 5) + t / 40).toFixed(3),
    ].join(),
  ),
].join("\n");

buildAnew();

it("starts on Design with four kinds of strategies and the builder's own defaults, accessible in both themes", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: /Strategy Builder/, level: 1 })).toBeVisible();
  await expect.element(page.getByText(/trading strategies with behavioral components/)).toBeVisible();
  for (const name of ["Design", "Backtest", "Optimize"]) await expect.element(tab(name)).toBeVisible();
  await expect.element(tab("Design")).toHaveAttribute("aria-selected", "true");
  for (const name of ["Momentum", "Mean Reversion", "Behavioral Alpha", "Smart Beta"]) await expect.element(button(name)).toBeVisible();
  await expect.element(button("Momentum")).toHaveAttribute("aria-pressed", "true");
  // The form loads after the screen, the sliders after the form.
  await expect.element(page.getByRole("slider", { name: "Momentum" }), { timeout: 30_000 }).toBeVisible();
  const numbers = { "Strategy Name": "", "Lookback Period": "20", "Signal Threshold": "1.5", "Stop Loss %": "2", "Take Profit %": "5" };
  for (const [name, value] of Object.entries(numbers)) await expect.poll(() => typed(name)).toBe(value);
  const weights = { Momentum: "30", "Mean Reversion": "30", Sentiment: "40" };
  for (const [name, value] of Object.entries(weights)) {
    await expect.poll(() => typed(`${name}, as a number`)).toBe(value);
    const slider = page.getByRole("slider", { name });
    expect([slider.element().getAttribute("min"), slider.element().getAttribute("max"), slider.element().getAttribute("step")]).toEqual([
      "0",
      "100",
      "10",
    ]);
  }
  await expect.element(page.getByText("Sum 100%")).toBeVisible();
  await expect.element(button("Save Strategy")).toBeVisible();
  await expect.element(button("Test Strategy").first()).toBeVisible();
  await expect.element(page.getByText(/No saved strategies/)).toBeVisible();
  await button("More rules").click();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});

it("a strategy is named, saved, changed, viewed in its versions, duplicated and deleted with Undo", async () => {
  await open();
  await button("Save Strategy").click();
  await expect.element(page.getByText("Name the strategy first")).toBeVisible();
  await box("Strategy Name").fill("Calm");
  await userEvent.keyboard("{Control>}s{/Control}");
  const list = page.getByRole("table", { name: "Saved strategies" });
  await expect.element(list).toHaveTextContent("Calm");
  await expect.element(list).toHaveTextContent("active");
  await button("Mean Reversion").click();
  await box("Lookback Period").fill("35");
  await userEvent.keyboard("{Tab}");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.poll(() => strategies.read().records[0]?.body.versions.length).toBe(2);
  await button("More for Calm").click();
  await page.getByRole("menuitem", { name: /Versions/ }).click();
  await expect.element(page.getByRole("table", { name: "Differences" })).toHaveTextContent("35");
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await button("More for Calm").click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect.element(list).toHaveTextContent("Calm copy");
  await button("More for Calm copy").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByText("Removed Calm copy")).toBeVisible();
  await button("Undo").click();
  await expect.element(list).toHaveTextContent("Calm copy");
});

itInLongRuns("a new strategy replaces the input, and Undo restores it", async () => {
  await open();
  await box("Strategy Name").fill("Half done");
  await button("New strategy").click();
  await expect.poll(() => typed("Strategy Name")).toBe("");
  await button("Undo").click();
  await expect.poll(() => typed("Strategy Name")).toBe("Half done");
});

it("weights are normalized to whole percents that add up to 100", async () => {
  await open();
  await button("Behavioral Alpha").click();
  await box("Momentum, as a number").fill("60");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText("Sum 130%")).toBeVisible();
  await button("Normalize").click();
  await expect.element(page.getByText("Sum 100%")).toBeVisible();
  expect(["Momentum", "Mean Reversion", "Sentiment"].map((name) => typed(`${name}, as a number`))).toEqual(["46", "23", "31"]);
});

itInLongRuns("tests and optimizes on the data; failures are shown in the card", async () => {
  await open();
  await button("Test Strategy").first().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(says("ingest/enterMarketData"));
  await give(BARS, "400 values read");
  await button("Test Strategy").first().click();
  const result = page.getByRole("region", { name: "Test result" });
  for (const label of ["Total Return", "Sharpe Ratio", "Max Drawdown", "Win Rate"]) await expect.element(result).toHaveTextContent(label);
  await button("All results and trades").click();
  await expect.element(page.getByRole("grid", { name: "Backtest statistics" })).toBeVisible();
  await expect.element(page.getByRole("group", { name: "Start Date" })).toBeVisible();
  await tab("Optimize").click();
  await expect.element(page.getByText(/No optimization yet/)).toBeVisible();
  await button("Optimize Strategy").click();
  await expect.element(page.getByRole("grid", { name: "Original and optimized parameters" }), { timeout: 30_000 }).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Improvement out of sample" })).toHaveTextContent("Deflated Sharpe Ratio");
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await give("100\n101", "2 values read");
  await button("Optimize Strategy").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^.*Strategy optimization failed: /);
});

it("a random search draws its trials by a seed, shows each out of sample, and is recorded in the runs with both", async () => {
  await open();
  await give(BARS, "400 values read");
  await runs.open();
  const recorded = runs.read().records.length;
  await tab("Optimize").click();
  await expect.element(page.getByText("120 combinations")).toBeVisible();
  await page.getByRole("radio", { name: "Random" }).click();
  await expect.element(page.getByText("200 random trials")).toBeVisible();
  await box("Trials").fill("25");
  await box("Seed").fill("7");
  await box("To").first().fill("600");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText("log-uniform")).toBeVisible();
  await box("To").first().fill("60");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText("log-uniform")).not.toBeInTheDocument();
  await expect.element(page.getByText("25 random trials")).toBeVisible();
  await button("Optimize Strategy").click();
  await expect.element(page.getByRole("heading", { name: "25 random trials" }), { timeout: 30_000 }).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Improvement out of sample" })).toHaveTextContent("best of 25 trials");
  await expect.element(page.getByText(/^Lookback Period against the out-of-sample Sharpe ratio/)).toBeVisible();
  await page.getByRole("radio", { name: "Signal Threshold" }).click();
  await expect.element(page.getByText(/^Signal Threshold against/)).toBeVisible();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await expect.poll(() => runs.read().records.length).toBe(recorded + 1);
  const { input, settings, seed, figures } = runs.read().records[0].body;
  expect(figures).toContainEqual({ label: DISTINCT_TRIALS, value: 25, unit: "" });
  expect(JSON.parse(settings)).toMatchObject({ search: "random", trials: 25, seed: 7 });
  expect(JSON.parse(input ?? "{}")).toMatchObject({ search: "random", trials: 25, seed: 7 });
  expect(seed).toBe(7);
  // Without a test there is no report of one; the search is among the runs, and can be saved as a script.
  await button("Export").click();
  const choice = (name: string) => page.getByRole("menuitem", { name });
  await expect.element(choice("Report (HTML)")).toHaveAttribute("aria-disabled", "true");
  for (const name of ["Result with its data", "Python script of the search", "R script of the search"])
    await expect.element(choice(name)).not.toHaveAttribute("aria-disabled");
  await userEvent.keyboard("{Escape}");
});

it("a canceled search shows the best result so far, says so, and is not recorded; run again it is complete", async () => {
  const half = (input: object) => ({ ...input, axes: [{ parameter: "lookback", values: [10, 20, 30] }] });
  partAtCancel("optimize-strategy", half, { canceledAfter: { done: 3, of: 9 } });
  await open();
  await give(BARS, "400 values read");
  await runs.open();
  const recorded = runs.read().records.length;
  await tab("Optimize").click();
  await button("Optimize Strategy").click();
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  const note = page.getByText(/Canceled after 3 of 9 combinations\. Each window chose among these/);
  await expect.element(note, { timeout: 30_000 }).toBeVisible();
  await expect.element(page.getByText("best of 3 combinations on the latest rows")).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Improvement out of sample" })).toHaveTextContent("best of 3 trials");
  expect(runs.read().records.length).toBe(recorded);
  await button("Optimize Strategy").click();
  await expect.element(page.getByText("best on the latest rows")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await expect.poll(() => runs.read().records.length).toBe(recorded + 1);
});

it("block rules are composed, tested and saved; removals can be undone", async () => {
  await open();
  await button("Block Rules").click();
  const editor = page.getByRole("region", { name: "Block rules" });
  await expect.element(editor).toHaveTextContent("if Price is above Average 50 then 100% else 0%.");
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await button("Split by a condition: Else").click();
  await button("Add a condition to Else, if").click();
  await expect.element(editor).toHaveTextContent("else (if Price is above Average 50 and RSI 14 is below 70 then 0% else 0%).");
  await page.getByRole("textbox", { name: "Else, then, hold" }).fill("40");
  await userEvent.keyboard("{Tab}");
  await expect.element(editor).toHaveTextContent("then 40% else 0%).");
  await button("Remove Else, if").click();
  await expect.element(editor).toHaveTextContent("if Price is above Average 50 then 100% else 0%.");
  await button("Undo").click();
  await expect.element(editor).toHaveTextContent("then 40% else 0%).");
  await box("Strategy Name").fill("By hand");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.element(page.getByRole("table", { name: "Saved strategies" })).toHaveTextContent("By hand");
  expect(strategies.read().records[0].body.rules).toMatchObject({ kind: "if", no: { kind: "if", yes: { weight: 0.4 } } });
  await give(BARS, "400 values read");
  await button("Test Strategy").first().click();
  await expect.element(page.getByRole("region", { name: "Test result" }), { timeout: 30_000 }).toHaveTextContent("Total Return");
});
