import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { choose, sharedSession, watchMainThread } from "../browser";

const session = sharedSession();
const submit = (page: Page) => page.getByRole("button", { name: "Optimize Portfolio" });

describe("a million rows of three assets", () => {
  it("are read, optimized, canceled and run again while the page stays responsive", async () => {
    const folder = mkdtempSync(join(tmpdir(), "prospect-portfolio-"));
    try {
      const file = join(folder, "three.csv");
      writeFileSync(file, longTable(1_000_000));
      const page = await session.current.open("/portfolio");
      const stop = await watchMainThread(page);
      await page.locator('main input[type="file"]').first().setInputFiles(file);
      await page.locator("aside").getByText("1,000,000 rows read").waitFor();
      // Minimum CVaR of a million rows takes a while: progress is shown, and Esc cancels.
      await choose(page, "Objective", /^Minimum CVaR/);
      await submit(page).click();
      await page.getByRole("progressbar").first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("progressbar").first().waitFor({ state: "detached" });
      expect(await page.getByRole("table", { name: "Weights and contributions" }).count()).toBe(0);
      await choose(page, "Objective", /^Maximum Sharpe/);
      await page.keyboard.press("Control+Enter");
      await page.getByText("1,000,000 common rows", { exact: false }).waitFor();
      for (const [tab, action, strip] of [
        ["Backtest", "Run Backtest", "Figures of the performance"],
        ["Rebalancing", "Run Simulation", "Key figures of the rebalancing"],
      ] as const) {
        await page.getByRole("tab", { name: tab }).click();
        await page.getByRole("button", { name: action }).waitFor();
        await page.keyboard.press("Control+Enter");
        await page.getByRole("region", { name: strip }).waitFor();
      }
      const { longTasks, longestFrameGap } = await stop();
      // Times are reported, not asserted.
      console.log(
        `Portfolio, 1000000 rows of 3 assets: main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
      );
      await page.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Seeded prices of three assets, one column each. */
function longTable(rows: number): string {
  let state = 1;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const prices = [100, 100, 100];
  const lines = ["Alpha,Beta,Gamma"];
  for (let row = 0; row < rows; row++) {
    const market = 0.004 * uniform();
    prices.forEach((price, i) => {
      prices[i] = price * Math.exp(market + 0.01 * uniform() - 1e-4 * Math.log(price / 100));
    });
    lines.push(prices.map((price) => price.toFixed(3)).join(","));
  }
  return lines.join("\n");
}
