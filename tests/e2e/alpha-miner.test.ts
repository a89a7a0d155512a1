import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { checkFormula } from "../../workers/factors/jobs/check-formula";
import { type MineFactorsInput, type MineFactorsOutput, mineFactors } from "../../workers/factors/jobs/mine-factors";
import { searchFormulasJob } from "../../workers/factors/jobs/search-formulas";
import { resultOf } from "../fixtures/failure-text";
import { goldenColumn } from "../fixtures/golden";
import { family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { auditEverywhere } from "./audit";
import { exported, sharedSession } from "./browser";
import { repeatRun } from "./dynamics-page";

const session = sharedSession();
/** A separate visit for typed input: a series loaded by another test would still be in the field. */
const typing = sharedSession();
/** Another one, with default settings. */
const fresh = sharedSession();

const SERIES = "tests/fixtures/golden/series/ttrc_1500.csv";
const box = (page: Page) => page.getByRole("textbox", { name: "Market Data" });
const submit = (page: Page) => page.getByRole("button", { name: "Generate Alpha Factors" });
const minus = (text: string) => text.replaceAll("−", "-").trim();
const share = (value: number | null) => `${(100 * (value ?? Number.NaN)).toFixed(2)}%`;

async function rowsOf(page: Page, table: string): Promise<string[][]> {
  const rows = await page.getByRole("grid", { name: table }).getByRole("row").all();
  const cells = await Promise.all(rows.slice(1).map((row) => row.locator("th, td").allInnerTexts()));
  return cells.map((row) => row.map(minus));
}

/** The value of a key figure, by its label. */
async function figure(page: Page, strip: string, label: string): Promise<string> {
  const group = page
    .getByRole("region", { name: strip })
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) });
  return minus((await group.locator("dd").first().innerText()).split("\n")[0]);
}

async function mined(changes: Partial<MineFactorsInput> & Pick<MineFactorsInput, "assets">): Promise<MineFactorsOutput> {
  return resultOf(await mineFactors({ times: null, news: null, ...changes }, await testContext()));
}

const column = async (name: string) => (await goldenColumn("series/ttrc_1500.csv", name)) ?? new Float64Array();

describe("before any factor is computed", () => {
  it("opens with the samples one click away, and needs data and a factor", async () => {
    const page = await typing.current.open("/alpha-miner");
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Discover Alpha", "Analyze Factors", "Settings"]);
    expect(await submit(page).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Start with a sample" }).waitFor();
    await box(page).fill("1\n2\n3");
    await page.getByText("3 prices read").waitFor();
    await submit(page).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "Failed to generate alpha factors: at least 100 data points are needed, 3 given" })
      .waitFor();
    await page.close();
  });

  // Unreadable input is reported once, at its field.
  const UNREAD = "At least 2 market data points required";
  const CASES: readonly (readonly [what: string, text: string, message: string])[] = [
    ["words", "alpha\nbeta\ngamma", UNREAD],
    ["markup", "<script>window.hacked = 1</script>\n<img src=x onerror='window.hacked = 1'>", UNREAD],
    [
      "a price below zero",
      Array.from({ length: 120 }, (_, t) => (t === 60 ? -5 : 100 + (t % 7))).join("\n"),
      "Failed to generate alpha factors: row 61 has the price -5; prices must be above 0",
    ],
  ];
  family(
    CASES,
    (_, place) => place === 1,
    (cases) =>
      it.each(cases)("%s: one message, and nothing lost", async (_, text, message) => {
        const page = await typing.current.open("/alpha-miner");
        await box(page).fill(text);
        await submit(page).click();
        await page.getByText(message).first().waitFor();
        if (message === UNREAD) expect(await page.getByText("Failed to generate alpha factors").count()).toBe(0);
        expect(await box(page).inputValue()).toBe(text);
        expect(await page.evaluate(() => "hacked" in window)).toBe(false);
        await page.close();
      }),
  );
});

