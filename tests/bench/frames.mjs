// Frames while a hand drags, brushes and replays: node tests/bench/frames.mjs [address] [rows...]
// It needs a served build (`npm start`) at the address and a machine with nothing else to do. A line tells the median time between two
// frames, the longest, and the longest tasks of the page; whatever the machine itself holds up stands in the longest frame, not in the tasks.
import { join } from "node:path";
import { drag, measure, WAIT, withBrowser } from "./moving-hand.mjs";
import { writePrices } from "./price-file.mjs";

const [origin = "http://localhost:4173", ...sizes] = process.argv.slice(2);

async function dragAndBrush(page, rows, file) {
  const named = rows.toLocaleString("en-US");
  await page.goto(`${origin}/market-analysis`);
  await page.locator("main h1").first().waitFor();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText(`${named} prices read`).first().waitFor(WAIT);
  await page.getByRole("textbox", { name: "News Data" }).fill("Markets rally on strong growth");
  await page.keyboard.press("Control+Enter");
  const chart = page.getByRole("application").first();
  await chart.locator(".u-over").first().waitFor(WAIT);
  await chart.scrollIntoViewIfNeeded();
  await page.waitForTimeout(3000);
  for (let step = 0; step < 2; step++) await page.getByRole("button", { name: "Zoom in" }).first().click();
  await page.waitForTimeout(1000);
  await measure(page, `${named} points, drag`, async () => drag(page, await chart.locator(".u-over").first().boundingBox(), 200));
  await measure(page, `${named} points, brush`, async () =>
    drag(page, await page.locator(".chart-brush-window").first().boundingBox(), 100),
  );
}

async function replay(page, rows, file) {
  await page.goto(`${origin}/quant-edge-ai`);
  await page.locator("main h1").first().waitFor();
  await page.getByRole("tab", { name: "Replay" }).click();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByRole("button", { name: "Replay history" }).first().click(WAIT);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor(WAIT);
  await page.waitForTimeout(3000);
  await measure(page, `${rows.toLocaleString("en-US")} points, replay`, async () => {
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForTimeout(3000);
  });
}

await withBrowser(async (browser, folder) => {
  for (const rows of (sizes.length > 0 ? sizes : ["10000", "1000000", "10000000"]).map(Number)) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const file = join(folder, `${rows}.csv`);
    writePrices(file, rows);
    await dragAndBrush(page, rows, file);
    // Longer replays are not measured: deciding on every row of a million takes minutes.
    if (rows <= 10_000) await replay(page, rows, file);
    await page.close();
  }
});
