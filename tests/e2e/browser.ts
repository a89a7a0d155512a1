import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, firefox, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { CHROMIUM_ARGS, findChromium, findHeadlessChromium, SOFTWARE_GPU_ARGS } from "../../scripts/browsers.mjs";
import { adaptPage, firefoxOptions, isOwnWord, tellErrors } from "./firefox";
import { installedVisitor } from "./installed";
import { Tabs } from "./tabs";
import { skipBy, WebKitContext } from "./webkit/context";
import { within } from "./within";

export interface Session {
  context: BrowserContext;
  origin: string;
  /** Console errors and uncaught exceptions of all pages. */
  errors: string[];
  /** A page at `path`, once its screen is drawn, in a tab that other tests reuse; see `tabs.ts` for what such a tab allows. */
  open(path: string): Promise<Page>;
  /** A page at `path`, once its screen is drawn, in a tab of its own. */
  openAlone(path: string): Promise<Page>;
}

const ENGINES = { chromium, firefox };
type Engine = keyof typeof ENGINES | "webkit";

interface SessionOptions {
  engine?: Engine;
  /** Whether pages may use the clipboard; true by default. */
  clipboard?: boolean;
  colorScheme?: "light" | "dark";
  /** A phone's visitor: 390 px wide, with touch. */
  phone?: boolean;
  /**
   * Whether the app may register its service worker, which caches the whole app again; off by default. `installed`: an earlier visit may
   * already have installed it (`installed.ts`).
   */
  serviceWorker?: boolean | "installed";
  /** Whether the tests read feeds: an app kept in a reused tab would go on reading them. */
  feeds?: boolean;
  /** Uses the full Chromium: pictures need its rendering, and only it can measure a page's memory. */
  windowed?: boolean;
  /** Storage on disk, in a separate browser, as for real users; in memory otherwise. */
  onDisk?: boolean;
  /** Whether Chromium has a GPU, emulated in software. */
  graphics?: boolean;
  /** Whether Chromium keeps pages in its back/forward cache, as it does outside of tests. */
  keepsLeft?: boolean;
}

/** The engine the flows run in: Chromium, unless ENGINE names another. */
export const ENGINE = (["firefox", "webkit"] as const).find((name) => name === process.env.ENGINE) ?? "chromium";

/** Browsers shared by all sessions of this process, by kind; they end with the process. */
const shared = new Map<string, Promise<Browser>>();
type Driven = keyof typeof ENGINES;

async function launchOptions(engine: Driven, { windowed = false, phone = false, graphics = false, keepsLeft = false }: SessionOptions) {
  if (engine === "firefox") return firefoxOptions(phone);
  const executablePath = (await (windowed ? findChromium() : findHeadlessChromium())) ?? undefined;
  const args = graphics ? [...CHROMIUM_ARGS, ...SOFTWARE_GPU_ARGS] : CHROMIUM_ARGS;
  return { executablePath, args, headless: true, ...(keepsLeft && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }) };
}

function sharedBrowser(engine: Driven, options: SessionOptions): Promise<Browser> {
  // In Firefox touch is a property of the browser, in Chromium of the page.
  const kind = `${engine}, ${options.windowed ? "windowed" : "headless"}${options.graphics ? ", graphics" : ""}${options.keepsLeft ? ", pages that were left" : ""}${engine === "firefox" && options.phone ? ", phone" : ""}`;
  const browser = shared.get(kind) ?? launchOptions(engine, options).then((launch) => ENGINES[engine].launch(launch));
  shared.set(kind, browser);
  return browser;
}

/** Ends a visitor. If that times out, the browser is no longer used: it ends with the process. */
async function end(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  try {
    await within("ending a visitor", context.close());
  } catch (error) {
    console.warn(String(error));
    for (const [kind, started] of shared) if ((await started) === browser) shared.delete(kind);
  }
}

