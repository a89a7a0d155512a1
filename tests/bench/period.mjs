// How a result keeps up with the hand that chooses a period: node tests/bench/period.mjs [address] [rows] [tools...]
// It needs a served build (`npm start`) at the address and a machine with nothing else to do. A handle of the period is dragged for 120
// moves; a line tells the time between two answers of the whole screen (the goal is 100 ms at 10,000 rows), how long after the hand had been
// there the result of a place was drawn, where a screen tells its number of returns, and the frames meanwhile.
import { join } from "node:path";
import { drag, measure, medianOf, WAIT, withBrowser } from "./moving-hand.mjs";
import { writePrices } from "./price-file.mjs";

const [origin = "http://localhost:4173", rowsGiven = "10000", ...tools] = process.argv.slice(2);
const rows = Number(rowsGiven);
const GOAL = 100;
const TOOLS = ["garch-model", "markov-regime", "market-curiosity", "risk-management", "lyapunov"];

/** Times at which the figures beside those of the whole series change, and how long before the hand was where they are of. */
const watchAnswers = (page) =>
  page.evaluate((length) => {
    const answers = [];
    const lags = [];
    const places = [];
    let last = "";
    let going = true;
    // By what is in the document, not by what is drawn: asking for that would have the browser lay out the page once more a frame.
    const figures = () =>
      [...document.querySelectorAll("main section")].find(({ textContent }) => textContent.startsWith("Period and whole"));
    const handle = document.querySelector('[role=slider][aria-label="First row of the period"]');
    const returnsOf = (panel) => {
      const name = [...panel.querySelectorAll("dt")].find(({ textContent }) => textContent === "Returns");
      return Number.parseInt(name?.nextElementSibling.textContent.replaceAll(",", ""), 10);
    };
    const tick = (now) => {
      const row = Number(handle.getAttribute("aria-valuenow"));
      if (row !== places.at(-1)?.row) places.push({ row, at: now });
      const panel = figures();
      const text = panel?.textContent ?? "";
      if (text !== last) {
        answers.push(now);
        const of = length - 1 - returnsOf(panel);
        const place = places.findLast(({ row }) => Math.abs(row - of) <= 1);
        if (place) lags.push(now - place.at);
      }
      last = text;
      if (going) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.stopWatching = () => {
      going = false;
      return { answers, lags };
    };
  }, rows);

const tailOf = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.9)];
/** "median 83 ms, nine in ten within 117 ms" */
const spread = (values) => `median ${medianOf(values).toFixed(0)} ms, nine in ten within ${tailOf(values).toFixed(0)} ms`;

await withBrowser(async (browser, folder) => {
  const file = join(folder, `${rows}.csv`);
  writePrices(file, rows, true);
  for (const tool of tools.length > 0 ? tools : TOOLS) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${origin}/${tool}`);
    await page.locator("main h1").first().waitFor();
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page
      .getByText(/values read|prices read/)
      .first()
      .waitFor(WAIT);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "PNG" }).first().waitFor(WAIT);
    await page.waitForTimeout(3000);
    await page
      .getByRole("button", { name: /^Period/ })
      .first()
      .click();
    const handle = page.getByRole("slider", { name: "First row of the period" });
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    await watchAnswers(page);
    await measure(page, tool, () => drag(page, box, 45, 50));
    const { answers, lags } = await page.evaluate(() => window.stopWatching());
    const gaps = answers.slice(1).map((at, index) => at - answers[index]);
    const met = gaps.length > 0 && medianOf(gaps) <= GOAL;
    console.log(
      `${met ? "met" : "MISSED"}  ${tool}: ${answers.length} answers${gaps.length > 0 ? `, apart by a ${spread(gaps)}` : ""} (goal ${GOAL})`,
    );
    if (lags.length > 0) console.log(`      ${tool}: drawn behind the hand by a ${spread(lags)}`);
    await page.close();
  }
});
