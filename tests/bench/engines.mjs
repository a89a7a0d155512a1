// A million prices pasted with the keyboard in Chromium and in Firefox, in turn: node tests/bench/engines.mjs [repetitions] [address]
// It needs a served build (`npm start`) at the address. Each line is a paste; the last ones have the fastest of each engine.
import { chromium, firefox } from "playwright";
import { CHROMIUM_ARGS, findChromium, findFirefox, firefoxLaunch } from "../../scripts/browsers.mjs";

const ROWS = 1_000_000;
const repetitions = Number(process.argv[2] ?? 3);
const origin = process.argv[3] ?? "http://localhost:4173";

const launches = {
  Chromium: async () => chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_ARGS }),
  Firefox: () =>
    firefox.launch({ ...firefoxLaunch(findFirefox() ?? undefined), firefoxUserPrefs: { "dom.events.testing.asyncClipboard": true } }),
};

/** Runs in the page: prices whose returns cluster, one a line, onto the clipboard. */
async function copyPrices(rows) {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const lines = [];
  let [price, variance] = [100, 1e-4];
  for (let row = 0; row < rows; row++) {
    const shock = (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3 * variance);
    variance = 2e-6 + 0.08 * shock * shock + 0.9 * variance;
    // A pull to 100 keeps a million steps inside ordinary prices.
    price *= Math.exp(shock - 1e-4 * Math.log(price / 100));
    lines.push(price.toFixed(4));
  }
  await navigator.clipboard.writeText(lines.join("\n"));
}

/** Milliseconds from the keys to the count of the rows, and from the order to the figures of the fit and to its chart. */
async function paste(browser, engine) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (engine === "Chromium") await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();
  // Without the service worker, which fetches the whole app while the first seconds are measured.
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  });
  await page.goto(`${origin}/garch-model`);
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(copyPrices, ROWS);
  await page.getByRole("textbox", { name: "Market Data" }).focus();
  const times = {};
  const since = async (began, what, seen) => {
    await seen.first().waitFor({ timeout: 120_000 });
    times[what] = Math.round(performance.now() - began);
  };
  let began = performance.now();
  await page.keyboard.press("Control+V");
  await since(began, "count", page.locator("aside").getByText("1,000,000").filter({ visible: true }));
  began = performance.now();
  await page.keyboard.press("Control+Enter");
  const result = '[aria-label="Key figures of the fit"]';
  await Promise.all([since(began, "fit", page.locator(result)), since(began, "chart", page.locator(`${result} ~ * canvas`))]);
  await context.close();
  return times;
}

const fastest = {};
for (let repetition = 0; repetition < repetitions; repetition++) {
  for (const [engine, launch] of Object.entries(launches)) {
    const browser = await launch();
    const times = await paste(browser, engine);
    console.log(engine, browser.version(), times);
    await browser.close();
    const before = fastest[engine] ?? times;
    fastest[engine] = Object.fromEntries(Object.entries(times).map(([what, time]) => [what, Math.min(before[what], time)]));
  }
}
console.log("fastest of", repetitions, fastest);