/**
 * The visitor's preferences. Animations that run while a test waits are redrawn sixty times a second, so motion is reduced; a phone's
 * visitor has the default.
 */
const mediaOf = ({ colorScheme = "light", phone }: SessionOptions) =>
  ({ colorScheme, reducedMotion: phone ? "no-preference" : "reduce" }) as const;

async function startContext(
  engine: Driven,
  origin: string,
  options: SessionOptions,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const visitor = {
    ...(options.phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: engine === "chromium" }
      : { viewport: { width: 1440, height: 900 } }),
    ...mediaOf(options),
    timezoneId: "UTC",
    locale: "en-US",
  };
  if (!options.onDisk) {
    const browser = await sharedBrowser(engine, options);
    const start = async () => {
      const context = await browser.newContext(visitor);
      // A first page that stays open: opening a further tab is cheap, a window takes a second of CPU time.
      await context.newPage();
      return context;
    };
    // Only the Chrome DevTools Protocol can remove what a visit has stored.
    if (options.serviceWorker === "installed" && engine === "chromium") return installedVisitor(browser, origin, start, end);
    const context = await start();
    return { context, close: () => end(context) };
  }
  const profile = mkdtempSync(join(tmpdir(), "prospect-e2e-"));
  const context = await ENGINES[engine].launchPersistentContext(profile, {
    ...(await launchOptions(engine, { ...options, windowed: true })),
    ...visitor,
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** What the engine's driver lacks for such a visitor; null if nothing. */
function missingFor({ engine = ENGINE, phone, colorScheme }: SessionOptions): string | null {
  if (engine !== "webkit") return null;
  return phone ? "fingers" : colorScheme === "dark" ? "another theme of the system" : null;
}

/** Runs in a page: the app cannot register its service worker. */
function withoutServiceWorker(): void {
  // An empty page has no service worker container.
  if ("serviceWorker" in navigator) ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
}

/** A visitor in WebKitGTK, with the system's theme and size, and storage in memory as always when that engine is driven. */
async function startWebKitSession(origin: string, { serviceWorker }: SessionOptions): Promise<Session & { close(): Promise<void> }> {
  const context = await WebKitContext.start();
  if (!serviceWorker) await context.addInitScript(withoutServiceWorker);
  const open = async (path: string) => {
    const page = await context.newPage();
    await page.goto(origin + path);
    await page.locator("main h1").first().waitFor();
    return page as unknown as Page;
  };
  return {
    context: context as unknown as BrowserContext,
    origin,
    errors: context.errors,
    open,
    openAlone: open,
    close: () => context.close(),
  };
}

/** A visitor with separate storage, as on a first visit. */
export async function startSession(origin: string, options: SessionOptions = {}): Promise<Session & { close(): Promise<void> }> {
  const engine = options.engine ?? ENGINE;
  const missing = missingFor(options);
  if (missing) throw new Error(`the driver of ${engine} has none of: ${missing}`);
  if (engine === "webkit") return startWebKitSession(origin, options);
  const { context, close } = await startContext(engine, origin, options);
  if (options.clipboard !== false && engine === "chromium")
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  if (!options.serviceWorker) {
    await context.addInitScript(withoutServiceWorker);
  }
  if (engine === "firefox") await context.addInitScript(tellErrors);
  const errors: string[] = [];
  const attend = (page: Page) => {
    if (engine === "firefox") adaptPage(page);
    const isOwn = (said: string) => engine === "firefox" && isOwnWord(said);
    page.on("pageerror", (error) => {
      // The driver takes what precedes a colon for the name of the error.
      if (!isOwn(String(error))) errors.push(String(error));
    });
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const { url, lineNumber } = message.location();
      const text = message.text();
      if (isOwn(text)) return;
      // Firefox reports errors of worker threads by kind only; one occurs when a page is left while loading.
      if (!/(^| )Error$/.test(text)) errors.push(text);
      else if (!/(\.worker|\/jobs|\/lazy-job|\/test-kernels)-[^/]*\.js$/.test(url)) errors.push(`${text} at ${url}:${lineNumber}`);
    });
  };
  context.on("page", attend);
  const tabs = new Tabs(context, origin, mediaOf(options), !options.feeds && options.serviceWorker !== true && !options.onDisk, attend);
  const shown = async (page: Page, path: string) => {
    await page.goto(origin + path);
    await page.locator("main h1").first().waitFor();
    return page;
  };
  return {
    context,
    origin,
    errors,
    open: (path) => tabs.open(path),
    openAlone: async (path) => shown(await context.newPage(), path),
    close,
  };
}

