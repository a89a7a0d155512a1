import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { itInAll, itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere } from "./audit";
import { exported, priceList, quiet, sharedSession, startSession, takeSample } from "./browser";

const session = sharedSession();
const text = async (page: Page) => (await page.locator("main").innerText()).replaceAll("−", "-");
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const open = () => session.current.open("/market-curiosity");

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const csv = (content: string, name = "prices.csv", mimeType = "text/csv"): Upload => ({ name, mimeType, buffer: Buffer.from(content) });
const upload = (page: Page, file: Upload) => page.locator('input[type="file"]').first().setInputFiles(file);
const listed = (prices: readonly (number | string)[]) =>
  `Date,Close\n${prices.map((price, row) => `${new Date(Date.UTC(2020, 0, 1 + row)).toISOString().slice(0, 10)},${price}`).join("\n")}\n`;

async function clear(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Clear", exact: true });
  if (await button.isEnabled()) await button.click();
}

/** The shipped series as the reader parses it, without blank days. */
function wti(): { dates: string[]; prices: number[] } {
  const rows = readFileSync("public/samples/wti_1986_2019.csv", "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(","));
  const kept = rows.filter(([, price]) => price.trim() !== "" && Number.isFinite(Number(price)));
  return { dates: kept.map(([date]) => date), prices: kept.map(([, price]) => Number(price)) };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[], ddof = 1) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - ddof));

/** A plain implementation of Bandt and Pompe's permutation entropy of order 4, divided by ln 24. */
function entropyOf(values: readonly number[]): number {
  const counts = new Map<string, number>();
  for (let at = 0; at + 4 <= values.length; at++) {
    const order = [0, 1, 2, 3].sort((a, b) => values[at + a] - values[at + b] || a - b).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  const total = values.length - 3;
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0) / Math.log(24);
}

