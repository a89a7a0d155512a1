// Frames while a hand drags, brushes and replays: node tests/bench/frames.mjs [address] [rows...]
// It needs a served build (`npm start`) at the address and a machine with nothing else to do. A line tells the median time between two
// frames, the longest, and the longest tasks of the page; whatever the machine itself holds up stands in the longest frame, not in the tasks.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/browsers.mjs";

const [origin = "http://localhost:4173", ...sizes] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "prospect-frames-"));
const WAIT = { timeout: 600_000 };
/** Frames a hand moves for, and how long a page may hold one up. */
const MOVES = 120;
const LONG = 50;

/** A walk of prices, one a line. */
function writePrices(rows) {
  const path = join(folder, `${rows}.csv`);
  let state = 1;
  const parts = [];
  let lines = [];
  for (let row = 0, price = 100; row < rows; row++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    price *= Math.exp(0.02 * (state / 4_294_967_296 - 0.5) - 1e-4 * Math.log(price / 100));
    lines.push(price.toFixed(4));
    if (lines.length === 1_000_000 || row === rows - 1) {
      parts.push(Buffer.from(`${lines.join("\n")}\n`));
      lines = [];
    }
  }
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

const executablePath = (await findChromium()) ?? undefined;
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });

/** Tells frames and tasks of what `move` does. */
async function measure(page, what, move) {
  await page.evaluate(() => {
    const frames = [];
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: "longtask" });
    let before = performance.now();
    let going = true;
    const tick = (now) => {
      frames.push(now - before);
      before = now;
      if (going) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.stopMeasuring = () => {
      going = false;
      observer.disconnect();
      return { frames: frames.slice(1), tasks };
    };
  });
  await move();
  const { frames, tasks } = await page.evaluate(() => window.stopMeasuring());
  const ordered = [...frames].sort((a, b) => a - b);
  const median = ordered[ordered.length >> 1];
  const over = tasks.filter((task) => task > LONG).map((task) => Math.round(task));
  const verdict = median <= 16.8 && over.length === 0 ? "met" : "MISSED";
  console.log(
    `${verdict}  ${what}: ${frames.length} frames, median ${median.toFixed(1)} ms, longest ${ordered.at(-1).toFixed(1)} ms, tasks over ${LONG} ms: ${over.join(", ") || "none"}`,
  );
}

/** A pointer that is pressed and moves to and fro. */
async function drag(page, box, reach) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(x + reach * Math.sin(move / 12), y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
}

for (const rows of (sizes.length > 0 ? sizes : ["10000", "1000000", "10000000"]).map(Number)) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const named = rows.toLocaleString("en-US");
  await page.goto(`${origin}/market-analysis`);
  await page.locator("main h1").first().waitFor();
  await page.locator("input[type=file]").first().setInputFiles(writePrices(rows));
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
  // Longer replays are not measured: deciding on every row of a million takes minutes.
  if (rows <= 10_000) {
    await page.goto(`${origin}/quant-edge-ai`);
    await page.locator("main h1").first().waitFor();
    await page.getByRole("tab", { name: "Replay" }).click();
    await page.locator("input[type=file]").first().setInputFiles(writePrices(rows));
    await page.getByRole("button", { name: "Replay history" }).first().click(WAIT);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor(WAIT);
    await page.waitForTimeout(3000);
    await measure(page, `${named} points, replay`, async () => {
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.waitForTimeout(3000);
    });
  }
  await page.close();
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
