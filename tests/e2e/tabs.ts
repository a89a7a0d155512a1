import type { BrowserContext, Page } from "playwright";
import { screens } from "../../src/routes.ts";

/** A picture of the app's own host: an empty page would be of another group, and its next screen would begin with a process of its own. */
const NOTHING = "/favicon.svg";
/** A screen with nothing on it but words. */
const WAITING_ROOM = "/between-two-tests";

/**
 * Runs in a page: the app itself goes on to another address, as its links do. The heading of the screen that is left is marked; from one
 * address nobody knows to another it stays.
 */
function goWithin([path, isUnknown]: readonly [path: string, isUnknown: boolean]): void {
  for (const heading of document.querySelectorAll("main h1"))
    if (!isUnknown || !heading.textContent?.startsWith("404")) heading.setAttribute("data-left", "");
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** The app in a page goes on to another screen, which is there once its heading is. */
export async function goOn(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(path, "http://localhost");
  const isUnknown = !screens.some(({ paths }) => (paths as readonly string[]).includes(pathname));
  await page.evaluate(goWithin, [path, isUnknown] as const);
  await page.locator("main h1:not([data-left])").first().waitFor();
}

/** Runs in a page: whether the app stands in it with nothing open that outlives a screen. */
function standsAlone(origin: string): boolean {
  const open = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-toast], [aria-busy=true], [role=progressbar]";
  return location.origin === origin && document.querySelector("main h1") !== null && document.querySelector(open) === null;
}

/**
 * The tabs of a visitor, which are used again: a tab that is new costs the processor a second until a screen stands in it, one that was
 * there before half of that, and a fifth where the app itself stands in it and goes on to the next screen. What a test leaves in its tab
 * goes when it closes it: its screen, what is kept for the tab alone, the place of the pointer, listeners, size and theme. What the app
 * itself keeps while it runs stays, as for a person who goes from screen to screen: threads, what it has loaded, its notices. What cannot
 * be taken back from a tab (scripts it begins with, requests it turns away, another clock, another speed of the processor) needs a tab of
 * its own.
 */
export class Tabs {
  private readonly idle: Page[] = [];
  /** Tabs in which the app stands. */
  private readonly warm = new Set<Page>();

  /** @param goesOn whether the app stays in a tab between two tests: it would go on reading feeds there */
  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
    private readonly media: { colorScheme: "light" | "dark"; reducedMotion: "reduce" | "no-preference" },
    private readonly goesOn: boolean,
    private readonly attend: (page: Page) => void,
  ) {}

  /** A tab with the screen at a path, in front of all others. Closing it gives it back. */
  async open(path: string): Promise<Page> {
    const page = await this.take();
    if (this.warm.delete(page)) await goOn(page, path);
    else {
      await page.goto(this.origin + path);
      await page.locator("main h1").first().waitFor();
    }
    return page;
  }

  private async take(): Promise<Page> {
    const back = this.idle.pop();
    if (back) {
      this.attend(back);
      await back.bringToFront();
      return back;
    }
    const page = await this.context.newPage();
    const size = page.viewportSize();
    const close = page.close.bind(page);
    page.close = async (options) => {
      if (page.isClosed() || options) return close(options);
      try {
        await page.mouse.move(0, 0);
        const goesOn = this.goesOn && (await page.evaluate(standsAlone, this.origin));
        if (goesOn) {
          await goOn(page, WAITING_ROOM);
          this.warm.add(page);
        } else await page.goto(this.origin + NOTHING);
        const focused = await page.evaluate(() => {
          sessionStorage.clear();
          (document.activeElement as HTMLElement | null)?.blur?.();
          return document.hasFocus();
        });
        // Firefox without a window never gives a tab the focus back that a Tab key took to its own bars.
        if (!focused) return close();
        page.removeAllListeners();
        if (size) await page.setViewportSize(size);
        await page.emulateMedia({ ...this.media, media: null });
        if (!this.idle.includes(page)) this.idle.push(page);
      } catch {
        // A tab that does not leave its screen is of no more use.
        await close();
      }
    };
    return page;
  }
}
