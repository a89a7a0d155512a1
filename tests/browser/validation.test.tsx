import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { flushInputs, offerInputs } from "../../src/state/screen-inputs";
import { strategies } from "../../src/state/strategies";
import { savedStrategy } from "../../src/state/strategy-body";
import { VALIDATION_DEFAULTS } from "../../src/tools/validation/settings";
import Validation from "../../src/tools/validation/validation.tsx";
import { FACTOR_DEFAULTS, STRATEGY_DEFAULTS } from "../../workers/backtest/schema";
import { application, forgetZooms, spotsOf } from "../fixtures/charts";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe.ts";
import { holdJob } from "./hold-job.ts";
import { partAtCancel } from "./part-at-cancel.ts";

const box = () => page.getByRole("textbox", { name: "Market Data" });
const run = () => page.getByRole("button", { name: /^Run Validation|^Running Validation/ }).first();
const metrics = () => page.getByRole("region", { name: "Validation metrics" });
const number = (name: string) => page.getByRole("textbox", { name, exact: true });

/** The native checkbox is covered by its drawing. */
const toggle = (name: string) => (page.getByRole("checkbox", { name, exact: true }).element() as HTMLElement).click();

/** 500 oscillating prices, so that every family trades. */
const PRICES = Array.from({ length: 500 }, (_, t) => (100 + 12 * Math.sin(t / 17) + 5 * Math.sin(t / 5) + t / 40).toFixed(3)).join("\n");

