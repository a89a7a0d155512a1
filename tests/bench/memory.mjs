// Memory of the tab while a long series is analyzed and fitted again and again: node tests/bench/memory.mjs [rows] [repetitions] [address]
// Each line says what the screen answered, so that a run which did not happen is none. CORES=4 makes the page believe in as many cores.
// It needs a served build (`npm start`) at the address and Linux, whose /proc tells the resident size of a process.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/browsers.mjs";

const [rows = 10_000_000, repetitions = 20] = process.argv.slice(2, 4).map(Number);
const origin = process.argv[4] ?? "http://localhost:4173";
const folder = mkdtempSync(join(tmpdir(), "prospect-memory-"));

/** Prices whose returns cluster, one a line. */
function writePrices(path) {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const parts = [];
  let lines = [];
  let [price, variance] = [100, 1e-4];
  for (let row = 0; row < rows; row++) {
    const shock = (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3 * variance);
    variance = 2e-6 + 0.08 * shock * shock + 0.9 * variance;
    price *= Math.exp(shock - 1e-4 * Math.log(price / 100));
    lines.push(price.toFixed(4));
    if (lines.length === 1_000_000 || row === rows - 1) {
      parts.push(Buffer.from(`${lines.join("\n")}\n`));
      lines = [];
    }
  }
  writeFileSync(path, Buffer.concat(parts));
}

const file = join(folder, "prices.csv");
writePrices(file);
const executablePath = (await findChromium()) ?? undefined;
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const processes = await browser.newBrowserCDPSession();

/** Gigabytes of the largest page of this browser: the workers of a page live in its process. */
async function resident() {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => readFileSync(`/proc/${id}/status`, "utf8"));
  return Math.max(...pages.map((status) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0))) / 1e6;
}

let highest = 0;
const peaks = [];
const watching = setInterval(() => resident().then((found) => (highest = Math.max(highest, found)), clearInterval), 50);
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
  highest = 0;
  await page.keyboard.press("Control+Enter");
  const found = await answer();
  await page.waitForTimeout(500);
  await settled();
  await page.waitForTimeout(1500);
  await settled();
  peaks.push(highest);
  console.log(`${label}: ${(await resident()).toFixed(2)} GB afterwards, ${highest.toFixed(2)} GB at most; ${found}`);
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
  clearInterval(watching);
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