/** Prints what a visitor's tabs show: the only trace of a test that failed and passed when retried. */
async function printTabs(name: string, { context, errors }: Session): Promise<void> {
  const shown = await Promise.all(
    // An empty tab only keeps the window open.
    context
      .pages()
      .filter((page) => page.url() !== "about:blank")
      .map(async (page) => {
        const text = await page
          .locator("body")
          .innerText({ timeout: 2000 })
          .catch((error: unknown) => `nothing could be read: ${String(error)}`);
        return `${page.url()}\n${text.replace(/\s*\n\s*/g, " | ").slice(0, 3000)}`;
      }),
  );
  if (shown.length > 0 || errors.length > 0) console.error([`Failed: ${name}`, ...errors, ...shown].join("\n"));
}

/** One session for all tests of the surrounding block; a retried test gets a new one, without traces of the first attempt. */
export function sharedSession(options: SessionOptions = {}): { current: Session } {
  const holder = {} as { current: Session };
  const started: Awaited<ReturnType<typeof startSession>>[] = [];
  const start = async () => {
    const session = await startSession(inject("origin"), options);
    started.push(session);
    holder.current = session;
  };
  const missing = missingFor(options);
  if (!missing) beforeAll(start);
  beforeEach(async ({ task, skip }) => {
    if (missing) skip(missing);
    skipBy(skip);
    if (task.result?.retryCount) await start();
    else [holder.current] = started;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail" && holder.current) await printTabs(task.name, holder.current);
  });
  afterAll(async () => {
    for (const { close } of started.splice(0)) await close();
  });
  return holder;
}

/** A page at `path` with an empty form, whatever an earlier page has left in it; datasets and runs stay. */
export async function openEmpty(session: Session, path: string): Promise<Page> {
  const page = await session.open("/no-such-page");
  await page.evaluate(() => {
    // On leaving, the page saves recent input; triggering that now keeps it from overwriting the emptied form.
    dispatchEvent(new Event("pagehide"));
    for (const name of Object.keys(localStorage)) if (name.startsWith("prospect.inputs.")) localStorage.removeItem(name);
  });
  await page.goto(session.origin + path);
  await page.locator("main h1").first().waitFor();
  return page;
}

/** Presses a sample. Input of an earlier visit must be restored first, as it shifts the buttons on arrival. */
export async function takeSample(page: Page, name: string): Promise<void> {
  const held = await page.evaluate(
    () => JSON.parse(localStorage.getItem(`prospect.inputs.${location.pathname.slice(1)}/data`) ?? "null")?.hash,
  );
  const main = page.getByRole("main");
  if (held) await main.getByRole("button", { name: "Remove" }).filter({ visible: true }).first().waitFor();
  await main.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
}

/** The app shows another screen, as its own links have it do. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator("main h1").first().waitFor();
  // The heading of a screen takes the focus once it is there.
  await quiet(page);
}

/** Waits until nothing in the page is busy, fonts are loaded, and idle work is done and drawn. */
export async function quiet(page: Page): Promise<void> {
  const busy = page.locator("main [aria-busy=true]").filter({ visible: true }).first();
  await busy.waitFor({ state: "detached" });
  await page.evaluate(async () => {
    await document.fonts.ready;
    // WebKit has no requestIdleCallback; there the app waits half a second instead.
    const idle = () =>
      new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 2000 }) : setTimeout(done, 600)));
    // Headless Chromium may stop drawing after a resize.
    const frame = () => Promise.race([new Promise(requestAnimationFrame), new Promise((done) => setTimeout(done, 1000))]);
    // Work done in one idle period may schedule more for the next.
    for (const moment of [idle, frame, frame, idle, frame]) await moment();
  });
  await busy.waitFor({ state: "detached" });
}