describe("a series with volume", () => {
  it("shows the job's figures in every tab, and saves them", async () => {
    const assets = [{ name: "Close", values: await column("Close"), volume: await column("Volume") }];
    const { factors, unavailable } = await mined({ assets });
    const page = await session.current.open("/alpha-miner");
    await page.locator('input[type="file"]').first().setInputFiles(SERIES);
    await page.getByText("1,500 prices read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Factor Statistics" }).waitFor();
    const statistics = await rowsOf(page, "Factor Statistics");
    expect(statistics.map(([name, performance, ratio]) => [name, performance, ratio])).toEqual(
      factors.map(({ name, performance, informationRatio }) => [name, share(performance), (informationRatio ?? 0).toFixed(3)]),
    );
    expect(statistics.map((row) => row[7])).toEqual(factors.map(({ p }) => (p ?? 0).toFixed(4)));
    for (const { name, reason } of unavailable) await page.getByText(`${name}: ${reason}`).waitFor();
    await page.getByRole("application", { name: /Factor Performance, chart of 30 rows/ }).waitFor();
    const rail = await page.getByRole("region", { name: "Alpha Factors" }).getByRole("listitem").allInnerTexts();
    expect(minus(rail[0])).toContain(`${(100 * factors[0].performance).toFixed(1)}%`);
    expect(rail[0]).not.toContain("Sample");

    await page.getByRole("tab", { name: "Analyze Factors" }).click();
    await page.getByRole("grid", { name: "Information Coefficients" }).waitFor();
    expect((await rowsOf(page, "Information Coefficients")).map((row) => row.slice(0, 5))).toEqual(
      factors.flatMap(({ name, decay }) =>
        decay.map(({ horizon, information: { mean, ratio, neweyWestT } }) => [
          name,
          String(horizon),
          (mean ?? 0).toFixed(4),
          (ratio ?? 0).toFixed(3),
          (neweyWestT ?? 0).toFixed(2),
        ]),
      ),
    );
    for (const factor of factors) {
      await page.getByRole("radio", { name: factor.name }).click();
      const strip = `Figures of ${factor.name}`;
      await page.getByRole("region", { name: strip }).waitFor();
      expect(await figure(page, strip, "Spread")).toBe(`${(100 * (factor.spread ?? 0)).toFixed(3)}%`);
      expect(await figure(page, strip, "Turnover")).toBe(`${(100 * (factor.turnover ?? 0)).toFixed(1)}%`);
      expect(await figure(page, strip, "Rank autocorrelation")).toBe((factor.rankAutocorrelation ?? 0).toFixed(3));
      expect(await figure(page, strip, "p by permutation")).toBe((factor.permutation?.p ?? 0).toFixed(4));
    }
    await page.getByRole("heading", { name: "Pruning" }).waitFor();

    const saved = JSON.parse(await exported(page, "Results as JSON"));
    expect(saved.factors.map(({ sharpe }: { sharpe: number }) => sharpe)).toEqual(factors.map(({ sharpe }) => sharpe));
    expect(saved.metadata.dataPoints).toBe(1500);
    const table = (await exported(page, "Factors as CSV")).trim().split("\r\n");
    expect(table[0]).toBe("Date,Price Momentum,Volume Trend,Volatility Regime");
    expect(Number(table[1500].split(",")[1])).toBe(factors[0].values[1499]);

    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByRole("textbox", { name: "Horizon", exact: true }).fill("10");
    await page.getByRole("textbox", { name: "Correlation threshold" }).fill("0.1");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("tab", { name: "Analyze Factors" }).click();
    const changed = await mined({ assets, settings: { horizon: 10, correlationThreshold: 0.1 } });
    const strip = `Figures of ${changed.factors[2].name}`;
    await expect.poll(() => figure(page, strip, "Spread")).toBe(`${(100 * (changed.factors[2].spread ?? 0)).toFixed(3)}%`);
    expect(changed.correlations.flagged.length).toBeGreaterThan(0);
    expect(await page.getByRole("list", { name: "Pairs above the threshold" }).getByRole("listitem").count()).toBe(
      changed.correlations.flagged.length,
    );
    expect(await auditEverywhere(page)).toEqual([]);

    await page.goto(`${session.current.origin}/runs`);
    await page.getByText("3 alpha factors, ttrc_1500.csv").first().waitFor();
    expect(session.current.errors).toEqual([]);
    await page.close();
  });
});

