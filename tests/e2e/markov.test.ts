import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { goldenJson } from "../fixtures/golden";
import { family, inLongRuns, itInAll, itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere, LATER_TAB, unreached } from "./audit";
import { choose, exported, priceList, quiet, sharedSession } from "./browser";
import { colorOf, repeatRun, upload, vendorSeries, walkByKeyboard, words } from "./dynamics-page";

const session = sharedSession();
/** A separate visit for bad input: a series loaded by another test would still be in the field. */
const bad = sharedSession();

const open = () => session.current.open("/markov-regime");
const fitted = (page: Page) => page.getByText("Analysis Period", { exact: true }).first().waitFor();
/** Runs on what is in the field, or on the sample if it is empty. */
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
    // A plain Hamilton filter in Python 3 maximized by SciPy's BFGS, and plain sums.
    for (const figure of ["39.79%", "83.57%", "0.195", "-81.98%", "1986-01-02", "2019-01-03", "8,321"])
      expect(await words(page)).toContain(figure);
    const donut = page.getByRole("region", { name: "Current Regime Probabilities" });
    // The two slices, largest first.
    for (const [slice, color] of ["green", "red"].entries())
      expect(await colorOf(donut.locator("svg g").first().locator("path").nth(slice), "fill")).toBe(color);
    await donut.getByRole("button", { name: "Table" }).click();
    await expect.poll(() => donut.innerText()).toMatch(/Bull\s+71\.9[\s\S]*Bear\s+28\.1/);
    await donut.getByRole("button", { name: "Chart" }).click();
    await page.getByRole("application", { name: /Price by regime, chart of 8,320 rows/ }).waitFor();

    await page.getByRole("tab", { name: "Model" }).click();
    await expect.poll(() => words(page)).toContain("-18,235.4467");
    const model = await words(page);
    for (const figure of ["0.0580", "-0.2075", "55.1", "13.0", "36,525.1", "4 regimes have the lowest BIC; 2 are shown."])
      expect(model).toContain(figure);
    await page.close();
  });

  it("says which of filtered and smoothed probabilities look ahead", async () => {
    const page = await open();
    await run(page);
    await page.getByText("no look-ahead in the probabilities").waitFor();
    await page.getByRole("radio", { name: "Smoothed" }).click();
    await page.getByText("not for trading: it looks ahead").waitFor();
    await page.getByText("smoothed: looks ahead").waitFor();
    await page.getByRole("radio", { name: "Filtered" }).click();
    await page.getByText("no look-ahead in the probabilities").waitFor();
    await page.close();
  });

  itInLongRuns("fits three regimes, forecasts the chosen number of steps, and says when settings have changed since", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("radio", { name: "3", exact: true }).click();
    await page.getByText(/Data or settings have changed/).waitFor();
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

  itInLongRuns("times the market on the half not used for fitting, with a p-value, and otherwise warns of look-ahead", async () => {
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
    await page.getByText(/^▲ Look-ahead bias: the parameters were fitted/).waitFor();
    await page.getByText(/8,319 circular shifts/).waitFor();
    await page.getByRole("button", { name: /Parameters from/ }).click();
    await page.getByRole("option", { name: /First half/ }).click();
    await page.close();
  });

  itInAll("explains a figure, saves JSON and CSV, and keeps the run, which repeats to the same bits", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("button", { name: "About Sharpe Ratio" }).click();
    await page.getByRole("dialog").getByText("How it is computed").waitFor();
    await page.keyboard.press("Escape");
    const json = JSON.parse(await exported(page, /Results as JSON/));
    expect(json.current_regime_probabilities.Bull).toBeCloseTo(0.7192, 3);
    expect(json.metrics).toMatchObject({ trading_days: 8321, data_range: { start: "1986-01-02", end: "2019-01-03" } });
    const csv = await exported(page, /Regime probabilities as CSV/);
    expect(csv.split("\r\n")[0]).toMatch(/^Date,Return \(%\),Filtered Bull,Filtered Bear,Smoothed Bull,Smoothed Bear/);
    expect(csv.trim().split("\r\n")).toHaveLength(8321);
    await repeatRun(page, session.current.origin, "2 regimes");
    await page.close();
  });

  itInAll("goes from an empty screen to a result, its tabs and a chart's values by keyboard alone", async () => {
    const page = await bad.current.open("/markov-regime");
    await walkByKeyboard(page, { done: fitted, first: "Regimes", second: "Model" });
    await page.close();
  });

  itInAll("clears data and result, and undoes that", async () => {
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

  it("passes axe on every tab, with every control within reach of the keyboard", async () => {
    const page = await open();
    await run(page);
    await page.locator("canvas").first().waitFor();
    for (const tab of ["Regimes", "Model", "Forecast", "Timing"]) {
      await page.getByRole("tab", { name: tab }).click();
      await quiet(page);
      expect(await auditEverywhere(page, tab === "Regimes" ? {} : LATER_TAB), tab).toEqual([]);
    }
    expect(await unreached(page)).toEqual([]);
    await page.close();
  });
});

