import { build } from "vite";
import { startWebKit, type WebKit } from "../../../scripts/webkit";
import { pressed } from "./keys";
import { type Heard, Network } from "./network";
import { WebKitPage } from "./page";
import { asCall, type Visitor } from "./windows";

/** For features of a page that flows use but WebKitGTK's driver lacks. */
let skip: (note: string) => never = (note) => {
  throw new Error(note);
};

/** Sets how a test is skipped that uses what this driver lacks. */
export const skipBy = (skipTest: (note: string) => never): void => {
  skip = skipTest;
};

export const unable = (what: string): never => skip(`the driver of WebKitGTK has none of: ${what}`);

/** Our code for the page, bundled as one script. */
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

/** Runs in a page: sets whether it is online. */
function tellNetwork(online: boolean): void {
  if (navigator.onLine === online) return;
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });
  dispatchEvent(new Event(online ? "online" : "offline"));
}

type RouteArgs = Parameters<Network["route"]> extends [object, ...infer Rest] ? Rest : never;

/** Playwright's context, as far as the flows use it: a WebKitGTK with separate storage. */
export class WebKitContext implements Visitor {
  readonly errors: string[] = [];
  private readonly open: WebKitPage[] = [];
  private front = "";
  private turn: Promise<unknown> = Promise.resolve();
  private opening: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly browser: WebKit,
    readonly network: Network,
    private readonly ours: string,
    /** The first window, which stays open: without one the session ends. */
    private readonly first: string,
  ) {}

  static start = async (): Promise<WebKitContext> => {
    const network = await Network.start();
    const [browser, injected] = await Promise.all([startWebKit(network.address), injectedScript()]);
    return new WebKitContext(browser, network, injected, await browser.ask<string>("GET", "/window"));
  };

  /** Our code for the page as one script. navigator.onLine would reflect the machine's network, so the script overrides it. */
  get injected(): string {
    return this.network.offline ? `${this.ours}\n(${tellNetwork})(false);` : this.ours;
  }

  unable = unable;
  pages = () => [...this.open];

  /** Commands are serialized, as the driver works on one window at a time. */
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

  newPage(): Promise<WebKitPage> {
    const opened = this.opening.then(() => this.openWindow());
    this.opening = opened.catch(() => undefined);
    return opened;
  }

  /** Opens a window from a page: windows opened by the driver have bars that make them wider than a phone. */
  private async openWindow(): Promise<WebKitPage> {
    const ask = <T>(method: string, path: string, body?: object) => this.ask<T>(this.first, method, path, body);
    const before = await ask<string[]>("GET", "/window/handles");
    const script = `document.body.innerHTML = "<button>Open</button>"; const button = document.body.firstChild;
      button.onclick = () => open("about:blank", "_blank", "popup,noopener,width=1440,height=900"); return button;`;
    const button = await ask<Record<string, string>>("POST", "/execute/sync", { script, args: [] });
    await ask("POST", `/element/${Object.values(button)[0]}/click`, {});
    for (let look = 0; look < 200; look++) {
      const handle = (await ask<string[]>("GET", "/window/handles")).find((each) => !before.includes(each));
      if (handle) {
        const page = new WebKitPage(this, handle);
        this.open.push(page);
        await page.setViewportSize({ width: 1440, height: 900 });
        return page;
      }
      await new Promise((next) => setTimeout(next, 25));
    }
    throw new Error("no window was opened");
  }

  async leave(page: object, handle: string): Promise<void> {
    this.network.forget(page);
    await this.ask(handle, "DELETE", "/window");
    this.front = "";
    this.open.splice(this.open.indexOf(page as WebKitPage), 1);
  }

  on(event: string, hear: (request: Heard) => void): this {
    // Page errors are recorded in the page, and no flow opens windows except by the driver.
    if (event === "request") this.network.listen(this, hear);
    return event === "request" || event === "page" ? this : this.unable(`the event "${event}"`);
  }
  addInitScript = async (script: (arg: never) => unknown, arg?: unknown) => this.network.beginWith(this, asCall(script, arg));
  route = async (...[pattern, handler]: RouteArgs) => this.network.route(this, pattern, handler);
  unroute = async (pattern: RouteArgs[0]) => this.network.unroute(this, pattern);
  async setOffline(offline: boolean): Promise<void> {
    this.network.setOffline(offline);
    for (const page of this.open) await page.evaluate(tellNetwork, !offline);
  }
  /** The text on the clipboard, pasted into a page of our own: a page may read it only after a press of the browser's own button. */
  clipboardText = () => this.onClipboard("", "v");
  fillClipboard = (text: string) => this.onClipboard(text, "c");
  /** Copies or pastes in a field of the first window. @returns the field's text afterwards */
  private async onClipboard(text: string, key: "c" | "v"): Promise<string> {
    const ask = <T>(path: string, body: object) => this.ask<T>(this.first, "POST", path, body);
    const script = `document.body.innerHTML = "<textarea>"; const box = document.body.firstChild; box.value = arguments[0]; box.focus(); box.select();`;
    await ask("/execute/sync", { script, args: [text] });
    await ask("/actions", { actions: [{ type: "key", id: "keys", actions: pressed(`Control+${key}`) }] });
    return ask<string>("/execute/sync", { script: "return document.body.firstChild.value", args: [] });
  }
  newCDPSession = () => this.unable("the protocol of Chromium's tools");
  grantPermissions = async () => undefined;
  serviceWorkers = () => this.unable("sight of service workers");
  async close(): Promise<void> {
    await this.turn;
    await this.browser.close();
    this.network.close();
  }
}