describe("market curiosity of 33 years of crude oil", () => {
  it("shows the figures that plain sums over the file give, in the specified cards", async () => {
    const page = await open();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Market Curiosity Analysis");
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByRole("region", { name: "Key figures" }).waitFor();
    await page.getByText("8,321 values read, 290 dropped").waitFor();
    const { dates, prices } = wti();
    const returns = prices.slice(1).map((price, row) => Math.log(price / prices[row]));
    const cards = (await page.getByRole("region", { name: "Key figures" }).innerText()).replaceAll("−", "-");
    for (const label of ["Curiosity Score", "Market Volatility", "Pattern Strength", "Price Trend"]) expect(cards).toContain(label);
    const inPercent = (value: number, digits = 1) => `${(100 * value).toFixed(digits)}%`;
    expect(cards).toContain(`${inPercent(deviation(returns) * Math.sqrt(252))} per year`);
    expect(cards).toContain(`last 22: ${inPercent(deviation(returns.slice(-22)) * Math.sqrt(252))}`);
    expect(cards).toContain(`${inPercent(252 * mean(returns))} per year`);
    const entropy = entropyOf(returns.slice(-128));
    expect(cards).toContain(`entropy ${entropy.toFixed(3)}`);
    // The base score of the specification, from its three parts.
    const monthly = returns.flatMap((_, row) => (row < 21 ? [] : [deviation(returns.slice(row - 21, row + 1))])).slice(-252);
    const median = [...monthly].sort((a, b) => a - b).slice(125, 127);
    const recent = monthly[monthly.length - 1];
    const logs = prices.slice(-22).map(Math.log);
    const steps = logs.map((_, row) => row);
    const covariance = mean(logs.map((log, row) => (log - mean(logs)) * (row - mean(steps))));
    const trend = Math.abs(covariance / (deviation(logs, 0) * deviation(steps, 0)));
    const base = 0.4 * (recent / (recent + mean(median))) + 0.3 * trend + 0.3 * entropy;
    expect(cards).toContain(`base ${inPercent(base)}`);
    // The distance between the windows of the first motif, recomputed from their dates and the file alone.
    const body = await text(page);
    const [, first, second, distance] =
      /Window\s+(\d{4}-\d{2}-\d{2}) – \S+\s+Match\s+(\d{4}-\d{2}-\d{2}) – \S+\s+Distance\s+([\d.]+)/.exec(body) ?? [];
    const shape = (date: string) => {
      const window = prices.slice(dates.indexOf(date), dates.indexOf(date) + 22).map(Math.log);
      return window.map((log) => (log - mean(window)) / deviation(window, 0));
    };
    const [one, other] = [shape(first), shape(second)];
    expect(Math.sqrt(one.reduce((sum, value, row) => sum + (value - other[row]) ** 2, 0)).toFixed(3)).toBe(distance);
    await page.close();
  });

  itInLongRuns("has bars for every feature but the weight, and a line for every alert with its limit", async () => {
    const page = await open();
    await page.getByText("8,321 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    const bars = page.getByRole("region", { name: "Feature Importance" });
    await bars.getByRole("button", { name: "Table" }).click();
    const rows = (await bars.getByRole("table").innerText()).replaceAll("−", "-");
    const shares = [...rows.matchAll(/(Volatility|Trend|Complexity|Novelty)\s+([\d.]+)/g)].map(([, , share]) => Number(share));
    expect(shares).toHaveLength(4);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(100, 0);
    expect(await text(page)).not.toMatch(/importance.weight/i);
    const rules = page.getByRole("table", { name: "Alert rules" });
    expect(await rules.getByRole("row").count()).toBe(9);
    expect(await rules.innerText()).toMatch(/Trend over 22 steps\s+−?[\d.]+\s+beyond ± 2\.0/);
    await page.getByText("Variance ratio, 16 steps").waitFor();
    await page.close();
  });

  it("opens the windows of a pattern by its button, by a click on the chart and by keys alone", async () => {
    const page = await open();
    await takeSample(page, "WTI crude oil");
    await page.getByText("8,321 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Discord 2" }).click();
    await page.getByRole("heading", { name: "Windows of Discord 2" }).waitFor();
    const chart = page.getByRole("application", { name: /^Pattern Analysis/ });
    const body = await text(page);
    const { dates } = wti();
    const [, date] = /Window\s+(\d{4}-\d{2}-\d{2})/.exec(body) ?? [];
    await page.getByRole("button", { name: "Motif 1", exact: true }).click();
    await page.getByRole("heading", { name: "Windows of Motif 1" }).waitFor();
    const plot = chart.locator(".u-over");
    const { width, height } = (await plot.boundingBox())!;
    // Relative to the plot, as content loading above it may still move it.
    const position = { x: (width * (dates.indexOf(date) + 11)) / dates.length, y: height / 2 };
    await plot.click({ position });
    await page.getByRole("heading", { name: "Windows of Discord 2" }).waitFor();
    await page.getByRole("button", { name: "Motif 1", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Windows of Motif 1" }).waitFor();
    // The mouse left the cursor where it clicked.
    await chart.focus();
    await plot.hover({ position });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Windows of Discord 2" }).waitFor();
    await page.close();
  });

  itInAll("saves results, appears in the list of runs, and copies a link to the settings", async () => {
    const page = await open();
    await page.getByText("8,321 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Variance ratio, 16 steps").waitFor();
    const result = JSON.parse(await exported(page, "Results as JSON"));
    expect(Object.keys(result.data)).toEqual(["curiosity_score", "metrics", "exploration_results", "patterns", "alerts"]);
    expect(result.data.exploration_results.feature_importance.importance_weight).toBe(0.2);
    expect(result.shapes).toHaveLength(8);
    const lines = (await exported(page, "Columns as CSV")).trim().split("\r\n");
    expect(lines).toHaveLength(8322);
    expect(lines[0]).toBe("Date,Value,Permutation entropy,Surprise,Distance to nearest neighbor");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Copy link to these settings" }).click();
    await page.getByText("Link copied").waitFor();
    await page.goto(`${session.current.origin}/runs`);
    await page.getByText("Market curiosity").first().waitFor();
    await page.close();
  });
});

describe("failures are reported in the specified words, and nothing is lost", () => {
  itInAll("asks for a file when there is none", async () => {
    const page = await open();
    await page.getByText("8,321 values read").waitFor();
    await clear(page);
    await page.getByRole("button", { name: "Run Analysis" }).first().click();
    await alert(page).filter({ hasText: "Please select a file first" }).waitFor();
    // A valid file removes the message.
    await upload(page, csv(listed(priceList(60).split("\n"))));
    await page.getByText("60 values read").waitFor();
    expect(await alert(page).count()).toBe(0);
    await page.close();
  });

  itInAll("recognizes a CSV by its content whatever its type, in UTF-16 too; words among the numbers are dropped and counted", async () => {
    const page = await open();
    const rows: (string | number)[] = priceList(80).split("\n");
    rows[10] = "n/a";
    const buffer = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(listed(rows), "utf16le")]);
    await upload(page, { name: "export.csv", mimeType: "application/vnd.ms-excel", buffer });
    await page.getByText("79 values read, 1 dropped").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Key figures" }).waitFor();
    await clear(page);
    await page.close();
  });

  itInAll("raises alerts on an outlier of many sigma, notifies the notification center once, and undoes Clear", async () => {
    const page = await open();
    const prices = priceList(300).split("\n").map(Number);
    const shocked = prices.map((price, row) => (row >= 295 ? price * 1.6 : price));
    await upload(page, csv(listed(shocked), "shock.csv"));
    await page.getByText("300 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    const raised = page.getByRole("list", { name: "Raised alerts" });
    await raised.waitFor();
    expect(await raised.innerText()).toMatch(/A return of the last 22 days is \d+\.\d standard deviations from the mean \(limit 4\)\./);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("progressbar").first().waitFor({ state: "detached" });
    await quiet(page);
    await page.getByRole("button", { name: /Notifications/ }).click();
    await expect
      .poll(() =>
        page
          .getByRole("dialog")
          .getByText(/shock\.csv: \d+ alert/)
          .count(),
      )
      .toBe(1);
    await page.keyboard.press("Escape");
    await clear(page);
    await page.getByRole("button", { name: "Start with a sample" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await raised.waitFor();
    await page.getByText("300 values read").waitFor();
    await clear(page);
    await page.close();
  });
});

describe("accessibility", () => {
  it("passes axe with a result, at three widths in both themes", async () => {
    // A separate visitor: with a stored series there would be no sample to start with.
    const own = await startSession(inject("origin"));
    const page = await own.open("/market-curiosity");
    await page.getByRole("button", { name: "Start with a sample" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Variance ratio, 16 steps").waitFor();
    expect(await auditEverywhere(page)).toEqual([]);
    expect(own.errors).toEqual([]);
    await own.close();
  });
});
