import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { priceList, sharedSession, watchMainThread } from "./browser";

const ROWS = 1_000_000;
const session = sharedSession();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

/** Puts text on the clipboard through a page of its own, so that this work is not counted as the app's. */
async function copy(text: string): Promise<void> {
  const page = await session.current.context.newPage();
  await page.goto(`${session.current.origin}/favicon.svg`);
  await page.bringToFront();
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.close();
}

/** Pastes the clipboard with the keyboard. Looked for where it stands: a search through the whole page is a long task of the page. */
async function paste(page: Page, counted: string): Promise<void> {
  await page.getByRole("textbox", { name: "Market Data" }).focus();
  await page.keyboard.press("Control+V");
  await page.locator("aside").getByText(counted).first().waitFor();
}

const told = (log: { longTasks: number[]; longestFrameGap: number }) =>
  `main-thread tasks over 50 ms: ${log.longTasks.length === 0 ? "none" : log.longTasks.join(", ")}, longest frame gap ${Math.round(log.longestFrameGap)} ms`;

/**
 * From the press of a key to the moment the progress bar has gone, measured in the page.
 * @returns milliseconds; null where nothing was under way any more when the key was pressed
 */
async function timeToCancel(page: Page, key: string): Promise<number | null> {
  await page.evaluate(() => {
    const log: { after: number | null } = { after: null };
    Object.assign(window, { cancelLog: log });
    document.addEventListener(
      "keydown",
      () => {
        const pressed = performance.now();
        const gone = () => document.querySelector("main [role=progressbar]") === null;
        if (gone()) return;
        const watch = new MutationObserver(() => {
          if (!gone()) return;
          log.after = performance.now() - pressed;
          watch.disconnect();
        });
        watch.observe(document.body, { childList: true, subtree: true });
      },
      { capture: true, once: true },
    );
  });
  await page.keyboard.press(key);
  await expect.poll(() => page.locator("main [role=progressbar]").count()).toBe(0);
  return page.evaluate(() => (window as unknown as { cancelLog: { after: number | null } }).cancelLog.after);
}

/** Tries until a run was still under way when it was cancelled, and answers within 100 ms; other work on the machine may spoil a try. */
async function cancelsInTime(page: Page, start: () => Promise<void>): Promise<number> {
  const tries: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    await start();
    const after = await timeToCancel(page, "Escape");
    if (after !== null) tries.push(after);
    if (after !== null && after < 100) break;
  }
  expect(tries.length, "a run under way was cancelled").toBeGreaterThan(0);
  return Math.min(...tries);
}

describe("a sweep of 10,000 combinations over 2,500 bars", () => {
  it("shows progress, takes all cores, is cancelled at once, and the page goes on answering", async () => {
    await copy(priceList(2_500, 4));
    const page = await session.current.context.newPage();
    // Three workers, whatever the machine has.
    await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 4 }));
    await page.goto(`${session.current.origin}/backtester`);
    await page.locator("main h1").first().waitFor();
    await paste(page, "2,500");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Key figures" }).waitFor();
    const set = async (place: number, [from, to, values]: [string, string, string]) => {
      for (const [label, text] of [
        ["From", from],
        ["To", to],
        ["Values", values],
      ]) {
        await page.getByRole("textbox", { name: label, exact: true }).nth(place).fill(text);
        await page.keyboard.press("Tab");
      }
    };
    await set(0, ["5", "104", "100"]);
    await set(1, ["0.02", "2", "100"]);
    const start = button(page, "Run 10,000 combinations");
    await start.waitFor();
    // Every look of the page's own at the progress is written down: a short one may come and go between two looks from outside.
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { progressSeen: seen });
      new MutationObserver(() => {
        const bar = document.querySelector("main [role=progressbar]");
        if (bar) seen.add(bar.getAttribute("aria-valuenow") ?? "unknown");
      }).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    const stop = await watchMainThread(page);
    const started = Date.now();
    await start.click();
    // The page answers meanwhile: a field takes what is typed.
    await page.getByRole("textbox", { name: "Initial Capital" }).fill("2000000");
    await page.getByRole("grid", { name: /Every combination/ }).waitFor();
    const took = Date.now() - started;
    expect(await page.getByRole("textbox", { name: "Initial Capital" }).inputValue()).toBe("2000000");
    console.log(`10,000 combinations over 2,500 bars: ${took} ms with the heat map, ${told(await stop())}`);
    const progress = await page.evaluate(() => [...(window as unknown as { progressSeen: Set<string> }).progressSeen]);
    expect(progress.length, `progress shown: ${progress.join(", ")}`).toBeGreaterThan(1);
    expect(page.workers().filter((worker) => worker.url().includes("compute")).length).toBeGreaterThanOrEqual(3);
    expect(await page.getByRole("region", { name: "Sweep results" }).innerText()).toContain("10,000 trials");

    await set(1, ["0.02", "5", "500"]);
    const large = button(page, "Run 50,000 combinations");
    await large.waitFor();
    const after = await cancelsInTime(page, async () => {
      await large.click();
      await page.locator("main [role=progressbar]").waitFor();
    });
    console.log(`50,000 combinations cancelled after ${Math.round(after)} ms`);
    expect(after).toBeLessThan(100);
    await large.waitFor();
    await page.close();
  });
});

