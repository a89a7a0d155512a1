import { build } from "vite";
import { startWebKit, type WebKit } from "../../../scripts/webkit";
import { WebKitPage } from "./page";
import type { Visitor } from "./windows";

/** What flows use of a page that the driver of WebKitGTK does not have. */
let skip: (note: string) => never = (note) => {
  throw new Error(note);
};

/** A test that uses what this driver lacks is skipped, and says what. */
export const skipBy = (skipTest: (note: string) => never): void => {
  skip = skipTest;
};

export const unable = (what: string): never => skip(`the driver of WebKitGTK has none of: ${what}`);

/** Our part in the page, as one script. */
async function injectedScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: true,
      lib: { entry: new URL("./injected.ts", import.meta.url).pathname, formats: ["iife"], name: "injected" },
    },
  });
  const [output] = [result].flat();
  if (!("output" in output)) throw new Error("nothing was built");
  return output.output[0].code;
}

/** Playwright's context, as far as the flows use it: a WebKitGTK with storage of its own. */
export class WebKitContext implements Visitor {
  readonly errors: string[] = [];
  private readonly open: WebKitPage[] = [];
  private front = "";
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly browser: WebKit,
    readonly injected: string,
    /** The first window, which stays: without one there is no session. */
    private readonly first: string,
  ) {}

  static start = async (): Promise<WebKitContext> => {
    const [browser, injected] = await Promise.all([startWebKit(), injectedScript()]);
    return new WebKitContext(browser, injected, await browser.ask<string>("GET", "/window"));
  };

  unable = unable;
  pages = () => [...this.open];

  /** Commands go one after another, as the driver has one window in hand. */
  ask<T>(handle: string, method: string, path: string, body?: object): Promise<T> {
    const asked = this.turn.then(async () => {
      if (this.front !== handle) {
        await this.browser.ask("POST", "/window", { handle });
        this.front = handle;
      }
      return this.browser.ask<T>(method, path, body);
    });
    this.turn = asked.catch(() => undefined);
    return asked;
  }

  async newPage(): Promise<WebKitPage> {
    const { handle } = await this.ask<{ handle: string }>(this.first, "POST", "/window/new", { type: "window" });
    const page = new WebKitPage(this, handle);
    this.open.push(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    return page;
  }

  async leave(page: object, handle: string): Promise<void> {
    await this.ask(handle, "DELETE", "/window");
    this.front = "";
    this.open.splice(this.open.indexOf(page as WebKitPage), 1);
  }

  on = () => this;
  addInitScript = () => this.unable("scripts before the page's own");
  route = () => this.unable("requests turned away");
  setOffline = () => this.unable("a network that fails");
  newCDPSession = () => this.unable("the protocol of Chromium's tools");
  grantPermissions = async () => undefined;
  serviceWorkers = () => this.unable("sight of service workers");
  async close(): Promise<void> {
    await this.turn;
    await this.browser.close();
  }
}