/** What statsmodels 0.15.0 computes for a series; regimes by increasing variance. */
interface RegimeGolden {
  expected: {
    statsmodels: {
      loglikelihood: number;
      bic: number;
      mean: [number, number];
      variance: [number, number];
      expected_duration: [number, number];
      stationary: [number, number];
      transition_row_from: [[number, number], [number, number]];
      last_filtered: [number, number];
    };
  };
}

inLongRuns(() =>
  family(
    [
      ["weekly absolute returns of the S&P 500", "areturns_statsmodels", "521 values read"],
      ["S&P 500", "sp500_1999_2018", "5,031 values read"],
    ] as const,
    (_, place) => place === 0,
    (series) =>
      it.for(series)("%s: likelihood, parameters and last probability of statsmodels 0.15.0", async ([, name, read], { skip }) => {
        // The returns are included in the project; the prices belong to a vendor.
        const returns = name === "areturns_statsmodels";
        const csv = returns ? readFileSync(`tests/fixtures/golden/series/${name}.csv`, "utf8") : vendorSeries(`${name}.csv`);
        if (csv === null) return skip("golden series not present");
        const page = await bad.current.open("/markov-regime");
        await choose(page, /Input type/, returns ? /^Returns/ : /^Auto-detect/);
        await upload(page, returns ? csv.replaceAll(/^[^,]*,/gm, "") : csv);
        await page.getByText(read).waitFor();
        await page.getByRole("button", { name: "Run Analysis" }).click();
        await fitted(page);
        await page.getByRole("tab", { name: "Model" }).click();
        const { statsmodels } = (await goldenJson<RegimeGolden>(`regime/ms2_${name}.json`)).expected;
        const { loglikelihood, bic, mean, variance, expected_duration, stationary, transition_row_from, last_filtered } = statsmodels;
        await page
          .getByText(/Log-likelihood/)
          .first()
          .waitFor();
        const numbers = (text: string) => [...text.matchAll(/-?[\d,]*\d(\.\d+)?/g)].map(([figure]) => Number(figure.replaceAll(",", "")));
        const model = await words(page);
        const [likelihood, , criterion] = numbers(/Log-likelihood .*?converged/.exec(model)?.[0] ?? "");
        expect(likelihood).toBeCloseTo(loglikelihood, 3);
        expect(criterion).toBeCloseTo(bic, 1);
        // Bull is the regime with the higher mean. The tolerance is half a unit of the last digit shown, and the same again for the
        // difference between two optimizers.
        const order = mean[0] > mean[1] ? [0, 1] : [1, 0];
        for (const [at, label] of ["Bull", "Bear"].entries()) {
          const regime = order[at];
          const row = page.getByRole("grid", { name: "Regimes", exact: true }).getByRole("row").filter({ hasText: label });
          const [now, drift, , , volatility, duration, , share] = numbers((await row.innerText()).replaceAll("−", "-"));
          for (const [shown, wanted, unit] of [
            [now, 100 * last_filtered[regime], 0.1],
            [drift, mean[regime], 1e-4],
            [volatility, Math.sqrt(252 * variance[regime]), 0.1],
            [duration, expected_duration[regime], 0.1],
            [share, 100 * stationary[regime], 0.1],
          ])
            expect(Math.abs(shown - wanted), `${label} ${shown}`).toBeLessThanOrEqual(unit);
          for (const [to, name] of ["Bull", "Bear"].entries()) {
            const [shown] = numbers(new RegExp(`${label} to ${name}: ([\\d.]+)%`).exec(model)?.[1] ?? "");
            expect(Math.abs(shown - 100 * transition_row_from[regime][order[to]])).toBeLessThanOrEqual(0.01);
          }
        }
        await choose(page, /Input type/, /^Auto-detect/);
        await page.getByRole("button", { name: "Clear", exact: true }).first().click();
        await page.close();
      }),
  ),
);

describe("Markov Regime with bad input", () => {
  itInAll("asks for a file when there is none", async () => {
    const page = await bad.current.open("/markov-regime");
    await page.getByRole("button", { name: "Run Analysis" }).click();
    await expect.poll(() => page.getByRole("alert").innerText()).toBe("Please select a file first");
    await page.close();
  });

  it("names the row of a price that has no logarithm", async () => {
    const page = await bad.current.open("/markov-regime");
    await page.getByRole("button", { name: /Input type/ }).click();
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
