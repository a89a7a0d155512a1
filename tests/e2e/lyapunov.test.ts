import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { itInAll, itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere, LATER_TAB, unreached } from "./audit";
import { choose, exported, priceList, quiet, sharedSession } from "./browser";
import { repeatRun, upload, vendorSeries, walkByKeyboard, words } from "./dynamics-page";

const session = sharedSession();
/** A separate visit for bad input: a series loaded by another test would still be in the field. */
const bad = sharedSession();

const open = () => session.current.open("/lyapunov");
const estimated = (page: Page) => page.getByText("Trading Suggestions", { exact: true }).first().waitFor();
/** Runs on what is in the field, or on the sample if it is empty. */
const run = async (page: Page) => {
  const sample = page.getByRole("button", { name: "Start with a sample" });
  await page.getByText("values read").first().or(sample).first().waitFor();
  if (await sample.isVisible()) await sample.click();
  else await page.getByRole("button", { name: "Run Analysis" }).click();
  await estimated(page);
};
const set = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByRole("textbox", { name: label, exact: true }).fill(value);
};
/** The headline number under its label. */
const figure = async (page: Page, label: string) => {
  const text = (await words(page)).split("\n").filter((line) => line.trim() !== "" && line !== "i");
  return text[text.indexOf(label) + 1];
};
const logistic = () => readFileSync("tests/fixtures/golden/series/syn_logistic_r4_4000.csv", "utf8");

describe("Lyapunov on crude oil", () => {
  it("has the badge New, three captioned cards and figures of plain sums", async () => {
    const page = await open();
    expect(await page.locator("main h1").innerText()).toMatch(/Lyapunov Analysis\s+New/);
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await estimated(page);
    // Computed by plain sums in Python 3 with NumPy.
    for (const text of ["1.059", "0.8923", "0.1938"]) expect(await words(page)).toContain(text);
    for (const card of ["Loss Aversion", "Price Efficiency", "Volatility Clustering"])
      await page.getByRole("region", { name: card }).waitFor();
    expect(await words(page)).toMatch(/Above 1, the market reacts more to losses[\s\S]*random walk[\s\S]*Autocorrelation of \|r\|/);
    expect(await figure(page, "Lyapunov Exponent")).toMatch(/^0\.\d{4} per step$/);
    expect(await words(page)).toMatch(/No evidence of deterministic chaos \(p = 0\.\d+, 39 IAAFT surrogates/);
    expect(await words(page)).toContain("No High and Low columns");
    await page.getByRole("application", { name: /Analysis Visualization/ }).waitFor();
    // The suggestions are based on z* of the variance ratio and t of the asymmetry.
    expect(await words(page)).toMatch(/variance ratio 0\.795 over 16 steps, z = -2\.65/);
    // Each figure shows the self-checks of its kernels on this device, once requested.
    await page.getByRole("button", { name: "About Lyapunov Exponent" }).click();
    const explanation = page.getByRole("dialog", { name: "Lyapunov Exponent" });
    await explanation.getByRole("button", { name: "Check on this device" }).click();
    await explanation.getByText(/maximum error \d/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "About Price Efficiency" }).click();
    await page
      .getByRole("dialog", { name: "Price Efficiency" })
      .getByText(/: \d+ checks, maximum error \d/)
      .waitFor();
    await page.close();
  });

  itInLongRuns("explains, saves JSON and CSV, and keeps the run, which repeats to the same bits", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("button", { name: "About Lyapunov Exponent" }).click();
    await page.getByRole("dialog").getByText("How it is computed").waitFor();
    await page.keyboard.press("Escape");
    const result = JSON.parse(await exported(page, /Results as JSON/));
    expect(result.behavioral_metrics.price_efficiency).toBeCloseTo(0.8922876495, 9);
    expect(result.behavioral_metrics.volatility_clustering).toBeCloseTo(0.1937905786, 9);
    expect(result.surrogates.slopes).toHaveLength(39);
    expect((await exported(page, /Divergence curve/)).split("\r\n")[0]).toBe(
      "Step,S(k),Local slope,Kantz,Lowest surrogate,Highest surrogate",
    );
    await repeatRun(page, session.current.origin, "Lyapunov, dimension 3, lag 1");
    await page.close();
  });

  itInAll("goes from an empty screen to a result, its tabs and a chart's values by keyboard alone", async () => {
    const page = await bad.current.open("/lyapunov");
    await walkByKeyboard(page, { done: estimated, first: "Result", second: "Details" });
    await page.close();
  });

  itInLongRuns("clears data and result, and undoes that", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("button", { name: "Clear", exact: true }).first().click();
    await page.getByRole("button", { name: "Start with a sample" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await estimated(page);
    await page.close();
  });

  it("passes axe on every tab, with every control within reach of the keyboard", async () => {
    const page = await open();
    await run(page);
    await page.getByRole("tab", { name: "Self-test" }).click();
    await page.getByRole("button", { name: "Run self-test" }).click();
    const table = page.getByRole("grid", { name: "Self-test" });
    await table.waitFor();
    expect((await table.innerText()).replaceAll("−", "-")).toMatch(
      /Logistic map[\s\S]*0\.6931[\s\S]*Lorenz flow[\s\S]*0\.9056[\s\S]*no evidence/,
    );
    expect(await table.innerText()).not.toContain("✕");
    for (const tab of ["Result", "Details", "Self-test"]) {
      await page.getByRole("tab", { name: tab }).click();
      await quiet(page);
      expect(await auditEverywhere(page, tab === "Result" ? {} : LATER_TAB), tab).toEqual([]);
    }
    expect(await unreached(page)).toEqual([]);
    await page.close();
  });
});