describe("a million prices pasted with the keyboard", () => {
  it("Backtester: counted, traded, drawn and listed while the page goes on answering; cancelled at once", async () => {
    await copy(priceList(ROWS, 7));
    const page = await session.current.open("/backtester");
    // The page has come to rest: fonts, worker and service worker are there.
    await page.waitForTimeout(1_500);
    const stop = await watchMainThread(page);
    const started = Date.now();
    await paste(page, "1,000,000");
    await page.keyboard.press("Control+Enter");
    await page.locator("main [role=progressbar]").first().waitFor();
    await page.getByRole("region", { name: "Key figures" }).waitFor();
    await page.getByRole("application", { name: /Performance Chart/ }).waitFor();
    const drawn = Date.now() - started;
    await page.getByRole("radio", { name: "Daily" }).click();
    await page.locator('[aria-label="Key figures"] ~ * canvas').first().waitFor();
    await page.getByRole("grid", { name: "Trades" }).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Next", exact: false }).first().click();
    await page.waitForTimeout(1_000);
    console.log(`Backtester, ${ROWS} pasted prices: chart and figures after ${drawn} ms, with list and daily chart ${told(await stop())}`);
    await page.getByRole("textbox", { name: "Initial Capital" }).fill("500000");
    await page.keyboard.press("Tab");
    let capital = 500_000;
    const after = await cancelsInTime(page, async () => {
      // Another capital is another question: an answer kept from before would be there at once.
      await page.getByRole("textbox", { name: "Initial Capital" }).fill(String(++capital));
      await page.keyboard.press("Tab");
      await page.keyboard.press("Control+Enter");
      await page.locator("main [role=progressbar]").waitFor();
    });
    console.log(`Backtest of ${ROWS} rows cancelled after ${Math.round(after)} ms`);
    expect(after).toBeLessThan(100);
    // The last finished result stays.
    expect(await page.getByRole("region", { name: "Key figures" }).count()).toBe(1);
    await page.close();
  });

  it("Strategy Builder: counted, tested and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS, 8));
    const page = await session.current.open("/strategy-builder");
    await page.waitForTimeout(1_500);
    const stop = await watchMainThread(page);
    const started = Date.now();
    await paste(page, "1,000,000");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Test result" }).waitFor();
    await page.locator('[aria-label="Test result"] canvas').first().waitFor();
    const drawn = Date.now() - started;
    await page.getByRole("tab", { name: "Backtest" }).click();
    await page.getByRole("grid", { name: "Trades" }).waitFor();
    await page.waitForTimeout(1_000);
    console.log(`Strategy Builder, ${ROWS} pasted prices: tested and drawn after ${drawn} ms, with all figures ${told(await stop())}`);
    await page.close();
  });
});
