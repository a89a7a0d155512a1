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
  /** Everything the pages wrote to the console as an error, and every uncaught exception. */
  errors: string[];
  /** A page at `path`, once its screen is drawn, in a tab that may have been used and will be used again: `tabs.ts` says what it may be used for. */
  open(path: string): Promise<Page>;
  /** A page at `path`, once its screen is drawn, in a tab of its own. */
  openAlone(path: string): Promise<Page>;
}

const ENGINES = { chromium, firefox };
type Engine = keyof typeof ENGINES | "webkit";

export interface SessionOptions {
  engine?: Engine;
  /** Whether pages may read and write the clipboard; they may unless told. */
  clipboard?: boolean;
  colorScheme?: "light" | "dark";
  /** Whether the visitor has a phone: 390 px, and fingers. */
  phone?: boolean;
  /**
   * Whether the app may register its service worker: only what is about it does, as it then fetches the whole app once more. `installed`
   * where an earlier visit may have had it do so (`installed.ts`).
   */
  serviceWorker?: boolean | "installed";
  /** Whether it reads feeds: an app that stays in a tab between two tests would go on reading them. */
  feeds?: boolean;
  /** Whether it is the Chromium that a person has: pictures are drawn as that draws them, and only that knows what a page's memory holds. */
  windowed?: boolean;
  /** Whether the storage lies on the disk, in a browser of its own, as it does for a person; else it lies in memory. */
  onDisk?: boolean;
  /** Whether Chromium has a graphics processor, which is imitated. */
  graphics?: boolean;
  /** Whether Chromium keeps pages that were left, for when one goes back, as it does for a person. */
  keepsLeft?: boolean;
}

/** The engine the flows run in: Chromium, unless ENGINE names another. */
export const ENGINE = (["firefox", "webkit"] as const).find((name) => name === process.env.ENGINE) ?? "chromium";

/** One of a kind for all sessions of this process; it ends with the process. */
const shared = new Map<string, Promise<Browser>>();
type Driven = keyof typeof ENGINES;

async function launchOptions(engine: Driven, { windowed = false, phone = false, graphics = false, keepsLeft = false }: SessionOptions) {
  if (engine === "firefox") return firefoxOptions(phone);
  const executablePath = (await (windowed ? findChromium() : findHeadlessChromium())) ?? undefined;
  const args = graphics ? [...CHROMIUM_ARGS, ...SOFTWARE_GPU_ARGS] : CHROMIUM_ARGS;
  return { executablePath, args, headless: true, ...(keepsLeft && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }) };
}

function sharedBrowser(engine: Driven, options: SessionOptions): Promise<Browser> {
  // Of Firefox it is the browser that has fingers, of Chromium the page.
  const kind = `${engine}, ${options.windowed ? "windowed" : "headless"}${options.graphics ? ", graphics" : ""}${options.keepsLeft ? ", pages that were left" : ""}${engine === "firefox" && options.phone ? ", phone" : ""}`;
  const browser = shared.get(kind) ?? launchOptions(engine, options).then((launch) => ENGINES[engine].launch(launch));
  shared.set(kind, browser);
  return browser;
}

/** Ends a visitor. Of a browser that does not end one in time no more are asked: it ends with the process. */
async function end(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  try {
    await within("ending a visitor", context.close());
  } catch (error) {
    console.warn(String(error));
    for (const [kind, started] of shared) if ((await started) === browser) shared.delete(kind);
  }
}

/** What the visitor's system prefers. What turns and pulses while a test waits is drawn sixty times a second; a phone moves as a person's does. */
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
      // A first page that stays: what is opened beside it is a tab of its window, and a window takes a second of the processor.
      await context.newPage();
      return context;
    };
    // Only Chromium's own protocol takes away what a visit has left.
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

/** What the driver of the engine cannot give a visitor; null where it can all that is asked for. */
function missingFor({ engine = ENGINE, phone, colorScheme }: SessionOptions): string | null {
  if (engine !== "webkit") return null;
  return phone ? "fingers" : colorScheme === "dark" ? "another theme of the system" : null;
}

/** Runs in a page: the app cannot register its service worker. */
function withoutServiceWorker(): void {
  // An empty page knows none.
  if ("serviceWorker" in navigator) ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
}

/** A visitor in WebKitGTK; the system's theme and the size are what they are, and storage lies in memory, as wherever that engine is driven. */
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