/** Quiet, and without network requests. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await quiet(page);
}

/** The text on the clipboard. */
export async function clipboardText(page: Page): Promise<string> {
  const context: unknown = page.context();
  if (context instanceof WebKitContext) return context.clipboardText();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Puts a text on the clipboard, as if copied in another program. */
export async function fillClipboard(page: Page, text: string): Promise<void> {
  const context: unknown = page.context();
  if (context instanceof WebKitContext) return void (await context.fillClipboard(text));
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
}

/** Waits until input has been saved: one of the stored texts contains the word. */
export async function writtenDown(page: Page, word: string): Promise<void> {
  await page.waitForFunction((text) => Object.values({ ...localStorage }).some((kept) => String(kept).includes(text)), word);
}

/** Waits until nothing loaded would be lost by leaving the page; until then the page cancels unloading. */
export const mayBeLeft = (page: Page) => page.waitForFunction(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));

/** Throttles the CPU for a page, where the engine supports it; Firefox runs at full speed. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  if (ENGINE !== "chromium") return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Starts recording main-thread tasks over 50 ms and the gaps between animation frames. */
export async function watchMainThread(page: Page): Promise<() => Promise<{ longTasks: number[]; longestFrameGap: number }>> {
  await page.evaluate(() => {
    const log = { longTasks: [] as number[], longestFrameGap: 0 };
    Object.assign(window, { mainThreadLog: log });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) log.longTasks.push(Math.round(entry.duration));
    }).observe({ type: "longtask" });
    let last = performance.now();
    const frame = (now: number) => {
      log.longestFrameGap = Math.max(log.longestFrameGap, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return () =>
    page.evaluate(() => (window as unknown as { mainThreadLog: { longTasks: number[]; longestFrameGap: number } }).mainThreadLog);
}

/** Picks an option of a select, and waits until its list is closed. */
export async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: label }).first().click();
  await page.getByRole("option", { name: option }).click();
  await page.getByRole("listbox").waitFor({ state: "detached" });
}

/** Types a number into a field and leaves the field, which commits it. */
export async function setNumber(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole("textbox", { name, exact: true });
  await field.fill(value);
  // Tab on a page's last field moves on to Firefox's own controls, and no further key reaches the page.
  if (ENGINE === "firefox") await field.blur();
  else await page.keyboard.press("Tab");
}

/** The text of the file saved by `press`. */
export async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFileSync(await file.path(), "utf8");
}

/** The text of the file saved by an entry of the Export menu. */
export async function exported(page: Page, item: string | RegExp): Promise<string> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  return download(page, () => page.getByRole("menuitem", { name: item }).click());
}

/** A seeded list of `length` prices, one per line, that looks realistic. */
export function priceList(length: number, seed = 1): string {
  let state = seed >>> 0;
  const uniform = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const lines = new Array<string>(length);
  let price = 100;
  let variance = 1e-4;
  for (let index = 0; index < length; index++) {
    const shock = (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3 * variance);
    variance = 2e-6 + 0.08 * shock * shock + 0.9 * variance;
    // Mean reversion to 100 keeps a million steps within ordinary prices.
    price *= Math.exp(shock - 1e-4 * Math.log(price / 100));
    lines[index] = price.toFixed(4);
  }
  return lines.join("\n");
}

/** Presses Tab until the focus is on a button of this name, then Enter. */
export async function pressByKeyboard(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    if (text.startsWith(name)) return page.keyboard.press("Enter");
  }
  throw new Error(`Tab never reached ${name}`);
}
