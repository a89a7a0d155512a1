import type { BrowserContext, Page } from "playwright";

/** A picture of the app's own host: an empty page would be of another group, and its next screen would begin with a process of its own. */
const NOTHING = "/favicon.svg";

/**
 * The tabs of a visitor, which are used again: a tab that is new costs the processor a second until a screen stands in it, one that was
 * there before less than half of that. What a test leaves in its tab goes when it closes it: its screen with all workers, what is kept for
 * the tab alone, the place of the pointer, listeners, size and theme. What cannot be taken back from a tab (scripts it begins with,
 * requests it turns away, another clock, another speed of the processor) needs a tab of its own.
 */
export class Tabs {
  private readonly idle: Page[] = [];

  constructor(
    private readonly context: BrowserContext,
    private readonly origin: string,
    private readonly colorScheme: "light" | "dark",
    private readonly attend: (page: Page) => void,
  ) {}

  /** A tab with nothing in it, in front of all others. Closing it gives it back. */
  async take(): Promise<Page> {
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
        await page.goto(this.origin + NOTHING);
        const focused = await page.evaluate(() => {
          sessionStorage.clear();
          return document.hasFocus();
        });
        // Firefox without a window never gives a tab the focus back that a Tab key took to its own bars.
        if (!focused) return close();
        page.removeAllListeners();
        if (size) await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: this.colorScheme, media: null, reducedMotion: null });
        if (!this.idle.includes(page)) this.idle.push(page);
      } catch {
        // A tab that does not leave its screen is of no more use.
        await close();
      }
    };
    return page;
  }
}
