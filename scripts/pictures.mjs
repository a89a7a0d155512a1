// Takes the three pictures of the README from the production build (npm run build before): node scripts/pictures.mjs
import { mkdirSync } from "node:fs";
import { chromium } from "playwright";
import { preview } from "vite";
import { CHROMIUM_ARGS, findChromium } from "./browsers.mjs";

const FOLDER = "pictures";
const WIDTH = 1280;
/** The first drawing is animated. */
const DRAWN = 4000;

const server = await preview({ preview: { port: 0, strictPort: false }, logLevel: "silent" });
const origin = `http://localhost:${server.httpServer.address().port}`;
const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_ARGS });
mkdirSync(FOLDER, { recursive: true });

async function picture(name, colorScheme, height, path, act) {
  const viewport = { width: WIDTH, height };
  const context = await browser.newContext({ viewport, colorScheme, locale: "en-US", timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.locator("main h1").first().waitFor();
  await act(page);
  await page.locator("main [role=application][aria-busy=false]:visible").first().waitFor();
  await page.waitForTimeout(DRAWN);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
}

try {
  await picture("home", "light", 740, "/", async (page) => {
    await page.getByRole("button", { name: "DM/GBP benchmark" }).click();
    await page.getByText(/^n = 1,974$/).waitFor();
  });
  await picture("garch", "dark", 800, "/garch-model", async (page) => {
    await page.getByRole("button", { name: "WTI crude oil" }).click();
    await page.getByText("8,321 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    await page.getByText(/forecast, 95%/).waitFor();
  });
  await picture("decision", "light", 700, "/market-analysis", async (page) => {
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByText("Recommended Action").first().waitFor();
  });
} finally {
  await browser.close();
  await server.close();
}
