import { mkdtempSync, readdirSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Locator, Page } from "playwright";
import { findFirefox, firefoxLaunch } from "../../scripts/browsers.mjs";

/** Where Firefox puts what a page saves. */
const downloads = mkdtempSync(join(tmpdir(), "prospect-firefox-"));

export const firefoxOptions = (phone: boolean) => ({
  ...firefoxLaunch(findFirefox() ?? undefined),
  downloadsPath: downloads,
  // A test may read the clipboard without the menu in which a person allows it.
  firefoxUserPrefs: {
    "dom.events.testing.asyncClipboard": true,
    // The list of downloads would take the focus, which a window nobody clicks on never gives back.
    "browser.download.alwaysOpenPanel": false,
    // Frames a second: it draws without a graphics card, and at what it draws while a test waits nobody looks.
    ...(!phone && { "layout.frame_rate": 15 }),
    // What the machine has to point with: 1 is a finger.
    ...(phone && { "ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1 }),
  },
});

/** What Firefox says, as errors of the page, about what it broke off itself as a page was left. */
export const isOwnWord = (text: string): boolean =>
  text.startsWith("downloadable font: download failed") ||
  text.includes("A ServiceWorker intercepted the request and encountered an unexpected error");

/** Runs in a page before its own scripts: an error that is written down is told with its words, of which the driver knows its kind alone. */
export function tellErrors(): void {
  const write = console.error.bind(console);
  console.error = (...said) => write(...said.map((one) => (one instanceof Error ? `${one.name}: ${one.message}` : one)));
}

/** The line to Firefox for one page, and the page's name on it. */
interface Bidi {
  sessionId: string;
  send(command: string, params: object): Promise<unknown>;
}
interface Driven {
  delegate: { _session: Bidi; rawTouchscreen: { tap(progress: unknown, x: number, y: number): Promise<void> } };
}
/** Playwright's own side of a page: it runs in this process. */
const drivenOf = (page: Page) => (page as unknown as { _connection: { toImpl(of: Page): Driven } })._connection.toImpl(page);

export const bidiOf = (page: Page): Bidi => drivenOf(page).delegate._session;

/** What a finger does, as an action of WebDriver. */
export const finger = (id: number, actions: object[]) => ({
  type: "pointer",
  id: `finger ${id}`,
  parameters: { pointerType: "touch" },
  actions,
});

/**
 * Gives a page what Playwright's driver lacks for the Firefox a person has: text enters a field as typed, where the driver sets the value
 * behind the back of React; downloads are told, which Firefox reports without the name the driver wants (`navigation: null`); and a tap,
 * of which the driver sends nothing.
 */
export function adaptPage(page: Page): void {
  const { _session: bidi, rawTouchscreen } = drivenOf(page).delegate;
  rawTouchscreen.tap = async (_, x, y) => {
    const tap = [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await bidi.send("input.performActions", { context: bidi.sessionId, actions: [finger(0, tap)] });
  };
  const locators = Object.getPrototypeOf(page.locator("html")) as Locator;
  locators.fill = fill;
  // The driver presses a key for each letter, and none of them begins a new line.
  page.keyboard.insertText = async (text) => {
    await page.evaluate((typed) => document.execCommand("insertText", false, typed), text);
  };
  const waitForEvent = page.waitForEvent.bind(page) as (event: string, options?: unknown) => Promise<unknown>;
  page.waitForEvent = ((event: string, options?: { timeout?: number }) =>
    event === "download" ? savedFile(options?.timeout) : waitForEvent(event, options)) as Page["waitForEvent"];
}

async function fill(this: Locator, text: string, options?: { timeout?: number }): Promise<void> {
  const field = await this.elementHandle(options);
  if (!field) throw new Error("no field to fill");
  await field.waitForElementState("editable", options);
  await field.selectText(options);
  await field.evaluate((_, typed) => document.execCommand(typed === "" ? "delete" : "insertText", false, typed), text);
}

/** The next file that a page saves, complete, taken out of the folder of downloads. */
async function savedFile(timeout = 30_000): Promise<Download> {
  const before = new Set(readdirSync(downloads));
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    const names = readdirSync(downloads);
    // While Firefox writes, the file is empty and a part stands beside it.
    const name = names.find((each) => !before.has(each) && !each.endsWith(".part") && !names.includes(`${each}.part`));
    // It may have been a place held for the part, and be gone.
    if (name && (statSync(join(downloads, name), { throwIfNoEntry: false })?.size ?? 0) > 0) {
      const path = join(mkdtempSync(join(tmpdir(), "prospect-saved-")), name);
      renameSync(join(downloads, name), path);
      return { suggestedFilename: () => name, path: async () => path, failure: async () => null } as Download;
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`nothing was saved within ${timeout} ms`);
}
