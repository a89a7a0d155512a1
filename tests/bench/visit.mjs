// Memory of one visit in which a long series is opened and run in one tool after the other: node tests/bench/visit.mjs [rows] [address] [paths...]
// It needs a served build (`npm start`) at the address and Linux. The app itself goes on from tool to tool, as its links do; nothing is collected by force.
// A line tells the most that reading and running took, and what is there three seconds after the result; the last one, what is left once all are left.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/browsers.mjs";
import { watchMemory } from "./large-pages.mjs";
import { writePrices } from "./price-file.mjs";

const rows = Number(process.argv[2] ?? 10_000_000);
const origin = process.argv[3] ?? "http://localhost:4173";
const given = process.argv.slice(4);
const TOOLS = given.length > 0 ? given : ["/market-analysis", "/garch-model", "/market-curiosity", "/lyapunov"];
const NEWS = "Refiners reported strong demand, and analysts see growth.";
const MAX_SECONDS = 300;

const folder = mkdtempSync(join(tmpdir(), "prospect-visit-"));
const file = join(folder, "prices.csv");
writePrices(file, rows);
const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_ARGS });
const memory = await watchMemory(browser);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const tools = await page.context().newCDPSession(page);

async function goOn(path) {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll("main h1")) heading.setAttribute("data-left", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator("main h1:not([data-left])").first().waitFor();
}

/** Chooses the file. An element the driver keeps hold of would keep the charts of a screen that was left: this one is let go. */
async function choose() {
  const { result } = await tools.send("Runtime.evaluate", { expression: "document.querySelector('main input[type=file]')" });
  await tools.send("DOM.setFileInputFiles", { files: [file], objectId: result.objectId });
  await tools.send("Runtime.releaseObject", { objectId: result.objectId });
}

const isQuiet = () => !document.querySelector("main [role=progressbar], main [aria-busy=true]");
const quiet = () => page.waitForFunction(isQuiet, null, { timeout: MAX_SECONDS * 1000 });

try {
  await page.goto(`${origin}/settings`);
  await page.locator("main h1").first().waitFor();
  for (const path of TOOLS) {
    await goOn(path);
    await page.waitForTimeout(1500);
    memory.peak();
    await choose();
    await page.waitForTimeout(1000);
    await quiet();
    await page.waitForTimeout(1500);
    const reading = memory.peak();
    if (path === "/market-analysis") await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    const began = performance.now();
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(800);
    await quiet();
    const seconds = (performance.now() - began) / 1000;
    await page.waitForTimeout(3000);
    const heading = (await page.locator("main h1").first().innerText()).trim();
    const alerts = await page.evaluate(() =>
      Array.from(document.querySelectorAll("main [role=alert]"), (alert) => alert.textContent).join(" | "),
    );
    const figures = `${reading.toFixed(2)} GB reading, ${memory.peak().toFixed(2)} running (${seconds.toFixed(1)} s), ${(await memory.now()).toFixed(2)} afterwards`;
    console.log(`${heading}: ${figures}${alerts ? `; ${alerts}` : ""}`);
  }
  await goOn("/settings");
  await page.waitForTimeout(4000);
  console.log(`left: ${(await memory.now()).toFixed(2)} GB`);
} finally {
  memory.end();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
