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

describe("a million prices pasted with the keyboard", () => {
  it("GARCH: counted, fitted and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS));
    const page = await session.current.open("/garch-model");
    const box = page.getByRole("textbox", { name: "Market Data" });
    await box.focus();
    await page.waitForTimeout(500);
    const stop = await watchMainThread(page);
    const started = Date.now();
    await page.keyboard.press("Control+V");
    await page.getByText("1,000,000").first().waitFor();
    const counted = Date.now() - started;
    await page.keyboard.press("Control+Enter");
    await page.getByRole("tab", { name: "Analysis", selected: true }).waitFor();
    await page.locator("canvas").first().waitFor();
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll("canvas").length > 0);
    const drawn = Date.now() - started;
    await page.waitForTimeout(1_000);
    const { longTasks, longestFrameGap } = await stop();
    console.log(
      `GARCH, ${ROWS} pasted prices: count after ${counted} ms, chart and model after ${drawn} ms, ` +
        `main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
    );
    expect(await page.getByText("1,000,000").count()).toBeGreaterThan(0);
    await page.close();
  });

  it("Trading Dashboard: counted, decided and drawn while the page goes on answering", async () => {
    await copy(priceList(ROWS, 2));
    const page = await session.current.open("/market-analysis");
    await page.getByRole("textbox", { name: "News Data" }).fill("Strong growth and bullish momentum lift the market.");
    const box = page.getByRole("textbox", { name: "Market Data" });
    await box.focus();
    await page.waitForTimeout(500);
    const stop = await watchMainThread(page);
    const started = Date.now();
    await page.keyboard.press("Control+V");
    await page.getByText("1,000,000").first().waitFor();
    const counted = Date.now() - started;
    await page.keyboard.press("Control+Enter");
    await page.getByText("Recommended Action").first().waitFor();
    await page.locator("canvas").first().waitFor();
    const drawn = Date.now() - started;
    await page.waitForTimeout(1_000);
    const { longTasks, longestFrameGap } = await stop();
    console.log(
      `Trading Dashboard, ${ROWS} pasted prices: count after ${counted} ms, chart and decision after ${drawn} ms, ` +
        `main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
    );
    await expect.poll(() => page.getByText(/^[▲▼■]?\s*(Buy|Sell|Hold)$/).count()).toBeGreaterThan(0);
    await page.close();
  });
});
