import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { atRest, sharedSession } from "../browser";

/** Results of this length are too large to be cached, so the screen must release them. */
const ROWS = 5_000_000;
const REPETITIONS = 6;
const session = sharedSession({ windowed: true });

/** Repeats a block of prices: only their number matters here. */
function writePrices(path: string): void {
  let price = 100;
  const block = Array.from({ length: 10_000 }, (_, row) => {
    price *= Math.exp(0.01 * Math.sin(row * row) * (1 + 0.5 * Math.sin(row / 50)) - 1e-3 * Math.log(price / 100));
    return price.toFixed(4);
  });
  writeFileSync(path, `${block.join("\n")}\n`.repeat(ROWS / block.length));
}

/** Number of columns as long as the series that the page and its workers still hold after garbage collection. */
async function heldColumns(page: Page): Promise<number> {
  const bytes = await page.evaluate(async () => {
    const measured = performance as unknown as { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> };
    return (await measured.measureUserAgentSpecificMemory()).bytes;
  });
  return bytes / (8 * ROWS);
}

it("consecutive fits of five million rows hold the columns of one result and not of all before it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "prospect-fits-"));
  const file = join(folder, "prices.csv");
  writePrices(file);
  const page = await session.current.open("/garch-model");
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText("5,000,000").first().waitFor();
  const settled = () => page.waitForFunction(() => !document.querySelector("[role=progressbar]"), null, { timeout: 120_000 });
  const held: number[] = [];
  for (let fit = 0; fit < REPETITIONS; fit++) {
    await page
      .getByRole("textbox", { name: "ARCH(q)" })
      .first()
      .fill(String(1 + (fit % 2)));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+Enter");
    await page.locator("[role=progressbar]").first().waitFor();
    await settled();
    await atRest(page);
    if (fit === 2 || fit === REPETITIONS - 1) held.push(await heldColumns(page));
  }
  console.log(`columns held after 3 and ${REPETITIONS} fits: ${held.map((columns) => columns.toFixed(1)).join(", ")}`);
  // Prices, returns and volatility, buffers allocated as memory pressure, a chart still held, and 20 MB per column for the rest.
  for (const columns of held) expect(columns).toBeLessThan(14);
  expect(held[1] - held[0]).toBeLessThan(3);
  await page.close();
  rmSync(folder, { recursive: true, force: true });
}, 300_000);