beforeEach(async () => {
  // Inputs are kept between visits, so each test starts with empty ones.
  offerInputs("validation", VALIDATION_DEFAULTS);
  const screen = await render(<Validation />);
  await expect.element(box()).toBeVisible();
  const remove = page.getByRole("button", { name: /^Remove / });
  while (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await screen.unmount();
  flushInputs();
  await render(<Validation />);
});
afterEach(() => vi.restoreAllMocks());

itInLongRuns("has the specification's labels and defaults", { timeout: 60_000 }, async () => {
  await expect.element(page.getByRole("heading", { name: "Validation Configuration" })).toBeVisible();
  const method = page.getByRole("button", { name: /Validation Method/ });
  await expect.element(method).toHaveTextContent("Walk-Forward Analysis");
  await expect.element(number("Window Size (days)")).toHaveValue("252");
  await expect.element(number("Out-of-Sample %")).toHaveValue("30");
  await method.click();
  await expect.element(page.getByRole("option", { name: /Walk-Forward Analysis/ })).toBeVisible();
  await expect.element(page.getByRole("option", { name: /Cross Validation/ })).toBeVisible();
  await expect.element(page.getByRole("option", { name: /Bootstrapping/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  for (const name of ["Momentum", "Mean Reversion", "Behavioral Alpha"])
    await expect.element(page.getByRole("checkbox", { name, exact: true })).toBeChecked();
  await expect.element(page.getByRole("checkbox", { name: "Smart Beta", exact: true })).not.toBeChecked();
  await page.getByRole("button", { name: "Advanced", exact: true }).click();
  await expect.element(number("Step Size (days)")).toHaveValue("21");
  await expect.element(number("Significance Level")).toHaveValue("0.05");
  await expect.element(number("Iterations")).toHaveValue("1000");
  await expect.element(number("Embargo")).toHaveValue("1");
  await expect.element(number("Trials (override)")).toHaveValue("");
});

it("canceled among the resamples shows the intervals of those drawn, and run again computes all", async () => {
  await box().fill(PRICES);
  const hundred = (input: object) => ({ ...input, iterations: 100 });
  partAtCancel("validate-candidates", hundred, { canceledAfter: { done: 1100, of: 2000 } });
  await run().click();
  await expect.element(page.getByText(/^Resampling/).first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  const note = page.getByText(/Canceled after 1,100 of 2,000 resamples\. Superiority: 100 resamples; intervals: 100\. Everything else/);
  await expect.element(note).toBeVisible();
  await expect.element(page.getByText(/^100 resamples of /)).toBeVisible();
  await run().click();
  await expect.element(page.getByText(/^1,000 resamples of /)).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

itInLongRuns("says in the card what is missing or wrong, and logs it", { timeout: 60_000 }, async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect.element(run()).toBeDisabled();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please enter market data");
  expect(logged).toHaveBeenCalledWith("Please enter market data");
  await box().fill("1\n2\n3\n4\n5");
  await run().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(/nothing to validate|returns are needed/);
  await box().fill(PRICES);
  for (const name of ["Momentum", "Mean Reversion", "Behavioral Alpha"]) toggle(name);
  await run().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose at least one strategy to validate");
  // A window of zero days is not accepted at all.
  await number("Window Size (days)").fill("0");
  await userEvent.keyboard("{Tab}");
  await expect.element(number("Window Size (days)")).toHaveAccessibleDescription(/./);
});

itInLongRuns("shows all three methods, the chosen one first, and the counted trials", { timeout: 60_000 }, async () => {
  await box().fill(PRICES);
  await run().click();
  await expect.element(metrics()).toBeVisible();
  for (const label of ["Robustness", "Consistency", "Statistical Significance"]) await expect.element(metrics()).toHaveTextContent(label);
  await expect.element(page.getByRole("application", { name: /Walk-Forward Performance/ })).toBeVisible();
  const heads = () =>
    page
      .getByRole("heading", { level: 2 })
      .elements()
      .map((heading) => heading.textContent);
  expect(heads().indexOf("Walk-Forward Performance")).toBeLessThan(heads().indexOf("Cross-Validation Results"));
  for (const label of ["PSR", "DSR", "MinTRL", "PBO", "SPA p"])
    await expect.element(page.getByRole("region", { name: "Selection and overfitting" })).toHaveTextContent(label);
  await expect.element(page.getByText(/earlier on this data, 27 now/)).toBeVisible();
  await page.getByRole("button", { name: /Validation Method/ }).click();
  await page.getByRole("option", { name: /Cross Validation/ }).click();
  await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  await expect.poll(() => heads().indexOf("Cross-Validation Results")).toBeLessThan(heads().indexOf("Walk-Forward Performance"));
  // Only the order has changed.
  await expect.element(page.getByText(/have changed\. Run the validation again/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "About Robustness" }).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("mean yearly return out of sample / mean yearly return in sample");
  await userEvent.keyboard("{Escape}");
});

itInLongRuns("shows a run in progress, and Esc cancels it without losing the previous result", { timeout: 60_000 }, async () => {
  await box().fill(PRICES);
  await run().click();
  await expect.element(metrics()).toBeVisible();
  toggle("Smart Beta");
  await expect.element(page.getByText(/have changed\. Run the validation again/)).toBeVisible();
  holdJob();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(run()).toHaveTextContent("Running Validation...");
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  await expect.element(run()).toHaveTextContent("Run Validation");
  await expect.element(metrics()).toBeVisible();
});

itInLongRuns("validates a strategy saved in the Strategy Builder beside the families", { timeout: 60_000 }, async () => {
  const content = {
    name: "Slow",
    description: "",
    type: "momentum",
    parameters: { ...STRATEGY_DEFAULTS, lookback: 60, threshold: 0.5 },
  } as const;
  await strategies.open();
  const kept = await strategies.add(savedStrategy({ ...content, behavioralFactors: FACTOR_DEFAULTS }, null, 0));
  await expect.element(page.getByRole("checkbox", { name: /^Slow/ })).toBeVisible();
  for (const name of ["Momentum", "Mean Reversion", "Behavioral Alpha"]) toggle(name);
  (page.getByRole("checkbox", { name: /^Slow/ }).element() as HTMLElement).click();
  await page.getByRole("button", { name: /Parameter grid/ }).click();
  await page.getByRole("option", { name: /Current values only/ }).click();
  await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  await box().fill(PRICES);
  await run().click();
  await expect.element(metrics()).toBeVisible();
  await expect.element(page.getByText(/the best of 1 candidates/)).not.toBeInTheDocument();
  await expect.element(page.getByText("In each window the only candidate is tested on the next 76 rows.")).toBeVisible();
  await expect.element(page.getByText("lookback 60, threshold 0.5").first()).toBeVisible();
  await strategies.remove(kept.id);
});

it("reads returns as a track record and says what cannot be computed", { timeout: 60_000 }, async () => {
  const returns = Array.from({ length: 400 }, (_, t) => (0.01 * Math.sin(t * t) + 0.0004).toFixed(6)).join("\n");
  await box().fill(returns);
  await expect.element(page.getByText("Detected: track record")).toBeVisible();
  await expect.element(page.getByText("Track record needs no strategy: its returns are validated directly.")).toBeVisible();
  await run().click();
  await expect.element(metrics()).toBeVisible();
  await expect.element(page.getByText(/^Input type: a track record of returns as fractions \(auto-detected: /)).toBeVisible();
  await expect.element(page.getByText(/Not computed: in-sample parameter selection and PBO/)).toBeVisible();
  await expect.element(page.getByText("not available: needs at least two strategies with varying returns and 40 returns")).toBeVisible();
  await expect
    .element(page.getByRole("grid", { name: "Walk-forward windows" }).or(page.getByRole("table", { name: "Walk-forward windows" })))
    .toBeVisible();
});

it("a single window is counted as one and drawn as points", { timeout: 60_000 }, async () => {
  forgetZooms();
  await box().fill(Array.from({ length: 260 }, (_, t) => (0.01 * Math.sin(t * t) + 0.0004).toFixed(6)).join("\n"));
  await expect.element(page.getByText("Detected: track record")).toBeVisible();
  await run().click();
  await expect.element(metrics()).toHaveTextContent("(1 independent window)");
  await expect.element(page.getByText("mean return per year, 1 window", { exact: true })).toBeVisible();
  await expect.element(application().first()).toHaveAccessibleName(/^Walk-Forward Performance, chart of 1 row\./);
  await expect.poll(() => spotsOf("accent").length).toBeGreaterThan(10);
});

it("passes axe before a run, in both themes", { timeout: 60_000 }, async () => {
  await page.getByRole("button", { name: "Advanced", exact: true }).click();
  await expect.element(number("Step Size (days)")).toBeVisible();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});
