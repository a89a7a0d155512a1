// What the measurements of moving hands share: a pointer that moves to and fro, and the frames and tasks meanwhile.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/browsers.mjs";

export const WAIT = { timeout: 600_000 };
/** Frames a hand moves for, and how long a page may hold one up. */
const MOVES = 120;
const LONG = 50;

/** A Chromium and a folder for files, both gone once `work` has ended. */
export async function withBrowser(work) {
  const folder = mkdtempSync(join(tmpdir(), "prospect-hands-"));
  const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_ARGS });
  try {
    await work(browser, folder);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const medianOf = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Tells frames and tasks of what `move` does, and whether they are as they should be. */
export async function measure(page, what, move) {
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
  const median = medianOf(frames);
  const over = tasks.filter((task) => task > LONG).map((task) => Math.round(task));
  const verdict = median <= 16.8 && over.length === 0 ? "met" : "MISSED";
  console.log(
    `${verdict}  ${what}: ${frames.length} frames, median ${median.toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms, tasks over ${LONG} ms: ${over.join(", ") || "none"}`,
  );
}

/** A pointer that is pressed and moves to and fro about a place. */
export async function drag(page, box, reach, about = 0) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(x + about + reach * Math.sin(move / 12), y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
}
