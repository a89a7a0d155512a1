import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import { pressed, typed } from "./keys";
import { Finding, WebKitLocator } from "./locator";
import { asExpression, type Heard, type Network } from "./network";
import { asCall, type GivenFile, type Limit, type Visitor, type Window } from "./windows";

/** Time limit for any wait: four times Playwright's, as this engine takes four times as long to draw a screen. */
const PATIENCE = 120_000;
/** Polling interval. */
const PAUSE = 30;
/**
 * Maximum length of an answer: while a page was busy, the driver failed to parse one of 330,000 characters, which it can from an empty
 * page.
 */
const LONGEST_ANSWER = 1 << 18;
const READ_AGAIN = "no flow yet";

/**
 * Errors that pass: a window or answer is interrupted when the page loads another document; and a selector may match two elements for a
 * moment, as while one tab replaces another.
 */
const isTransient = (error: unknown) =>
  /navigat|no such frame|stale|unloaded|javascript error: (Error: no flow|\d+ elements)/i.test(String(error));

function isExpression(text: string): boolean {
  try {
    new Script(`(${text})`);
    return true;
  } catch {
    return false;
  }
}

/** Runs in a page: its clock shows a fixed time from now on. */
function stopClock(time: number): void {
  const Moving = Date;
  Object.assign(window, {
    Date: class extends Moving {
      constructor(...parts: []) {
        super(...(parts.length > 0 ? parts : ([time] as unknown as [])));
      }
      static override now = () => time;
    },
  });
}

/** Playwright's page, as far as the flows use it, as a window of WebKitGTK. */
export class WebKitPage extends Finding implements Window {
  private closed = false;
  private pointer = { x: 0, y: 0 };

  constructor(
    private readonly owner: Visitor,
    private readonly handle: string,
  ) {
    super();
  }

  context = () => this.owner;
  isClosed = () => this.closed;
  find = (selector: string) => new WebKitLocator(this, selector);
  unable = (what: string): never => this.owner.unable(what);
  ask = <T>(method: string, path: string, body?: object): Promise<T> => this.owner.ask(this.handle, method, path, body);

  async run<T, Args extends unknown[]>(work: string | ((...args: Args) => T), ...args: Args): Promise<Awaited<T>> {
    const script = `
      if (!window.flow) return "${READ_AGAIN}";
      return Promise.resolve((${work})(...arguments)).then((value) => [value, window.flow?.errors.splice(0) ?? [], location.href]);`;
    for (;;) {
      const answer = await this.ask<[Awaited<T>, string[], string] | typeof READ_AGAIN>("POST", "/execute/sync", { script, args });
      if (answer !== READ_AGAIN) {
        this.owner.errors.push(...answer[1]);
        this.address = answer[2];
        return answer[0];
      }
      await this.ask("POST", "/execute/sync", { script: this.owner.injected, args: [] });
    }
  }

