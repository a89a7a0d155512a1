import type { Page } from "playwright";
import { expect, it } from "vitest";
import { priceList, setNumber, sharedSession, watchMainThread } from "../browser";

const session = sharedSession();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
/** Generous, as other work may slow the machine down. */
const PATIENCE = 120_000;

interface Log {
  seen: Set<string>;
  pressed: number;
  after: number | null;
}

/**
 * Records in the page what its progress bar says, and how long after the last Escape it disappeared: a short one would be missed when
 * polling from outside.
 */
async function watchProgress(page: Page): Promise<() => Promise<{ seen: string[]; after: number | null }>> {
  await page.evaluate(() => {
    const log: Log = { seen: new Set(), pressed: 0, after: null };
    Object.assign(window, { progressLog: log });
    new MutationObserver(() => {
      const bar = document.querySelector("main [role=progressbar]");
      if (bar) log.seen.add(bar.getAttribute("aria-valuenow") ?? "unknown");
      else if (log.pressed > 0 && log.after === null) log.after = performance.now() - log.pressed;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Escape" || document.querySelector("main [role=progressbar]") === null) return;
        log.pressed = performance.now();
        log.after = null;
      },
      { capture: true },
    );
  });
  return () =>
    page.evaluate(() => {
      const { seen, after } = (window as unknown as { progressLog: Log }).progressLog;
      return { seen: [...seen], after };
    });
}

/** Retries until a run was still active when Escape was pressed. @returns milliseconds until its progress bar was gone */
async function cancel(page: Page, start: () => Promise<void>, told: () => Promise<{ after: number | null }>): Promise<number> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await start();
    await page.locator("main [role=progressbar]").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("main [role=progressbar]").count(), { timeout: PATIENCE }).toBe(0);
    const { after } = await told();
    if (after !== null) return after;
  }
  throw new Error("no run was under way any more when it was canceled");
}

const sharpeOf = async (page: Page, strip: string, label: string): Promise<string> => {
  const group = page.getByRole("region", { name: strip }).locator("dl > div", { has: page.locator("dt", { hasText: label }) });
  return (await group.locator("dd").first().innerText()).trim();
};

it("10,000 combinations over 2,500 bars, and 1,000 resamples of the trades: progress, all cores, a responsive page, the right result, and Esc cancels them", async () => {
  const page = await session.current.context.newPage();
  // Makes it three workers on any machine.
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 4 }));
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${session.current.origin}/backtester`);
  const file = { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(priceList(2_500, 4)) };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.locator("aside").getByText("2,500 values read").filter({ visible: true }).first().waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("region", { name: "Key figures" }).waitFor();
  const set = async (place: number, axis: [string, string, string]) => {
    for (const [k, label] of ["From", "To", "Values"].entries()) {
      await page.getByRole("textbox", { name: label, exact: true }).nth(place).fill(axis[k]);
      await page.keyboard.press("Tab");
    }
  };
  await set(0, ["5", "104", "100"]);
  await set(1, ["0.02", "2", "100"]);
  const told = await watchProgress(page);
  const stop = await watchMainThread(page);
  const started = Date.now();
  await button(page, "Run 10,000 combinations").click();
  // Meanwhile the page responds to input. Found by tag and text: a search by role through the whole page would itself be a long task.
  await page.locator('button:has-text("Monte Carlo")').first().click();
  await page.locator('label:text-is("Seed")').click();
  for (const key of ["Control+a", "7", "Tab"]) await page.keyboard.press(key);
  const results = page.locator('[aria-label="Sweep results"]');
  await results.waitFor();
  const took = Date.now() - started;
  const { longTasks, longestFrameGap } = await stop();
  const tasks = longTasks.length === 0 ? "none" : longTasks.join(", ");
  console.log(
    `10,000 combinations over 2,500 bars: ${took} ms; tasks over 50 ms: ${tasks}; longest frame gap ${Math.round(longestFrameGap)} ms`,
  );
  expect((await told()).seen.length, "steps of progress").toBeGreaterThan(1);
  expect(page.workers().filter((worker) => worker.url().includes("compute")).length).toBeGreaterThanOrEqual(3);
  expect(await page.getByRole("textbox", { name: "Seed" }).inputValue()).toBe("7");
  expect(await results.innerText()).toContain("10,000 trials");
  const best = await sharpeOf(page, "Sweep results", "Best Sharpe Ratio");
  const [, lookback, threshold] = /Lookback Period (\d+), Signal Threshold ([\d.]+)/.exec(await results.innerText()) ?? [];

  await set(1, ["0.02", "10", "500"]);
  const swept = await cancel(page, () => button(page, "Run 50,000 combinations").click(), told);
  // The last completed result stays.
  expect(await results.innerText()).toContain("10,000 trials");

  await button(page, "Run stress test").click();
  await page.getByText("1,000 runs, seed 7").waitFor();
  await setNumber(page, "Runs", "100000");
  const drawn = await cancel(page, () => button(page, "Run stress test").click(), told);
  console.log(`canceled: 50,000 combinations after ${Math.round(swept)} ms, 100,000 draws after ${Math.round(drawn)} ms`);
  expect(await page.getByText("1,000 runs, seed 7").count()).toBe(1);

  // Backtested alone, the best combination has the Sharpe ratio reported by the sweep.
  await button(page, "Parameters").click();
  await setNumber(page, "Lookback Period", lookback);
  await setNumber(page, "Signal Threshold", threshold);
  await page.keyboard.press("Control+Enter");
  await results.waitFor({ state: "detached" });
  expect(await sharpeOf(page, "Key figures", "Sharpe Ratio")).toBe(best);
  await page.close();
}, 600_000);