describe("Lyapunov against nolds 0.6.1", () => {
  itInAll("the logistic map: the same exponent to four decimals, faster than every surrogate", async () => {
    const page = await open();
    const rows = logistic().split("\n").slice(0, 2001);
    await upload(page, rows.map((row) => row.split(",").at(-1)).join("\n"));
    await page.getByText("2,000 values read").waitFor();
    // A map with positive values only would be taken for prices.
    await choose(page, /Input type/, /^Any series/);
    await set(page, { Dimension: "2", Lag: "1", "Theiler window": "10", "Tracked steps": "7" });
    await page.getByRole("button", { name: "Fitting range and lag" }).click();
    await set(page, { "Fit from step": "0", "Fit to step": "7" });
    await page.keyboard.press("Control+Enter");
    await estimated(page);
    await expect.poll(() => figure(page, "Lyapunov Exponent")).toBe("0.6938 per step");
    expect(await words(page)).toMatch(/Divergence faster than surrogates \(p = 0\.025/);
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.close();
  });

  itInAll("S&P 500: nolds' exponent on its first 1,500 returns; efficiency and clustering of NUMERICS on all", async ({ skip }) => {
    const csv = vendorSeries("sp500_1999_2018.csv");
    if (csv === null) return skip("golden series not present");
    const page = await open();
    await upload(page, csv);
    await page.getByText("5,031 values read").waitFor();
    await run(page);
    await expect.poll(() => words(page)).toContain("0.8204");
    const all = await words(page);
    expect(all).toContain("0.2991");
    expect(all).not.toContain("No High and Low columns");
    await upload(page, csv.split("\n").slice(0, 1502).join("\n"), "first.csv");
    await page.getByText("1,501 values read").waitFor();
    await set(page, { Dimension: "6", Lag: "1", "Theiler window": "20", "Tracked steps": "11" });
    await page.getByRole("button", { name: "Fitting range and lag" }).click();
    await set(page, { "Fit from step": "0", "Fit to step": "11" });
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => figure(page, "Lyapunov Exponent")).toBe("0.0992 per step");
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.close();
  });
});

describe("Lyapunov with bad input", () => {
  itInAll("asks for a file when there is none", async () => {
    const page = await bad.current.open("/lyapunov");
    await page.getByRole("button", { name: "Run Analysis" }).click();
    await expect.poll(() => page.getByRole("alert").innerText()).toBe("Please select a file first");
    await page.close();
  });

  itInLongRuns("refuses settings that make no sense, with a message, and accepts better ones", async () => {
    const page = await bad.current.open("/lyapunov");
    await upload(page, `Close\n${priceList(400)}`);
    await page.getByText("400 values read").waitFor();
    await set(page, { Dimension: "25" });
    await page.keyboard.press("Control+Enter");
    await page.getByText("Analysis failed: The embedding dimension must be a whole number from 1 to 20").waitFor();
    await set(page, { Dimension: "3" });
    await page.keyboard.press("Control+Enter");
    await estimated(page);
    await page.close();
  });
});
