import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { candidatesOf, familyDefault } from "../../src/tools/validation/candidates";
import { deflatedSharpe, minimumTrackRecord, probabilisticSharpe } from "../../workers/performance/sharpe-inference";
import { type CandidatesInput, type CandidatesReport, validateCandidates } from "../../workers/validation/jobs/validate-candidates";
import { resultOf } from "../fixtures/failure-text";
import { goldenColumn } from "../fixtures/golden";
import { itInAll, itInLongRuns } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { auditEverywhere } from "./audit";
import { clipboardText, exported, quiet, sharedSession } from "./browser";
import { repeatRun } from "./dynamics-page";

const session = sharedSession();
/** A separate visit for input that is refused, as the other one's console must stay clean. */
const typing = sharedSession();

const box = (page: Page) => page.getByRole("textbox", { name: "Market Data" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const metrics = (page: Page) => page.getByRole("region", { name: "Validation metrics" });
const selection = (page: Page) => page.getByRole("region", { name: "Selection and overfitting" });

async function setNumber(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole("textbox", { name, exact: true }).fill(value);
  await page.keyboard.press("Tab");
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await button(page, new RegExp(label)).click();
  await page.getByRole("option", { name: option }).click();
  await page.getByRole("listbox").waitFor({ state: "detached" });
}

/** The value of a key figure, by its label. */
async function figure(strip: ReturnType<typeof metrics>, label: string): Promise<string> {
  const group = strip.locator("dl > div").filter({ has: strip.page().locator("dt", { hasText: new RegExp(`^${label}`) }) });
  return (await group.locator("dd").first().innerText()).split("\n")[0].replaceAll("−", "-").trim();
}

async function results(page: Page): Promise<Record<string, never> & CandidatesReport> {
  return JSON.parse(await exported(page, /Results as JSON/));
}

const share = (value: number | null | undefined) => (value == null ? "—" : `${(100 * value).toFixed(1)}%`);

let closes: Float64Array;
let csv: string;
beforeAll(async () => {
  const found = await goldenColumn("series/eustockmarkets.csv", "DAX");
  if (!found) throw new Error("no series");
  closes = found;
  csv = [
    "Date,Close",
    ...Array.from(closes, (value, t) => `${new Date(Date.UTC(2010, 0, 1) + 86_400_000 * t).toISOString().slice(0, 10)},${value}`),
  ].join("\n");
});

/** The input the screen sends with its defaults. */
const defaultInput = (): CandidatesInput => ({
  candidates: candidatesOf((["momentum", "mean-reversion", "behavioral"] as const).map(familyDefault), "9"),
  market: { bars: { close: closes }, times: Float64Array.from(closes, (_, t) => Date.UTC(2010, 0, 1) + 86_400_000 * t) },
  record: null,
  purge: null,
});

async function loadDax(page: Page): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "dax.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByText("1,860 values read").waitFor();
}

describe("Model Validation Framework", () => {
  itInAll("opens at all three addresses with the specification's labels and defaults", async () => {
    for (const path of ["/model-validation", "/backtest-validation", "/validation"]) {
      const page = await typing.current.open(path);
      expect(await page.locator("main h1").innerText()).toContain("Model Validation Framework");
      await page.getByRole("heading", { name: "Validation Configuration" }).waitFor();
      expect(await button(page, /Validation Method/).innerText()).toContain("Walk-Forward Analysis");
      expect(await page.getByRole("textbox", { name: "Window Size (days)" }).inputValue()).toBe("252");
      expect(await page.getByRole("textbox", { name: "Out-of-Sample %" }).inputValue()).toBe("30");
      await button(page, "Run Validation").waitFor();
      if (path === "/validation") {
        await page.keyboard.press("Control+Enter");
        await page.getByRole("alert").filter({ hasText: "Please enter market data" }).waitFor();
        expect(typing.current.errors).toContain("Please enter market data");
        await box(page).fill("<script>window.hacked = 1</script>\nalpha\nbeta");
        await page.getByRole("alert").first().waitFor();
        expect(await page.evaluate(() => "hacked" in window)).toBe(false);
      }
      await page.close();
    }
  });

  it("shows the figures of the job for a reference series, says what was chosen in every window, and saves all of it", {
    timeout: 240_000,
  }, async () => {
    const context = await testContext();
    const page = await session.current.open("/validation");
    await loadDax(page);
    await page.keyboard.press("Control+Enter");
    await metrics(page).waitFor();
    const found = await results(page);
    // Daily dates give 365 steps a year, unless the settings say otherwise.
    const job = resultOf(await validateCandidates({ ...defaultInput(), perYear: found.settings.perYear }, context));
    const { walkForward, selection: chosen, overfitting, superiorAbility, crossValidation, bootstrap } = job;
    expect(await figure(metrics(page), "Robustness")).toBe(share(walkForward?.metrics.robustness));
    expect(await figure(metrics(page), "Consistency")).toBe(share(walkForward?.metrics.consistency));
    expect(await figure(metrics(page), "Statistical Significance")).toBe(share(walkForward?.metrics.significance));
    expect(await figure(selection(page), "Sharpe Ratio")).toBe(chosen.sharpe.toFixed(2));
    expect(await figure(selection(page), "PSR")).toBe(share(chosen.psr));
    expect(await figure(selection(page), "DSR")).toBe(share(chosen.dsr));
    expect(await figure(selection(page), "PBO")).toBe(share(overfitting?.probability));
    expect(found.walkForward?.returns).toEqual(walkForward?.returns);
    expect(found.walkForward?.metrics).toEqual(walkForward?.metrics);
    expect(found.crossValidation).toEqual(crossValidation);
    expect(found.selection).toEqual(chosen);
    expect(found.bootstrap).toEqual(bootstrap);
    expect(found.superiorAbility).toEqual(superiorAbility);
    // The three figures again, computed by the functions that are tested with published vectors.
    const sample = {
      sharpe: chosen.sharpe / Math.sqrt(found.settings.perYear),
      n: found.returns,
      skewness: bootstrap.skewness.value ?? 0,
      kurtosis: (bootstrap.kurtosis.value ?? 0) + 3,
    };
    expect(probabilisticSharpe(context.kernels, sample, 0)).toBeCloseTo(chosen.psr ?? Number.NaN, 9);
    expect(minimumTrackRecord(context.kernels, sample, 0, 0.95) ?? Number.NaN).toBeCloseTo(chosen.minimumTrackRecord ?? Number.NaN, 4);
    expect(deflatedSharpe(context.kernels, sample, 0, 1)).toBeCloseTo(chosen.psr ?? Number.NaN, 9);

    const windows = page.getByRole("grid", { name: "Walk-forward windows" });
    const first = await windows.getByRole("row").nth(1).innerText();
    expect(first).toContain(job.candidates[walkForward?.choice[0] ?? 0].name.split(",")[0]);
    await button(page, "CSV").first().waitFor();
    const lines = (await exported(page, /Windows as CSV/)).trim().split(/\r?\n/);
    expect(lines.length).toBe(1 + (walkForward?.from.length ?? 0));
    expect(lines[0]).toBe("Date,In sample from row,Out of sample from row,To row,Chosen,In sample (%),Out of sample (%)");

    // The method determines what is shown first; no new run is needed.
    await choose(page, "Validation Method", /Bootstrapping/);
    await expect
      .poll(async () => (await page.locator("main h2").allInnerTexts()).find((text) => /Walk-Forward|Cross-Val|Bootstrapped/.test(text)))
      .toContain("Bootstrapped Sharpe Ratio");
    expect(await page.getByText(/have changed\. Run the validation again/).count()).toBe(0);
    await choose(page, "Validation Method", /Walk-Forward/);
    await button(page, "Export").click();
    await page.getByRole("menuitem", { name: "Copy link to these settings" }).click();
    await page.getByText("Link copied").waitFor();
    const link = await clipboardText(page);
    expect(link).toContain("/validation#s=");
    expect(link.length).toBeLessThan(2000);
    await repeatRun(page, session.current.origin, "Walk-Forward Analysis of 27 candidates");
    await page.close();
  });

  it("canceled shows the completed part labeled as such: the test with that many resamples, bit for bit, and nothing in the list of runs", async () => {
    const recorded = async () => {
      const runs = await session.current.open("/runs");
      await quiet(runs);
      const found = await runs.getByText("Walk-Forward Analysis of 27 candidates").count();
      await runs.close();
      return found;
    };
    const before = await recorded();
    const page = await session.current.open("/validation");
    await loadDax(page);
    await button(page, "Advanced").click();
    // As many for superiority, and 53,792 for intervals: 100 million values in all.
    await setNumber(page, "Iterations", "100000");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Testing superiority").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    await page.getByText(/Canceled after [\d,]+ of 153,792 resamples\. Superiority: [\d,]+ resamples; intervals: none\./).waitFor();
    await button(page, "Export").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /Results as JSON/ }).click()]);
    const { canceledAfter, superiorAbility } = JSON.parse(readFileSync(await file.path(), "utf8"));
    const { done } = canceledAfter;
    expect(canceledAfter).toEqual({ done: superiorAbility.replicates, of: 153_792 });
    expect(file.suggestedFilename()).toBe(`dax-validation-canceled-after-${done}-of-153792.json`);
    const job = await validateCandidates({ ...defaultInput(), iterations: done }, await testContext());
    expect(superiorAbility).toEqual(job.ok && job.value.superiorAbility);
    await expect.poll(recorded, { timeout: 30_000 }).toBe(before);
    await page.close();
  });

  itInLongRuns(
    "counts the runs recorded on the same data, names them, and accepts an override that is labeled as one",
    { timeout: 240_000 },
    async () => {
      const page = await session.current.open("/backtester");
      await page
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name: "dax.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await page.getByText("1,860 values read").waitFor();
      await button(page, "All dates").click();
      await button(page, "Parameters").click();
      await setNumber(page, "Lookback Period", "33");
      await button(page, "Run Backtest").first().click();
      await page.getByRole("region", { name: "Key figures" }).waitFor();
      // The run is saved after the result, so its page stays open until the list contains it.
      const list = await session.current.open("/runs");
      await list
        .getByText(/Backtest of Momentum/)
        .first()
        .waitFor();
      await list.close();
      await page.bringToFront();
      await page.goto(`${session.current.origin}/validation`);
      await page.getByText("1,860 values read").waitFor();
      await button(page, "Run Validation").first().click();
      await page.getByText("1 earlier on this data, 27 now").waitFor();
      const counted = page.getByRole("grid", { name: "Trials counted" });
      await counted.getByText(/Backtest of Momentum/).waitFor();
      // The previous validation tried the same 27 sets.
      expect(await counted.getByRole("row").filter({ hasText: "27 candidates" }).last().innerText()).toMatch(/\b0$/);
      expect(await selection(page).innerText()).toContain("after 28 trials");
      const before = (await results(page)).selection;
      expect(before.trials).toBe(28);
      await button(page, "Advanced").click();
      await setNumber(page, "Trials (override)", "5000");
      await page.keyboard.press("Control+Enter");
      await page.getByText("Override: 5,000 trials entered").waitFor();
      const after = (await results(page)).selection;
      expect(after.trials).toBe(5000);
      expect(after.dsr ?? Number.NaN).toBeLessThan(before.dsr ?? Number.NaN);
      await setNumber(page, "Trials (override)", "");
      // Scrolled to the top: a button half covered by the bar would count as too small.
      await page.evaluate(() => window.scrollTo(0, 0));
      expect(await auditEverywhere(page)).toEqual([]);
      await page.close();
    },
  );

  itInAll("a track record of 24 months has the published probabilistic Sharpe ratio", async () => {
    // Constructed to have the moments of pypbo's test: annual SR 1.585, skewness -2.448, kurtosis 10.164.
    const RETURNS = [
      0.007038874394398, 0.003991713116712, 0.028369003338197, 0.02989258397704, 0.005515293755555, -0.000579028799816, 0.014656777588612,
      0.000944551839027, 0.025321842060511, 0.00856245503324, -0.018506674534293, 0.022274680782826, 0.002468132477869, 0.020751100143983,
      -0.002102609438659, 0.013133196949769, 0.010086035672083, 0.016180358227454, 0.017703938866297, 0.01922751950514, 0.023798261421668,
      -0.067559002988158, 0.026845422699354, 0.011609616310926,
    ];
    const page = await typing.current.open("/validation");
    await box(page).fill(RETURNS.join("\n"));
    await page.getByText("24 values read").waitFor();
    await page.getByText("Detected: track record").waitFor();
    await button(page, "Advanced").click();
    await setNumber(page, "Steps per year", "12");
    await setNumber(page, "Risk-free rate", "0");
    await setNumber(page, "Embargo", "0");
    await page.keyboard.press("Control+Enter");
    await metrics(page).waitFor();
    const { selection: found } = await results(page);
    expect(found.sharpe).toBeCloseTo(1.585, 10);
    expect(found.psr).toBeCloseTo(0.91323430688486018, 10);
    expect(await figure(selection(page), "PSR")).toBe("91.3%");
    await page.getByText(/Not computed: in-sample parameter selection and PBO/).waitFor();
    await page.getByText("not available: needs a window of 252 returns, at least two in and out of sample; 24 given").first().waitFor();
    await page.close();
  });

  itInAll("takes the account of a statement from the Trading Results Processor", async () => {
    const trades = Array.from({ length: 120 }, (_, k) => {
      const date = new Date(Date.UTC(2022, 0, 3) + 3 * k * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");
      return `${k + 1},AAPL,buy,10,${date},1.00,${(40 * Math.sin(k * k) + 6).toFixed(2)}`;
    });
    const page = await session.current.open("/convert-data");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "broker.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["Trade,Symbol,Side,Quantity,Close Date,Fee,Profit", ...trades].join("\n")),
      });
    await button(page, "Open in Validation").click();
    await page.waitForURL(/\/validation/);
    await page.getByText("Detected: track record").waitFor();
    await button(page, "Run Validation").first().click();
    await metrics(page).waitFor();
    await page.getByText("No strategy applies: returns are validated directly.").waitFor();
    const found = await results(page);
    expect(found.kind).toBe("record");
    expect(found.candidates).toEqual([{ name: expect.stringContaining("broker"), strategy: null }]);
    await page.close();
  });

  it("logged no errors", () => expect(session.current.errors).toEqual([]));
});
