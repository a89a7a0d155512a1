import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { sharedSession } from "./browser";

const session = sharedSession();

/** Other flows may be using the machine at the same time. */
const PATIENT = { timeout: 20_000 };

/** A figure of the table: manual and as computed. */
async function figures(page: Page, table: string, name: string): Promise<number[]> {
  const row = page.getByRole("grid", { name: table }).getByRole("row").filter({ hasText: name }).first();
  const cells = await row.getByRole("gridcell").allInnerTexts();
  return cells.slice(-3, -1).map((text) => Number.parseFloat(text.trim().replaceAll("−", "-").replaceAll(",", "")));
}

async function press(page: Page, slider: string, key: string, times: number): Promise<void> {
  await page.getByRole("slider", { name: slider }).focus();
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

describe("a result adjusted manually", () => {
  itInLongRuns("has regimes follow the transition matrix", async () => {
    const page = await session.current.open("/markov-regime");
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByText("Analysis Period", { exact: true }).first().waitFor(PATIENT);
    await page.getByRole("tab", { name: "Model" }).click();
    await page.getByRole("button", { name: "Adjust the matrix" }).click();
    const table = "Manual and at the maximum";
    await page.getByRole("slider", { name: "P(Bull to Bull)" }).waitFor({ state: "attached" });
    const [same, maximum] = await figures(page, table, "Log-likelihood");
    expect([same, maximum]).toEqual([-18_235.45, -18_235.45]);
    await press(page, "P(Bull to Bull)", "ArrowLeft", 10);
    await expect.poll(async () => (await figures(page, table, "Log-likelihood"))[0], PATIENT).toBeLessThan(maximum);
    const [duration, usual] = await figures(page, table, "Duration of Bull");
    expect(duration).toBeLessThan(usual);
    // A regime that is never left has no expected duration: a message says so, and no figure is shown instead.
    const box = page.getByRole("textbox", { name: "P(Bull to Bull), as a number" });
    await box.fill("1");
    await box.press("Enter");
    await page.getByText(/^▲ The probability of staying must be below 1/).waitFor(PATIENT);
    await page.getByRole("button", { name: "Back to the maximum" }).click();
    await expect.poll(async () => figures(page, table, "Log-likelihood"), PATIENT).toEqual([maximum, maximum]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  itInLongRuns("has equity follow the parameters of a strategy, and applies them", async () => {
    const page = await session.current.open("/backtester");
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByText("Total Return").first().waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Adjust the parameters" }).click({ timeout: 60_000 });
    const table = "Manual and of the run";
    await page.getByRole("slider", { name: "Lookback Period" }).waitFor({ state: "attached" });
    const [, run] = await figures(page, table, "Trades");
    await press(page, "Lookback Period", "ArrowRight", 30);
    await expect.poll(async () => (await figures(page, table, "Trades"))[0], PATIENT).not.toBe(run);
    expect((await figures(page, table, "Trades"))[1]).toBe(run);
    await page.getByRole("button", { name: "Use these parameters" }).click();
    await page.getByText("Strategy, data or settings have changed. Run the backtest again.").waitFor(PATIENT);
    await page.getByRole("button", { name: "Back to the run" }).click();
    await expect.poll(async () => figures(page, table, "Trades"), PATIENT).toEqual([run, run]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  it("has signals follow the thresholds of the rules", async () => {
    const page = await session.current.open("/quant-edge-ai");
    await page.getByRole("tab", { name: "Replay" }).click();
    // The tab has such a button too, once its code is loaded.
    await page.getByRole("button", { name: "Load sample series" }).first().click();
    await page.getByRole("button", { name: "Replay history" }).click(PATIENT);
    await page.getByRole("button", { name: "Adjust the thresholds" }).click(PATIENT);
    const table = "Manual and of the replay";
    await page.getByRole("slider", { name: "Buy above" }).waitFor({ state: "attached" });
    const [same, run] = await figures(page, table, "Buy, fired");
    expect(same).toBe(run);
    await press(page, "Buy above", "ArrowRight", 8);
    await expect.poll(async () => (await figures(page, table, "Buy, fired"))[0], PATIENT).toBeLessThan(run);
    await press(page, "Buy above", "Home", 1);
    await page.getByText(/^▲ /).first().waitFor(PATIENT);
    await page.getByRole("button", { name: "Back to the run" }).click();
    await expect.poll(async () => figures(page, table, "Buy, fired"), PATIENT).toEqual([run, run]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  itInLongRuns("has weights follow the point dragged along the frontier, and the point follow the weights", async () => {
    const page = await session.current.open("/portfolio");
    await page.getByRole("button", { name: "Four simulated assets" }).click();
    await page.getByRole("button", { name: "Optimize Portfolio" }).click(PATIENT);
    const grip = page.getByRole("button", { name: /^Efficient portfolio \d+ of 120/ });
    await grip.focus(PATIENT);
    for (let i = 0; i < 130; i++) await page.keyboard.press("ArrowUp");
    await page.getByText("120 of 120").waitFor(PATIENT);
    expect(await grip.getAttribute("aria-label")).toMatch(/^Efficient portfolio 120 of 120/);
    await page.getByRole("button", { name: "Adjust the weights" }).click();
    const table = "Manual and as proposed";
    const slider = page.getByRole("slider", { name: /^Weight of / }).first();
    await slider.waitFor({ state: "attached" });
    const [, sharpe] = await figures(page, table, "Sharpe Ratio");
    await slider.focus();
    for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowLeft");
    // The proposed portfolio has the highest Sharpe ratio, so any other point is lower.
    await expect.poll(async () => (await figures(page, table, "Sharpe Ratio"))[0], PATIENT).toBeLessThan(sharpe);
    await page.getByText(/below the frontier at the same volatility/).waitFor(PATIENT);
    const shares = page.getByRole("grid", { name: "Risk contributions, manual and as proposed" }).locator("tbody tr");
    const texts = (await shares.allInnerTexts()).map((text) => text.split("\t").map((cell) => Number.parseFloat(cell.replace("−", "-"))));
    for (const column of [1, 2]) expect(Math.abs(texts.reduce((sum, cells) => sum + cells[column], 0) - 100)).toBeLessThan(0.3);
    expect(texts.some((cells) => cells[1] !== cells[2])).toBe(true);
    await page.getByRole("button", { name: "Back to the proposal" }).click();
    await expect.poll(async () => figures(page, table, "Sharpe Ratio"), PATIENT).toEqual([sharpe, sharpe]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });
});