describe("formulas", () => {
  itInAll("are checked for look-ahead, added to the five factors, and searched for, with the jobs' figures", async () => {
    const prices = { values: await column("Close"), volume: await column("Volume") };
    const bars = { open: await column("Open"), high: await column("High"), low: await column("Low") };
    const asset = { name: "Close", ...prices, ...bars };
    const page = await fresh.current.open("/alpha-miner");
    await page.locator('input[type="file"]').first().setInputFiles(SERIES);
    await page.getByText("1,500 prices read").waitFor();
    await page.getByRole("textbox", { name: "Formula", exact: true }).fill("delay(close, -1) / close - 1");
    await page.getByRole("button", { name: "Add as factor" }).click();
    const cheat = resultOf(
      await checkFormula({ text: "delay(close, -1) / close - 1", assets: [asset], lookback: 252 }, await testContext()),
    );
    expect(cheat.trouble).toContain("looks ahead: at row");
    await page
      .getByRole("alert")
      .filter({ hasText: cheat.trouble ?? "" })
      .waitFor();
    expect(await page.getByRole("list", { name: "Formula factors" }).count()).toBe(0);

    await page.getByRole("button", { name: /Example/ }).click();
    await page.getByRole("option", { name: "Formulaic alpha 6" }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add as factor" }).click();
    await page.getByRole("list", { name: "Formula factors" }).getByText("Formulaic alpha 6").waitFor();
    await page.keyboard.press("Control+Enter");
    const { factors } = await mined({ assets: [asset], formulas: [{ name: "Formulaic alpha 6", text: "-correlation(open, volume, 10)" }] });
    expect(factors.map(({ id }) => id)).toEqual([1, 2, 5, 6]);
    await page.getByRole("grid", { name: "Factor Statistics" }).getByText("Formulaic alpha 6").waitFor();
    expect((await rowsOf(page, "Factor Statistics")).map(([name, performance, ratio]) => [name, performance, ratio])).toEqual(
      factors.map(({ name, performance, informationRatio }) => [name, share(performance), (informationRatio ?? 0).toFixed(3)]),
    );

    await page.getByRole("textbox", { name: "Trials" }).fill("60");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const table = page.getByRole("table", { name: "Formulas found" });
    await table.waitFor();
    const input = { method: "genetic", trials: 60, seed: 1, holdout: 0.3, depth: 3, horizon: 5, lookback: 252 } as const;
    const { found, statistics } = resultOf(await searchFormulasJob({ ...input, assets: [asset] }, await testContext()));
    expect(await figure(page, "Figures of the search", "Formulas tried")).toBe(String(statistics.trials));
    const rows = await Promise.all((await table.getByRole("row").all()).slice(1).map((row) => row.locator("th, td").allInnerTexts()));
    expect(rows.map((row) => row.slice(1, 3).map(minus))).toEqual(
      found.map(({ train, holdout }) => [(train.ic ?? 0).toFixed(4), (holdout.ic ?? 0).toFixed(4)]),
    );

    // Canceling takes effect at once, however many trials remain; the trials made so far are shown, labeled as partial and not recorded.
    await page.getByRole("textbox", { name: "Trials" }).fill("100000");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText(/Trying formulas, [1-9]\d* of 100000/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    const part = page.getByText(/Canceled after [\d,]+ of 100,000 formulas\./).first();
    const [, tried] = /after ([\d,]+) of/.exec((await part.textContent()) ?? "") ?? [];
    expect(await figure(page, "Figures of the search", "Formulas tried")).toBe(tried);
    await table.waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV", exact: true }).last().click(),
    ]);
    expect(file.suggestedFilename()).toBe(`ttrc_1500-formulas-found-canceled-after-${tried.replace(",", "")}-of-100000.csv`);
    expect(await auditEverywhere(page)).toEqual([]);
    await repeatRun(page, fresh.current.origin, "60 formulas tried, ttrc_1500.csv");
    await repeatRun(page, fresh.current.origin, "4 alpha factors, ttrc_1500.csv");
    await page.close();
  });
});

describe("four assets side by side", () => {
  itInLongRuns("are compared date by date, with the job's figures", async () => {
    const [head, ...lines] = readFileSync("public/samples/simulated_assets.csv", "utf8").trim().split(/\r?\n/);
    const rows = lines.map((line) => line.split(","));
    const assets = head
      .split(",")
      .slice(1)
      .map((name, i) => ({ name, values: Float64Array.from(rows, (row) => Number(row[i + 1])), volume: null }));
    const { factors } = await mined({ assets });
    const page = await typing.current.open("/alpha-miner");
    await box(page).fill("");
    await page.getByRole("button", { name: "Load four simulated assets" }).click();
    await page.getByRole("radio", { name: "4 assets" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Factor Statistics" }).waitFor();
    expect((await rowsOf(page, "Factor Statistics")).map((row) => row.slice(0, 3))).toEqual(
      factors.map(({ name, performance, informationRatio }) => [name, share(performance), (informationRatio ?? 0).toFixed(3)]),
    );
    expect(await auditEverywhere(page)).toEqual([]);
    await page.close();
  });
});
