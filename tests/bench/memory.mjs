// Memory of the tab while a long series is analyzed and fitted again and again: node tests/bench/memory.mjs [rows] [repetitions] [address]
// Each line says what the screen answered, so that a run which did not happen is none. CORES=4 makes the page believe in as many cores.
// It needs a served build (`npm start`) at the address and Linux, whose /proc tells the resident size of a process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/browsers.mjs";
import { watchMemory } from "./large-pages.mjs";
import { writePrices } from "./price-file.mjs";

const [rows = 10_000_000, repetitions = 20] = process.argv.slice(2, 4).map(Number);
const origin = process.argv[4] ?? "http://localhost:4173";
const folder = mkdtempSync(join(tmpdir(), "prospect-memory-"));

const file = join(folder, "prices.csv");
writePrices(file, rows);
const executablePath = (await findChromium()) ?? undefined;
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const memory = await watchMemory(browser);
const peaks = [];
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
if (process.env.CORES) {
  const emulation = await page.context().newCDPSession(page);
  await emulation.send("Emulation.setHardwareConcurrencyOverride", { hardwareConcurrency: Number(process.env.CORES) });
}
const settled = () => page.waitForFunction(() => !document.querySelector("[role=progressbar]"), null, { timeout: 600_000 });

async function open(path) {
  await page.goto(origin + path);
  await page.locator("main h1").first().waitFor();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText(rows.toLocaleString("en-US")).first().waitFor({ timeout: 600_000 });
  await page.waitForTimeout(1000);
}

/** @param answer - gives what the screen answered once it stands there, and rejects where it does not */
async function run(label, answer) {
  memory.peak();
  await page.keyboard.press("Control+Enter");
  const found = await answer();
  await page.waitForTimeout(500);
  await settled();
  await page.waitForTimeout(1500);
  await settled();
  const highest = memory.peak();
  peaks.push(highest);
  console.log(`${label}: ${(await memory.now()).toFixed(2)} GB afterwards, ${highest.toFixed(2)} GB at most; ${found}`);
}

/** The decision over all prices, as it is drawn and as it is read out. */
async function decision() {
  const action = page.getByTestId("action");
  await action.waitFor({ timeout: 600_000 });
  const said = page.getByText(new RegExp(`^Decided: .*, from ${rows.toLocaleString("en-US")} prices$`));
  await said.waitFor({ state: "attached", timeout: 60_000 });
  return `${await action.innerText()}; ${await said.innerText()}`;
}

/** How a fit ended, once its line is another than that of the fit before: the iterations and the time it took tell them apart. */
let before = "";
async function fitted() {
  const line = page.getByText(/Log-likelihood/).first();
  const deadline = Date.now() + 600_000;
  for (;;) {
    const text = (await line.innerText().catch(() => "")).replaceAll(/\s+/g, " ");
    const [found] = /Log-likelihood \S+ [^.]*/.exec(text) ?? [""];
    if (found !== "" && text !== before) {
      before = text;
      return found;
    }
    if (Date.now() > deadline) throw new Error("no other fit came");
    await page.waitForTimeout(100);
  }
}

try {
  await open("/market-analysis");
  await page.getByRole("textbox", { name: "News Data" }).fill("Refiners reported strong demand, and analysts see growth.");
  await run("averages, RSI, volatility, decision", decision);
  await open("/garch-model");
  for (let fit = 0; fit <= repetitions; fit++) {
    // Another model each time: the same question would be answered from the one before.
    await page
      .getByRole("textbox", { name: "ARCH(q)" })
      .first()
      .fill(String(1 + (fit % 2)));
    await page.keyboard.press("Tab");
    await run(`GARCH fit ${fit + 1}`, fitted);
  }
  console.log(
    `${Math.max(...peaks).toFixed(2)} GB at most in all ${peaks.length}; over 1.2 GB: ${peaks.filter((peak) => peak > 1.2).length}`,
  );
} finally {
  memory.end();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
