import { mkdtempSync, readdirSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Locator, Page } from "playwright";
import { findFirefox, firefoxLaunch } from "../../scripts/browsers.mjs";

/** Where Firefox saves downloads. */
const downloads = mkdtempSync(join(tmpdir(), "prospect-firefox-"));

export const firefoxOptions = (phone: boolean) => ({
  ...firefoxLaunch(findFirefox() ?? undefined),
  downloadsPath: downloads,
  // Lets tests read the clipboard without the confirmation menu.
  firefoxUserPrefs: {
    "dom.events.testing.asyncClipboard": true,
    // The list of downloads would take the focus, which a window without a user never gets back.
    "browser.download.alwaysOpenPanel": false,
    // Frames per second: without a GPU drawing is expensive, and nobody looks while a test waits.
    ...(!phone && { "layout.frame_rate": 15 }),
    // The machine's pointing devices; 1 stands for a coarse pointer (touch).
    ...(phone && { "ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1 }),
  },
});

/** Messages that Firefox reports as page errors when leaving the page aborts its requests. */
export const isOwnWord = (text: string): boolean =>
  text.startsWith("downloadable font: download failed") ||
  text.includes("A ServiceWorker intercepted the request and encountered an unexpected error");

/** Runs in a page before its own scripts: logs errors with name and message, since the driver reports only their kind. */
export function tellErrors(): void {
  const write = console.error.bind(console);
  console.error = (...said) => write(...said.map((one) => (one instanceof Error ? `${one.name}: ${one.message}` : one)));
}

/** The BiDi session of one page, and the page's id in it. */
interface Bidi {
  sessionId: string;
  send(command: string, params: object): Promise<unknown>;
}
interface Driven {
  delegate: { _session: Bidi; rawTouchscreen: { tap(progress: unknown, x: number, y: number): Promise<void> } };
}
/** Playwright's internal object behind a page, which lives in this process. */
const drivenOf = (page: Page) => (page as unknown as { _connection: { toImpl(of: Page): Driven } })._connection.toImpl(page);

export const bidiOf = (page: Page): Bidi => drivenOf(page).delegate._session;

/** A touch pointer's actions, as WebDriver defines them. */
export const finger = (id: number, actions: object[]) => ({
  type: "pointer",
  id: `finger ${id}`,
  parameters: { pointerType: "touch" },
  actions,
});

/**
 * Adds to a page what Playwright's driver lacks for the regular Firefox: typed text that React notices, where the driver sets the field's
 * value directly; downloads, which Firefox reports without the name the driver expects (`navigation: null`); and taps, which the driver
 * does not send.
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
  // The driver presses a key for each character, which does not insert line breaks.
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

/** The next file a page saves, once complete, moved out of the downloads folder. */
async function savedFile(timeout = 30_000): Promise<Download> {
  const before = new Set(readdirSync(downloads));
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    const names = readdirSync(downloads);
    // During a download Firefox keeps an empty file beside a .part file.
    const name = names.find((each) => !before.has(each) && !each.endsWith(".part") && !names.includes(`${each}.part`));
    // The file may have been a placeholder that is gone by now.
    if (name && (statSync(join(downloads, name), { throwIfNoEntry: false })?.size ?? 0) > 0) {
      const path = join(mkdtempSync(join(tmpdir(), "prospect-saved-")), name);
      renameSync(join(downloads, name), path);
      return { suggestedFilename: () => name, path: async () => path, failure: async () => null } as Download;
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`nothing was saved within ${timeout} ms`);
}
