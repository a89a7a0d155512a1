import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { compute } from "../../src/client/compute";
import { clients } from "../../src/state/clients";
import { figuresAs } from "../../src/state/figures-as";
import { notices } from "../../src/state/notices";
import { offerInputs } from "../../src/state/screen-inputs";
import { workspace } from "../../src/state/workspace";
import RiskManagement from "../../src/tools/risk-management/risk-management.tsx";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import type { TestedModel } from "../../workers/risk/jobs/backtest-model";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series";
import { randomWalk } from "../kernels/reference/random";
import { findingsInBothThemes } from "./axe.ts";
import { partAtCancel } from "./part-at-cancel.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const tab = (name: string) => page.getByRole("tab", { name });
const open = () =>
  render(
    <main>
      <RiskManagement />
      <ToastRegion />
    </main>,
  );

/** Rising prices, different for each seed. */
const path = (seed: number) => Array.from({ length: 120 }, (_, t) => 100 * (1 + 0.004 * t) * (1 + 0.02 * Math.sin(seed * (t + 1) ** 1.3)));

async function empty() {
  notices.clear();
  await clients.open();
  for (const { id } of clients.read().records) await clients.remove(id);
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
}

/** A model passed on by another tool. */
const MODEL = {
  variance: "garch",
  mean: "constant",
  p: 1,
  q: 1,
  distribution: "normal",
  preSample: "sample",
  targeting: false,
  decay: null,
};

/** What "Results as JSON" has of the model. */
async function savedResults(files: Blob[]) {
  const before = files.length;
  await button("Export").click();
  await page.getByRole("menuitem", { name: /Results as JSON/ }).click();
  await vi.waitFor(() => expect(files.length).toBe(before + 1));
  const { analysis } = JSON.parse(await files[before].text());
  return analysis.byModel as {
    losses: object | null;
    reason: string | null;
    noOutOfSample: string | null;
    outOfSample: TestedModel | null;
  };
}

beforeEach(empty);
afterEach(async () => {
  vi.restoreAllMocks();
  await empty();
});

