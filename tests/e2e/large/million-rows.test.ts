import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { longStatement } from "../../fixtures/statements";
import { atRest, fillClipboard, priceList, sharedSession, watchMainThread } from "../browser";
import { dropFile, noise, upload } from "../dynamics-page";

const ROWS = 1_000_000;
const session = sharedSession();

/** Puts text on the clipboard from a separate page, so that this work is not counted as the app's. */
async function copy(text: string): Promise<void> {
  const page = await session.current.context.newPage();
  await page.goto(`${session.current.origin}/favicon.svg`);
  await page.bringToFront();
  await fillClipboard(page, text);
  await page.close();
}

interface Watched {
  /** Label of the field to paste into. */
  box?: string;
  /** Resolves when everything after the first result is complete. */
  whole?: () => Promise<void>;
  /** Where the chart is; after the result by default. */
  chart?: string;
}

/**
 * Pastes the clipboard into a screen by keyboard and runs it while the main thread is watched. Prints the log; times are reported, not
 * asserted.
 * @param result the section with the result
 */
async function pasteAndRun(
  page: Page,
  name: string,
  result: string,
  { box = "Market Data", whole, chart = `${result} ~ * canvas` }: Watched = {},
): Promise<void> {
  await page.getByRole("textbox", { name: box }).focus();
  await atRest(page);
  const stop = await watchMainThread(page);
  const started = Date.now();
  await page.keyboard.press("Control+V");
  // Searched only in the sidebar: a search through the text of the whole page would itself be a long task.
  await page.locator("aside").getByText("1,000,000").filter({ visible: true }).first().waitFor();
  const counted = Date.now() - started;
  await page.keyboard.press("Control+Enter");
  await page.locator(result).waitFor({ timeout: 100_000 });
  await page.locator(chart).first().waitFor();
  const drawn = Date.now() - started;
  await whole?.();
  // Drawing after the chart counts too.
  await atRest(page);
  const { longTasks, longestFrameGap } = await stop();
  console.log(
    `${name}, ${ROWS} pasted prices: count after ${counted} ms, chart and result after ${drawn} ms, ` +
      `main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
  );
}

/** Does something while the main thread is watched, and prints the log. Times are reported, not asserted. */
async function watched(page: Page, what: string, act: () => Promise<unknown>): Promise<void> {
  const stop = await watchMainThread(page);
  const started = Date.now();
  await act();
  const took = Date.now() - started;
  // Drawing after it counts too.
  await atRest(page);
  const { longTasks, longestFrameGap } = await stop();
  console.log(
    `${what}: ${took} ms, main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, ` +
      `longest frame gap ${Math.round(longestFrameGap)} ms`,
  );
}

const NEWS = "Strong growth and bullish momentum lift the market, though analysts warn of risk and weak demand. ";

/** Focuses the field and waits until the page is at rest and the clipboard may be read. */
async function ready(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name }).focus();
  await atRest(page);
}

describe("a million prices pasted with the keyboard", () => {
  it("GARCH: counted, fitted and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS));
    const page = await session.current.open("/garch-model");
    await pasteAndRun(page, "GARCH", '[aria-label="Key figures of the fit"]');
    expect(await page.getByText("999,999 log returns").count()).toBeGreaterThan(0);
    await page.close();
  });

  it("Trading Dashboard: counted, decided and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS, 2));
    const page = await session.current.open("/market-analysis");
    await page.getByRole("textbox", { name: "News Data" }).fill("Strong growth and bullish momentum lift the market.");
    await pasteAndRun(page, "Trading Dashboard", '[aria-labelledby="recommended-action"]');
    await expect.poll(() => page.getByText(/^[▲▼■]?\s*(Buy|Sell|Hold)$/).count()).toBeGreaterThan(0);
    await page.close();
  });

  it("Markov Regime: counted, fitted, shaded and timed while the page stays responsive", async () => {
    await copy(priceList(ROWS, 3));
    const page = await session.current.open("/markov-regime");
    await pasteAndRun(page, "Markov Regime", '[aria-label="Key figures of the series"]');
    await expect.poll(() => page.getByRole("region", { name: "Analysis Period" }).innerText()).toContain("1,000,000");
    await page.close();
  });

  it("Lyapunov: counted, estimated and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS, 4));
    const page = await session.current.open("/lyapunov");
    await pasteAndRun(page, "Lyapunov", '[aria-label="Lyapunov exponent"]');
    await page.getByText("Trading Suggestions", { exact: true }).waitFor();
    await page.close();
  });

  it("Risk Manager: counted, analyzed, drawn and resampled while the page stays responsive", async () => {
    await copy(priceList(ROWS, 6));
    const page = await session.current.open("/risk-management");
    const key = '[aria-label="Key figures of the risk"]';
    await pasteAndRun(page, "Risk Manager", key, {
      box: "Portfolio Data",
      // The intervals arrive after the figures; then every figure has one.
      whole: () => page.locator(key).getByText("interval follows").first().waitFor({ state: "detached", timeout: 100_000 }),
    });
    expect(await page.locator(key).getByText(/ to /).count()).toBe(6);
    await page.getByRole("table", { name: "VaR backtest" }).waitFor();
    await page.close();
  });

  it("Market Curiosity: counted, analyzed and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS, 5));
    const page = await session.current.open("/market-curiosity");
    await pasteAndRun(page, "Market Curiosity", '[aria-label="Key figures"]');
    await page.getByText("Variance ratio, 16 steps").waitFor();
    await page.close();
  });

  it("Trading Decision Engine: decided, replayed, verified, and decided for every column of a wide table", async () => {
    await copy(priceList(ROWS, 6));
    const page = await session.current.open("/quant-edge-ai");
    await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    await ready(page, "Market Data");
    await watched(page, "Decision Engine, a million prices pasted and decided", async () => {
      await page.keyboard.press("Control+V");
      await page.locator("aside").getByText("1,000,000").filter({ visible: true }).first().waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByTestId("action").waitFor({ timeout: 100_000 });
    });
    await watched(page, "Decision Engine, replay of a million prices", async () => {
      await page.keyboard.press("Alt+2");
      // Also if the tab's code is still loading: the press takes effect once it is there.
      await page.keyboard.press("Control+Enter");
      await page.getByText("999,981 decisions from step 20 on").waitFor({ timeout: 100_000 });
      await page.getByTestId("step-note").waitFor();
    });
    await watched(page, "Decision Engine, proof of that replay", async () => {
      await page.getByRole("button", { name: "Run check" }).click();
      await page.getByTestId("proof").waitFor({ timeout: 100_000 });
    });
    expect(await page.getByTestId("proof").innerText()).toMatch(/(\d+) of \1 steps are bit-identical/);
    await page.close();
    const columns = Array.from({ length: 20 }, (_, seed) => priceList(ROWS / 20, 10 + seed).split("\n"));
    const rows = columns[0].map((_, t) => columns.map((column) => column[t]).join(","));
    await copy(`${columns.map((_, index) => `Asset${index + 1}`).join(",")}\n${rows.join("\n")}`);
    const wide = await session.current.open("/quant-edge-ai?tab=batch");
    await wide.getByRole("button", { name: /^Remove/ }).click();
    await ready(wide, "Market Data");
    await watched(wide, "Decision Engine, batch of 20 columns of 50,000 prices", async () => {
      await wide.keyboard.press("Control+V");
      await wide.getByRole("button", { name: "Decide for 20 columns" }).waitFor({ timeout: 60_000 });
      await wide.keyboard.press("Control+Enter");
      await wide.getByRole("grid", { name: "Decisions by column" }).waitFor({ timeout: 100_000 });
    });
    expect(await wide.getByRole("grid", { name: "Decisions by column" }).getByRole("row").count()).toBe(21);
    await wide.close();
  });

  it("LLM Trader: compared with a million prices; a million words scored; 50 MB of noise refused", async () => {
    const hour = (t: number) => new Date(Date.UTC(1900, 0, 1) + t * 3_600_000).toISOString().slice(0, 16);
    const dated = priceList(ROWS, 7)
      .split("\n")
      .map((price, t) => `${hour(t)},${price}`);
    await copy(dated.join("\n"));
    const page = await session.current.open("/llm-trader");
    const news = page.getByRole("textbox", { name: "News Content" });
    await news.fill(`1950-10-01\n${NEWS}${NEWS}\n---\n2010-11-03\n${NEWS}${NEWS}`);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("table", { name: "Articles" }).waitFor();
    await page.keyboard.press("Alt+2");
    await page.getByRole("textbox", { name: "Market Context" }).fill("bullish");
    await ready(page, "Prices with dates");
    await watched(page, "LLM Trader, a million dated prices pasted and signals held against them", async () => {
      await page.keyboard.press("Control+V");
      await page.locator("aside").getByText("1,000,000").filter({ visible: true }).first().waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByTestId("insights").waitFor({ timeout: 100_000 });
    });
    await page.keyboard.press("Alt+1");
    await watched(page, "LLM Trader, 50 MB of noise dropped as news", async () => {
      await dropFile(page, news, noise(50_000_000), "noise.txt");
      await page.getByText("Invalid news content provided").waitFor({ timeout: 30_000 });
    });
    await copy(NEWS.repeat(62_500));
    await page.bringToFront();
    await news.fill("");
    await ready(page, "News Content");
    await watched(page, "LLM Trader, a million words pasted as news and scored", async () => {
      await page.keyboard.press("Control+V");
      await page
        .locator("aside")
        .getByText(/^6,125,000 characters/)
        .first()
        .waitFor();
      await page.keyboard.press("Control+Enter");
      // Three of each sentence's five sentiment words are positive: strong, growth, bullish.
      await page.getByText(/^187,500 positive words/).waitFor({ timeout: 60_000 });
    });
    await page.close();
  });

  it("Trading Results Processor: a statement of 100,000 trades read, drawn and converted", async () => {
    const page = await session.current.open("/convert-data");
    await ready(page, "Trading results");
    await watched(page, "Trading Results Processor, a statement of 100,000 trades", async () => {
      await upload(page, longStatement(100_000), "statement.csv");
      await page.getByRole("grid", { name: "Closed trades" }).waitFor({ timeout: 100_000 });
    });
    await watched(page, "Trading Results Processor, its conversion", () =>
      Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+Enter")]),
    );
    await page.getByText("Data successfully converted! Your CSV file has been downloaded.").waitFor();
    await page.close();
  });

  it("Backtester: counted, traded and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS, 6));
    const page = await session.current.open("/backtester");
    await pasteAndRun(page, "Backtester", '[aria-label="Key figures"]');
    await page.locator('[aria-label="Trades"]').first().waitFor();
    await page.close();
  });

  it("Strategy Builder: counted, tested and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS, 7));
    const page = await session.current.open("/strategy-builder");
    await pasteAndRun(page, "Strategy Builder", '[aria-label="Key figures"]');
    await page.getByRole("region", { name: "Test result" }).waitFor();
    await page.close();
  });

  it("Alpha Miner: counted, mined, tested and drawn while the page stays responsive", async () => {
    await copy(priceList(ROWS, 6));
    const page = await session.current.open("/alpha-miner");
    await pasteAndRun(page, "Alpha Miner", 'role=region[name="Factor Statistics"]', { chart: "main canvas" });
    await expect.poll(() => page.getByRole("region", { name: "Factor Statistics" }).innerText()).toContain("Price Momentum");
    await page.close();
  });
});
