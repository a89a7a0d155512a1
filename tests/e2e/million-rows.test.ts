import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { priceList, sharedSession, watchMainThread } from "./browser";

const ROWS = 1_000_000;
const session = sharedSession();

/** Puts text on the clipboard through a page of its own, so that this work is not counted as the app's. */
async function copy(text: string): Promise<void> {
  const page = await session.current.context.newPage();
  await page.goto(`${session.current.origin}/favicon.svg`);
  await page.bringToFront();
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.close();
}

interface Watched {
  /** Label of the box that is pasted into. */
  box?: string;
  /** Back once all that follows the first result has come. */
  whole?: () => Promise<void>;
}

/**
 * Pastes the clipboard into a screen with the keyboard and runs it, while the main thread is watched. Prints the log; times are
 * reported, not asserted.
 * @param result the section that heads the result; the chart follows it
 */
async function pasteAndRun(page: Page, name: string, result: string, { box = "Market Data", whole }: Watched = {}): Promise<void> {
  await page.getByRole("textbox", { name: box }).focus();
  // The page has come to rest: fonts, worker and service worker are there.
  await page.waitForTimeout(1_500);
  const stop = await watchMainThread(page);
  const started = Date.now();
  await page.keyboard.press("Control+V");
  // Looked for where it stands: a search through the text of the whole page is itself a long task of the page.
  await page.locator("aside").getByText("1,000,000").filter({ visible: true }).first().waitFor();
  const counted = Date.now() - started;
  await page.keyboard.press("Control+Enter");
  await page.locator(result).waitFor({ timeout: 100_000 });
  await page.locator(`${result} ~ * canvas`).first().waitFor();
  const drawn = Date.now() - started;
  await whole?.();
  // What is still drawn after the chart counts too.
  await page.waitForTimeout(2_000);
  const { longTasks, longestFrameGap } = await stop();
  console.log(
    `${name}, ${ROWS} pasted prices: count after ${counted} ms, chart and result after ${drawn} ms, ` +
      `main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
  );
}

describe("a million prices pasted with the keyboard", () => {
  it("GARCH: counted, fitted and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS));
    const page = await session.current.open("/garch-model");
    await pasteAndRun(page, "GARCH", '[aria-label="Key figures of the fit"]');
    expect(await page.getByText("999,999 log returns").count()).toBeGreaterThan(0);
    await page.close();
  });

  it("Trading Dashboard: counted, decided and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS, 2));
    const page = await session.current.open("/market-analysis");
    await page.getByRole("textbox", { name: "News Data" }).fill("Strong growth and bullish momentum lift the market.");
    await pasteAndRun(page, "Trading Dashboard", '[aria-labelledby="recommended-action"]');
    await expect.poll(() => page.getByText(/^[▲▼■]?\s*(Buy|Sell|Hold)$/).count()).toBeGreaterThan(0);
    await page.close();
  });

  it("Markov Regime: counted, fitted, shaded and timed while the page goes on answering", async () => {
    await copy(priceList(ROWS, 3));
    const page = await session.current.open("/markov-regime");
    await pasteAndRun(page, "Markov Regime", '[aria-label="Key figures of the series"]');
    await expect.poll(() => page.getByRole("region", { name: "Analysis Period" }).innerText()).toContain("1,000,000");
    await page.close();
  });

  it("Lyapunov: counted, estimated and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS, 4));
    const page = await session.current.open("/lyapunov");
    await pasteAndRun(page, "Lyapunov", '[aria-label="Lyapunov exponent"]');
    await page.getByText("Trading Suggestions", { exact: true }).waitFor();
    await page.close();
  });

  it("Risk Manager: counted, analysed, drawn and resampled while the page goes on answering", async () => {
    await copy(priceList(ROWS, 6));
    const page = await session.current.open("/risk-management");
    const key = '[aria-label="Key figures of the risk"]';
    await pasteAndRun(page, "Risk Manager", key, {
      box: "Portfolio Data",
      // The intervals follow the figures; every figure has one then.
      whole: () => page.locator(key).getByText("interval follows").first().waitFor({ state: "detached", timeout: 100_000 }),
    });
    expect(await page.locator(key).getByText(/ to /).count()).toBe(6);
    await page.getByRole("table", { name: "Backtest of the value at risk" }).waitFor();
    await page.close();
  });

  it("Market Curiosity: counted, analysed and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS, 5));
    const page = await session.current.open("/market-curiosity");
    await pasteAndRun(page, "Market Curiosity", '[aria-label="Key figures"]');
    await page.getByText("Variance ratio, 16 steps").waitFor();
    await page.close();
  });
});