it("measures and optimizes a client's portfolio, and reports weights that have drifted", async () => {
  await workspace.add({ ...testSeries("risk-management-gold", path(1)), name: "Gold" });
  await workspace.add({
    ...testSeries(
      "risk-management-oil",
      path(2).map((value, t) => value * (1 + 0.01 * t)),
    ),
    name: "Oil",
  });
  const holdings = [
    { hash: "risk-management-gold", name: "Gold", weight: 0.5 },
    { hash: "risk-management-oil", name: "Oil", weight: 0.3 },
  ];
  await clients.add({ name: "Ada", note: "", portfolios: [{ id: "p1", name: "Income", holdings }] });
  await open();
  await tab("Risk Metrics").click();
  await expect.element(page.getByRole("tabpanel", { name: "Risk Metrics" }).getByText("Sample", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Client portfolio" }).click();
  await button(/Choose a portfolio/).click();
  await page.getByRole("option", { name: /Ada, Income/ }).click();
  await expect.element(page.getByText(/2 holdings\. The weights sum to 80\.0%; 20\.0% is cash\./)).toBeVisible();
  await tab("Settings").click();
  await page.getByText("Portfolio Rebalancing Notifications").click();
  await tab("Risk Metrics").click();
  await button("Measure Contributions").click();
  const table = page.getByRole("table", { name: "Contributions by asset" });
  await expect.element(table).toHaveTextContent(/Gold50\.0%/);
  await expect.element(page.getByText(/Ada, Income: 119 common returns/)).toBeVisible();
  await expect.element(page.getByText("Input type: prices (auto-detected: every value is above zero)")).toBeVisible();
  expect(notices.read().map(({ title, path: to }) => [title, to])).toEqual([["Portfolio Rebalancing", "/risk-management"]]);
  expect(notices.read()[0].detail).toMatch(/^Ada, Income: .*Oil \d\d\.\d% instead of 30\.0%/);
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);

  await tab("Optimization").click();
  await button("Optimize Portfolio").click();
  await expect.element(page.getByRole("table", { name: "Proposed weights" })).toHaveTextContent(/Gold/);
  // The weights belong to the client, and are changed there.
  expect(button("Use these weights").elements()).toHaveLength(0);
});

it("says what each asset was read as if their kinds differ, beside contributions and proposed weights", async () => {
  const rows = Array.from({ length: 60 }, (_, t) => [0.01 * Math.sin(t * t), 0.4 * Math.cos(t * t), 0.02 * Math.sin(3 * t)].join(","));
  await open();
  await tab("Risk Metrics").click();
  await page.getByRole("radio", { name: "Dataset" }).click();
  await page.getByRole("textbox", { name: "Asset Data" }).fill(["Log Return,ret_pct,Spread", ...rows].join("\n"));
  await button("Measure Contributions").click();
  const read =
    /Input type: log returns as fractions \(Log Return\), returns in percent \(ret_pct\), returns as fractions \(Spread\) \(auto-/;
  await expect.element(page.getByText(read)).toBeVisible();
  await tab("Optimization").click();
  await button("Optimize Portfolio").click();
  await expect.element(page.getByText(read)).toBeVisible();
});

it("lists one daily report a day, and one alert per finding", async () => {
  await open();
  await tab("Settings").click();
  await page.getByText("Daily Risk Report").click();
  await page.getByRole("textbox", { name: "Portfolio Data" }).fill([100, 120, 60, 70, 65, 80, 75].join("\n"));
  // The daily report is made automatically.
  await expect
    .poll(
      () =>
        notices
          .read()
          .map(({ title }) => title)
          .sort(),
      { timeout: 5000 },
    )
    .toEqual(["Daily Risk Report", "Risk Threshold Alert"]);
  await button("Analyze Portfolio Risk").click();
  await expect.element(page.getByRole("heading", { name: "Risk Warning" })).toBeVisible();
  expect(notices.read()).toHaveLength(2);
  expect(notices.read().find(({ title }) => title === "Risk Threshold Alert")?.detail).toContain("50.00% exceeds the limit of 20.00%");
  await tab("Settings").click();
  await page.getByText("Daily Risk Report").click();
  await userEvent.keyboard("{Escape}");
});

itInLongRuns("a long series has its figures before their intervals; if these are canceled it says that there are none", async () => {
  const run = compute.run.bind(compute);
  vi.spyOn(compute, "run").mockImplementation(async (name, input, options) => {
    const { signal, enough } = options ?? {};
    const isHeld = name === "analyze-risk" && (input as { iterations?: number }).iterations;
    // As in a worker that is canceled before the first resample.
    const canceled = AbortSignal.any([signal, enough].filter((one) => one !== undefined));
    if (isHeld) await new Promise<void>((resolve) => canceled.addEventListener("abort", () => resolve()));
    return run(name, input, isHeld ? { ...options, signal: canceled } : options);
  });
  await open();
  const prices = Array.from({ length: 50_001 }, (_, t) => (100 + 5 * Math.sin(t / 7) + 3 * Math.sin(t ** 1.1)).toFixed(4));
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.unreachable();
  await userEvent.upload(input, new File([prices.join("\n")], "long.txt", { type: "text/plain" }));
  await expect.element(page.getByText("50,001 values read, 0 dropped")).toBeVisible();
  await button("Analyze Portfolio Risk").first().click();
  const figures = page.getByRole("region", { name: "Key figures of the risk" });
  await expect.element(figures).toHaveTextContent(/interval follows/);
  await userEvent.keyboard("{Escape}");
  await expect.element(figures).not.toHaveTextContent(/interval follows/);
  await expect.element(figures).toHaveTextContent(/no interval/);
  await button(/^Remove /).click();
});

it("canceled among the resamples shows the intervals of those drawn, and run again computes all", async () => {
  await open();
  await page.getByRole("textbox", { name: "Portfolio Data" }).fill(path(1).join("\n"));
  const label = { canceledAfter: { done: 1100, of: 2000, losses: 1000, performance: 100 } };
  partAtCancel("analyze-risk", (input) => ({ ...input, iterations: 100 }), label);
  await button("Analyze Portfolio Risk").first().click();
  await expect.element(page.getByText(/^Resampling/).first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  const note = page.getByText(
    /Canceled after 1,100 of 2,000 resamples\. Intervals of losses: 1,000 resamples; of performance: 100 resamples\./,
  );
  await expect.element(note).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Key figures of the risk" })).not.toHaveTextContent(/no interval/);
  await button("Analyze Portfolio Risk").first().click();
  await expect.element(note).not.toBeInTheDocument();
});

it("Results as JSON says in the words of the screen why a model has no losses", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${files.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  offerInputs("risk-management", { volatilityModel: { ...MODEL, options: DEFAULT_FIT_OPTIONS } });
  await open();
  await page.getByRole("textbox", { name: "Portfolio Data" }).fill("100\n101\n99\n102");
  await button("Analyze Portfolio Risk").first().click();
  const caution = page.getByText(/^▲?\s*No value at risk from GARCH\(1,1\), Normal: ./);
  await expect.element(caution).toBeVisible();
  const { losses, reason } = await savedResults(files);
  expect(losses).toBeNull();
  expect(reason).toMatch(/ .+\.?$/);
  await expect.element(caution).toHaveTextContent(String(reason));
});

it("a canceled backtest of a model shows the refits made, can be completed, and its state is in the results", async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${files.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  offerInputs("risk-management", { volatilityModel: { ...MODEL, options: DEFAULT_FIT_OPTIONS } });
  await open();
  await page.getByRole("textbox", { name: "Portfolio Data" }).fill(Array.from(randomWalk(1601, 3)).join("\n"));
  partAtCancel("backtest-model", ({ values, ...input }: { values?: Float64Array }) => ({ ...input, values: values?.subarray(0, 1101) }), {
    canceledAfter: { done: 24, of: 39 },
  });
  await button("Analyze Portfolio Risk").first().click();
  const panel = page.getByRole("region", { name: "Model VaR backtest" });
  await expect.element(panel).toHaveTextContent(/Out of sample: not computed yet\./);
  expect(await savedResults(files)).toMatchObject({ outOfSample: null, noOutOfSample: "not computed yet" });
  await page
    .getByRole("button", { name: /Cancel/ })
    .last()
    .click();
  await expect.element(page.getByText(/Canceled after 24 of 39 refits\. The out-of-sample backtest ends where these end\./)).toBeVisible();
  const steps = (text: RegExp) => expect.element(panel.getByRole("row", { name: /99%, out of sample/ })).toHaveTextContent(text);
  await steps(/550/);
  expect(await savedResults(files)).toMatchObject({
    noOutOfSample: "Canceled after 24 of 39 refits",
    outOfSample: { canceledAfter: { done: 24 } },
  });
  await button("Make all refits").click();
  await steps(/801/);
  await expect.element(button("Make all refits")).not.toBeInTheDocument();
  const { outOfSample, noOutOfSample } = await savedResults(files);
  expect(noOutOfSample).toBeNull();
  expect(outOfSample?.levels.map(({ confidence }) => confidence)).toEqual([0.95, 0.99]);
  expect(outOfSample?.refits).toBe(39);
  expect(outOfSample).not.toHaveProperty("path");

  const chart = page.getByRole("region", { name: "Returns and the model's VaR and ES" });
  await expect.element(chart).toHaveTextContent(/95%, out of sample, log returns/);
  const startsWith = async (text: RegExp) => {
    await chart.getByRole("button", { name: "Table" }).click();
    await expect.element(chart.getByRole("row").nth(1)).toHaveTextContent(text);
    await chart.getByRole("button", { name: "Chart" }).click();
  };
  // The first window has returns only.
  await startsWith(/^1———/);
  await page.getByRole("radio", { name: "In-sample" }).click();
  await expect.element(chart).toHaveTextContent(/95%, in-sample, log returns/);
  await startsWith(/^1−\d\.\d\d/);
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});

it("applies the displayed timeframe once it is chosen, even while all data are used", async () => {
  await open();
  await tab("Settings").click();
  const all = page.getByRole("checkbox", { name: "All data" });
  await expect.element(button(/Default Timeframe/)).toHaveTextContent("1Y");
  await expect.element(all).toBeChecked();
  await button(/Default Timeframe/).click();
  await page.getByRole("option", { name: "1Y" }).click();
  await expect.element(all).not.toBeChecked();
  await expect.element(button(/Default Timeframe/)).toHaveTextContent("1Y");
});

it("shows the figures as other programs print them, and the key figures by the chosen one", async () => {
  await open();
  await page.getByRole("textbox", { name: /Portfolio Data|Market Data/ }).fill(path(3).join("\n"));
  await button("Analyze Portfolio Risk").first().click();
  const table = page.getByRole("table", { name: "As other programs report it" });
  await expect.element(table).toBeVisible();
  const cells = (row: RegExp) => table.getByRole("row", { name: row }).element().textContent ?? "";
  expect(cells(/^Max drawdown/)).toMatch(/^Max drawdown(−?-?[\d.]+%)\1{5}$/);
  expect(cells(/^CAGR/)).toContain("—");
  const volatility = page.getByRole("table", { name: "Volatility by convention" });
  const share = (name: string) =>
    Number.parseFloat(volatility.getByRole("row", { name }).getByRole("cell").nth(1).element().textContent ?? "");
  expect(share("√365") / share("Prospect; QuantStats")).toBeCloseTo(Math.sqrt(365 / 252), 2);
  const key = page.getByRole("region", { name: "Key figures of the risk" });
  await button("About Sharpe Ratio").click();
  await expect
    .element(page.getByRole("dialog"))
    .toHaveTextContent(/QuantStats 0\.0\.81.*pyfolio \(empyrical 0\.5\.5\).*PerformanceAnalytics 2\.0\.8/);
  await userEvent.keyboard("{Escape}");
  await button(/Key figures as/).click();
  await page.getByRole("option", { name: /PerformanceAnalytics/ }).click();
  await expect.element(key).toHaveTextContent(/as PerformanceAnalytics 2\.0\.8 reports it; here/);
  // The choice is global, the same as in Settings.
  expect(figuresAs.read()).toBe("performanceAnalytics");
  figuresAs.choose("excel");
  await expect.element(key).toHaveTextContent(/by Excel's formula; here/);
  await button("About Volatility").click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent(/STDEV\.P divides by n/);
  await userEvent.keyboard("{Escape}");
  figuresAs.choose("prospect");
  await expect.element(page.getByText("Data or settings have changed")).not.toBeInTheDocument();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});
