import type { BrowserContext, Page } from "playwright";
import { screens } from "../../src/routes.ts";

/** An image on the app's own host: about:blank would be in another process, and the next screen would start a new one. */
const NOTHING = "/favicon.svg";
/** A screen that contains only text. */
const WAITING_ROOM = "/between-two-tests";

/**
 * Runs in a page: navigates within the app, as its links do. The old screen's heading is marked, as its removal shows the change; between
 * two unknown addresses the heading stays.
 */
function goWithin([path, isUnknown]: readonly [path: string, isUnknown: boolean]): void {
  for (const heading of document.querySelectorAll("main h1"))
    if (!isUnknown || !heading.textContent?.startsWith("404")) heading.setAttribute("data-left", "");
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** The app in a page navigates to another screen; resolves once its heading is there. */
export async function goOn(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(path, "http://localhost");
  const isUnknown = !screens.some(({ paths }) => (paths as readonly string[]).includes(pathname));
  await page.evaluate(goWithin, [path, isUnknown] as const);
  await page.locator("main h1:not([data-left])").first().waitFor();
}

/** Runs in a page: whether the app is in it, with nothing open or running that outlives a screen. */
function standsAlone(origin: string): boolean {
  const open = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-toast], [aria-busy=true], [role=progressbar]";
  return location.origin === origin && document.querySelector("main h1") !== null && document.querySelector(open) === null;
}

/**
 * The tabs of a visitor, which are reused: showing a screen takes a second of CPU time in a new tab, half of that in an existing one, and a
 * fifth if the app is already loaded and only navigates. What a test leaves in its tab is undone when it closes it: its screen, session
 * storage, the pointer's position, listeners, size and theme. What the app itself keeps while running stays, as for a person who goes from
 * screen to screen: threads, loaded code, notices. Whatever cannot be undone in a tab (init scripts, blocked requests, another clock, CPU
 * throttling) needs a tab of its own.
 */
export class Tabs {
  private readonly idle: Page[] = [];
  /** Tabs with the app loaded. */
  private readonly warm = new Set<Page>();

  /** @param goesOn whether the app stays loaded between two tests; not for feeds, which it would go on reading */
  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
    private readonly media: { colorScheme: "light" | "dark"; reducedMotion: "reduce" | "no-preference" },
    private readonly goesOn: boolean,
    private readonly attend: (page: Page) => void,
  ) {}

  /** A tab with the screen at a path, in front of all others. Closing it returns it for reuse. */
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
        // Headless Firefox never gives the focus back to a tab once the Tab key has moved it to the browser's own controls.
        if (!focused) return close();
        page.removeAllListeners();
        if (size) await page.setViewportSize(size);
        await page.emulateMedia({ ...this.media, media: null });
        if (!this.idle.includes(page)) this.idle.push(page);
      } catch {
        // A tab that cannot leave its screen is of no further use.
        await close();
      }
    };
    return page;
  }
}
