// How a result keeps up with the hand that chooses a period: node tests/bench/period.mjs [address] [rows] [tools...]
// It needs a served build (`npm start`) at the address and a machine with nothing else to do. A handle of the period is dragged for 120
// moves; a line tells the time between two answers of the whole screen (the goal is 100 ms at 10,000 rows), and the frames meanwhile.
import { drag, measure, medianOf, WAIT, withBrowser, writePrices } from "./moving-hand.mjs";

const [origin = "http://localhost:4173", rowsGiven = "10000", ...tools] = process.argv.slice(2);
const GOAL = 100;
const TOOLS = ["garch-model", "markov-regime", "market-curiosity", "risk-management", "lyapunov"];

/** Times at which the figures beside those of the whole series change. */
const watchAnswers = (page) =>
  page.evaluate(() => {
    const answers = [];
    let last = "";
    let going = true;
    // By what is in the document, not by what is drawn: asking for that would have the browser lay out the page once more a frame.
    const figures = () =>
      [...document.querySelectorAll("main section")].find(({ textContent }) => textContent.startsWith("Period and whole"));
    const tick = (now) => {
      const text = figures()?.textContent ?? "";
      if (text !== last) answers.push(now);
      last = text;
      if (going) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.stopWatching = () => {
      going = false;
      return answers;
    };
  });

await withBrowser(async (browser, folder) => {
  const file = writePrices(folder, Number(rowsGiven), true);
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
    const answers = await page.evaluate(() => window.stopWatching());
    const gaps = answers.slice(1).map((at, index) => at - answers[index]);
    const median = gaps.length > 0 ? medianOf(gaps) : Number.POSITIVE_INFINITY;
    console.log(
      `${median <= GOAL ? "met" : "MISSED"}  ${tool}: ${answers.length} answers, median ${median.toFixed(0)} ms apart (goal ${GOAL})`,
    );
    await page.close();
  }
});
