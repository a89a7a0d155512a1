import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { atRest, choose, priceList, sharedSession, watchMainThread } from "../browser";

const session = sharedSession();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

describe("a million prices", () => {
  it("are refused with a message where all candidates are too much, and otherwise validated while the page stays responsive", {
    timeout: 240_000,
  }, async () => {
    const page = await session.current.open("/validation");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "million.txt", mimeType: "text/plain", buffer: Buffer.from(priceList(1_000_000)) });
    await page.getByText("1,000,000 values read").waitFor();
    await choose(page, /Input type/, /Prices/);
    await button(page, "Run Validation").first().click();
    await page
      .getByRole("alert")
      .filter({ hasText: "27 candidates of 1,000,000 rows exceed the memory limit (at most 12,000,000 values)" })
      .waitFor();
    await choose(page, /Parameter grid/, /Current values only/);
    // Esc cancels at once; the next run starts from scratch.
    await page.keyboard.press("Control+Enter");
    await page.locator("[role=progressbar]").first().waitFor();
    const pressed = Date.now();
    await page.keyboard.press("Escape");
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    const ended = Date.now() - pressed;
    await button(page, /^Run Validation/)
      .first()
      .waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await atRest(page);
    const stop = await watchMainThread(page);
    await page.keyboard.press("Control+Enter");
    // Searched by attribute: a search through the text of the whole page would itself be a long task.
    await page.locator('[aria-label="Validation metrics"]').waitFor({ timeout: 200_000 });
    await page.locator('[aria-label="Validation metrics"] ~ * canvas').first().waitFor();
    // Drawing after the chart counts too.
    await atRest(page);
    const { longTasks, longestFrameGap } = await stop();
    console.log(
      `Validation of 3 candidates on 1,000,000 prices: canceled after ${ended} ms, main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
    );
    await page.close();
  });
});