/** A visitor with storage of its own, as on a first visit. */
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
      if (!isOwn(error.message)) errors.push(String(error));
    });
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const { url, lineNumber } = message.location();
      const text = message.text();
      if (isOwn(text)) return;
      // Of an error that a thread of Firefox's writes down the kind is told alone. One does so when its page is left while it loads.
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

/** Writes down what the tabs of a visitor show: of a test that failed, and passed when tried again, nothing else is left. */
async function printTabs(name: string, { context, errors }: Session): Promise<void> {
  const shown = await Promise.all(
    // An empty tab only keeps the window.
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

/** One session for all tests beside the call; a test that is tried again has one of its own, where nothing is left of the first try. */
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

/** A page at `path` whose form is empty, whatever an earlier page has left in it; datasets and runs stay. */
export async function openEmpty(session: Session, path: string): Promise<Page> {
  const page = await session.open("/no-such-page");
  await page.evaluate(() => {
    // As it is left the page writes down what was entered a moment ago: it does so now, not over the empty form.
    dispatchEvent(new Event("pagehide"));
    for (const name of Object.keys(localStorage)) if (name.startsWith("prospect.inputs.")) localStorage.removeItem(name);
  });
  await page.goto(session.origin + path);
  await page.locator("main h1").first().waitFor();
  return page;
}

/** Presses a sample. What the field held at an earlier visit comes back first: on its way it would push another button under the pointer. */
export async function takeSample(page: Page, name: string): Promise<void> {
  const held = await page.evaluate(
    () => JSON.parse(localStorage.getItem(`prospect.inputs.${location.pathname.slice(1)}/data`) ?? "null")?.hash,
  );
  const main = page.getByRole("main");
  if (held) await main.getByRole("button", { name: "Remove" }).filter({ visible: true }).first().waitFor();
  await main.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
}

/** The page has come to rest: nothing in it is busy, its letters are there, and what waits for an idle moment has had one and is drawn. */
export async function quiet(page: Page): Promise<void> {
  const busy = page.locator("main [aria-busy=true]").filter({ visible: true }).first();
  await busy.waitFor({ state: "detached" });
  await page.evaluate(async () => {
    await document.fonts.ready;
    // WebKit tells of no idle moment, and the app waits half a second there.
    const idle = () =>
      new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 2000 }) : setTimeout(done, 600)));
    // The browser without a window may stop drawing after a change of size.
    const frame = () => Promise.race([new Promise(requestAnimationFrame), new Promise((done) => setTimeout(done, 1000))]);
    // What one idle moment has begun may wait for another.
    for (const moment of [idle, frame, frame, idle, frame]) await moment();
  });
  await busy.waitFor({ state: "detached" });
}

/** At rest, and nothing is fetched any more. */
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

/** Puts a text on the clipboard, as a copy in another program does. */
export async function fillClipboard(page: Page, text: string): Promise<void> {
  const context: unknown = page.context();
  if (context instanceof WebKitContext) return void (await context.fillClipboard(text));
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
}

/** What was typed or chosen has been written down on the device: a word of it stands in one of the texts kept there. */
export async function writtenDown(page: Page, word: string): Promise<void> {
  await page.waitForFunction((text) => Object.values({ ...localStorage }).some((kept) => String(kept).includes(text)), word);
}

/** Waits until leaving the page loses nothing of what was loaded: so long it has the browser ask. */
export const mayBeLeft = (page: Page) => page.waitForFunction(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));

/** Gives a page a processor so many times slower, where the engine can: Firefox runs on at its own speed. */
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

/** Picks an option of a select; back once its list is gone. */
export async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: label }).first().click();
  await page.getByRole("option", { name: option }).click();
  await page.getByRole("listbox").waitFor({ state: "detached" });
}

/** Types a number into a field and leaves it, which is when it counts. */
export async function setNumber(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole("textbox", { name, exact: true });
  await field.fill(value);
  // From the last field of a page Tab goes on into Firefox itself, and no key reaches the page any more.
  if (ENGINE === "firefox") await field.blur();
  else await page.keyboard.press("Tab");
}

/** The text of the file that a press saves. */
export async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFileSync(await file.path(), "utf8");
}

/** The text of the file that an entry of the Export menu saves. */
export async function exported(page: Page, item: string | RegExp): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  return download(page, () => page.getByRole("menuitem", { name: item }).click());
}

/** A seeded price list of `length` values, one per line, that looks like a traded price. */
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
    // A pull to 100 keeps a million steps inside ordinary prices.
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