  async until<T>(fault: string | (() => string), look: () => Promise<T | null | undefined | false>, limit?: Limit): Promise<T> {
    const end = Date.now() + (limit?.timeout || PATIENCE);
    let trouble = "";
    for (;;) {
      try {
        const found = await look();
        if (found) return found;
      } catch (error) {
        if (!isTransient(error)) throw error;
        trouble = ` (${error})`;
      }
      if (Date.now() > end) throw new Error(`${typeof fault === "string" ? fault : fault()}${trouble}`);
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  }

  evaluate = <T>(work: string | ((arg: never) => T), arg?: unknown): Promise<Awaited<T>> =>
    typeof work === "string" ? this.evaluateText(work) : (this.run(work as (arg: unknown) => T, arg ?? null) as Promise<Awaited<T>>);
  private evaluateText<T>(text: string): Promise<T> {
    if (isExpression(text)) return this.run(`() => (${text})`) as Promise<T>;
    return this.ask<T>("POST", "/execute/sync", { script: text, args: [] });
  }
  waitForFunction = (work: string | ((arg: never) => unknown), arg?: unknown, limit?: Limit) =>
    this.until("never became true", () => this.evaluate(work, arg), limit);
  waitForTimeout = (time: number) => new Promise((done) => setTimeout(done, time));
  waitForLoadState = () => this.until("never loaded", () => this.run(() => document.readyState === "complete"));
  waitForURL = (address: string | RegExp | ((address: URL) => boolean), limit?: Limit) =>
    this.until(
      `never came to ${address}`,
      async () => {
        const now = await this.currentAddress();
        if (typeof address === "function") return address(new URL(now));
        return (typeof address === "string" ? asExpression(address) : address).test(now);
      },
      limit,
    );
  waitForSelector = (selector: string, options?: Limit) => this.find(selector).waitFor(options);

  private address = "about:blank";
  private currentAddress = async () => {
    this.address = await this.ask<string>("GET", "/url");
    return this.address;
  };
  // A press may have closed the window.
  noteAddress = () => this.currentAddress().catch(() => undefined);
  /** The address when last asked: Playwright's `url` is synchronous, which this driver's is not. */
  url = () => this.address;
  title = () => this.ask<string>("GET", "/title");

  /** @returns what is known of the response */
  async goto(address: string): Promise<{ headers(): Record<string, string> }> {
    await this.keepErrors();
    await this.ask("POST", "/url", { url: address });
    const type = await this.run(() => document.contentType);
    return { headers: () => ({ "content-type": type }) };
  }
  setContent = async (html: string) => {
    await this.run((text: string) => {
      document.open();
      document.write(text);
      document.close();
    }, html);
  };
  async reload(): Promise<void> {
    await this.keepErrors();
    await this.ask("POST", "/refresh", {});
    await this.run(() => null);
  }
  goBack = () => this.ask("POST", "/back", {});
  goForward = () => this.ask("POST", "/forward", {});

  /** Saves the page's errors before they are lost with its document. */
  async keepErrors(): Promise<void> {
    const said = await this.ask<string[] | null>("POST", "/execute/sync", {
      script: "return window.flow?.errors.splice(0) ?? []",
      args: [],
    });
    this.owner.errors.push(...(said ?? []));
  }

  addInitScript = async (script: (arg: never) => unknown, arg?: unknown) => this.owner.network.beginWith(this, asCall(script, arg));

  /** Windows of this engine are at least 334 px wide, so checks at 320 px run at that width. */
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const [rect, inner] = await Promise.all([
        this.ask<{ width: number; height: number }>("GET", "/window/rect"),
        this.ask<number[]>("POST", "/execute/sync", { script: "return [innerWidth, innerHeight]", args: [] }),
      ]);
      if (inner[0] === width && inner[1] === height) return;
      await this.ask("POST", "/window/rect", { x: 0, y: 0, width: rect.width + width - inner[0], height: rect.height + height - inner[1] });
      await this.waitForTimeout(100);
    }
  }
  viewportSize = () => null;
  emulateMedia = async (media: { colorScheme?: string | null; media?: string | null; reducedMotion?: string | null }) => {
    if (Object.values(media).some((value) => value !== null && value !== "light" && value !== "no-preference"))
      this.unable("another theme of the system");
  };
  bringToFront = () => this.ask("POST", "/window", { handle: this.handle });
  pdf = async () => this.unable("pages as PDF");
  screenshot = async () => Buffer.from(await this.ask<string>("GET", "/screenshot"), "base64");

  on(event: string, hear: (request: Heard) => void): this {
    if (event === "request") this.owner.network.listen(this, hear);
    // The page records its own errors, and a dialog fails the next command.
    return ["request", "pageerror", "console", "dialog"].includes(event) ? this : this.unable(`the event "${event}"`);
  }
  off = () => this;
  removeAllListeners = () => this;
  route = async (pattern: string | RegExp, handler: Parameters<Network["route"]>[2]) => this.owner.network.route(this, pattern, handler);
  unroute = async (pattern: string | RegExp) => this.owner.network.unroute(this, pattern);
  clock = {
    /** Gives the page a fixed clock. */
    setFixedTime: async (time: number) => this.owner.network.beginWith(this, asCall(stopClock, time)),
  };

  async waitForEvent(event: string, { timeout }: Limit = {}): Promise<unknown> {
    if (event === "filechooser") {
      await this.until("no file was asked for", () => this.run(() => window.flow.isFileWanted()), { timeout });
      return { setFiles: (files: GivenFile | GivenFile[]) => this.giveFiles(null, files) };
    }
    if (event === "load") return this.anotherDocument(timeout);
    if (event !== "download") return this.unable(`the event "${event}"`);
    const file = await this.until("nothing was saved", () => this.run(() => window.flow.taken()), { timeout });
    const path = join(mkdtempSync(join(tmpdir(), "prospect-saved-")), basename(file.name));
    let base64 = "";
    while (base64.length < file.length) {
      base64 += await this.run((start: number, length: number) => window.flow.takenFrom(start, length), base64.length, LONGEST_ANSWER);
    }
    writeFileSync(path, Buffer.from(base64, "base64"));
    return { suggestedFilename: () => file.name, path: async () => path, failure: async () => null };
  }

  /** Waits until the page has loaded another document. */
  private async anotherDocument(timeout?: number): Promise<void> {
    await this.run(() => void Object.assign(window, { isBefore: true }));
    await this.until("was not loaded again", () => this.run(() => !("isBefore" in window) && document.readyState === "complete"), {
      timeout,
    });
  }

  giveFiles(selector: string | null, files: GivenFile | GivenFile[]): Promise<boolean> {
    const given = [files]
      .flat()
      .map((file) =>
        typeof file === "string"
          ? { name: basename(file), type: "", base64: readFileSync(file).toString("base64") }
          : { name: file.name, type: file.mimeType ?? "", base64: file.buffer.toString("base64") },
      );
    return this.run((input: string | null, list: typeof given) => window.flow.choose(input, list), selector, given);
  }

  private act = (actions: object[]) => this.ask("POST", "/actions", { actions });
  keyboard = {
    press: (keys: string) => this.act([{ type: "key", id: "keys", actions: pressed(keys) }]),
    type: (text: string) => this.act([{ type: "key", id: "keys", actions: typed(text) }]),
    down: (key: string) => this.act([{ type: "key", id: "keys", actions: pressed(key).slice(0, 1) }]),
    up: (key: string) => this.act([{ type: "key", id: "keys", actions: pressed(key).slice(1) }]),
    insertText: (text: string) => this.run((words: string) => document.execCommand("insertText", false, words), text),
  };
  private point = (actions: object[]) => this.act([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
  mouse = {
    move: async (x: number, y: number, _options?: { steps?: number }) => {
      this.pointer = { x: Math.round(x), y: Math.round(y) };
      await this.point([{ type: "pointerMove", duration: 0, ...this.pointer }]);
    },
    down: () => this.point([{ type: "pointerDown", button: 0 }]),
    up: () => this.point([{ type: "pointerUp", button: 0 }]),
    click: async (x: number, y: number, { clickCount = 1 }: { clickCount?: number } = {}) => {
      const press = [
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await this.point([
        { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
        ...Array.from({ length: clickCount }, () => press).flat(),
      ]);
    },
    dblclick: (x: number, y: number) => this.mouse.click(x, y, { clickCount: 2 }),
    wheel: (deltaX: number, deltaY: number) =>
      this.act([{ type: "wheel", id: "wheel", actions: [{ type: "scroll", ...this.pointer, deltaX, deltaY, duration: 0 }] }]),
  };
  touchscreen = { tap: () => this.unable("fingers") };

  async close(): Promise<void> {
    if (this.closed) return;
    await this.keepErrors();
    this.closed = true;
    await this.owner.leave(this, this.handle);
  }
}
