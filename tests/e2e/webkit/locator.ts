import {
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  getByTitleSelector,
} from "ivya";
import type { GivenFile, Limit, Window } from "./windows";

type Text = string | RegExp;
type Exact = { exact?: boolean };
type RoleOptions = Parameters<typeof getByRoleSelector>[1];

export interface Filter {
  hasText?: Text;
  hasNotText?: Text;
  has?: WebKitLocator;
  hasNot?: WebKitLocator;
  visible?: boolean;
}

/** A text as written in nested selectors. */
const asText = (text: Text) => getByTextSelector(text).slice("internal:text=".length);
const inside = (kind: string, locator: WebKitLocator) => `internal:${kind}=${JSON.stringify(locator.selector)}`;

/** Playwright's queries, in a page or below an element. */
export abstract class Finding {
  abstract find(selector: string): WebKitLocator;
  getByRole = (role: string, options?: RoleOptions) => this.find(getByRoleSelector(role, options));
  getByText = (text: Text, options?: Exact) => this.find(getByTextSelector(text, options));
  getByLabel = (text: Text, options?: Exact) => this.find(getByLabelSelector(text, options));
  getByPlaceholder = (text: Text, options?: Exact) => this.find(getByPlaceholderSelector(text, options));
  getByTitle = (text: Text, options?: Exact) => this.find(getByTitleSelector(text, options));
  getByTestId = (id: Text) => this.find(getByTestIdSelector("data-testid", id));
  locator = (selector: string | WebKitLocator, filter?: Filter) => {
    const found = typeof selector === "string" ? this.find(selector) : this.find(inside("chain", selector));
    return filter ? found.filter(filter) : found;
  };
}

/** Playwright's locator, as far as the flows use it, on WebKitGTK's driver. */
export class WebKitLocator extends Finding {
  constructor(
    readonly owner: Window,
    readonly selector: string,
  ) {
    super();
  }

  page = () => this.owner;
  find(selector: string): WebKitLocator {
    return new WebKitLocator(this.owner, `${this.selector} >> ${selector}`);
  }
  filter({ hasText, hasNotText, has, hasNot, visible }: Filter): WebKitLocator {
    const parts = [
      hasText !== undefined && `internal:has-text=${asText(hasText)}`,
      hasNotText !== undefined && `internal:has-not-text=${asText(hasNotText)}`,
      has && inside("has", has),
      hasNot && inside("has-not", hasNot),
      visible !== undefined && `visible=${visible}`,
    ];
    return parts.reduce<WebKitLocator>((found, part) => (part ? found.find(part) : found), this);
  }
  or = (other: WebKitLocator) => this.find(inside("or", other));
  and = (other: WebKitLocator) => this.find(inside("and", other));
  nth = (place: number) => this.find(`nth=${place}`);
  first = () => this.nth(0);
  last = () => this.nth(-1);

  /** Waits for the element and returns what `read` gives for it. */
  private async read<T>(read: (element: never, arg: never) => T, arg: unknown = null, limit?: Limit): Promise<Awaited<T>> {
    const work = `async (selector, arg) => { const element = window.flow.one(selector); return element && { value: await (${read})(element, arg) }; }`;
    const look = () => this.owner.run(work, this.selector, arg) as Promise<{ value: unknown } | null>;
    const found = await this.owner.until(`is not there: ${this.selector}`, look, limit);
    return found.value as Awaited<T>;
  }

  count = () => this.owner.run((selector: string) => window.flow.all(selector).length, this.selector);
  all = async () => Array.from({ length: await this.count() }, (_, place) => this.nth(place));
  // WebKit adds a line break at the start or end where an empty block is.
  innerText = (limit?: Limit) => this.read((element: HTMLElement) => element.innerText.replace(/^\n+|\n+$/g, ""), null, limit);
  textContent = (limit?: Limit) => this.read((element: HTMLElement) => element.textContent, null, limit);
  inputValue = (limit?: Limit) => this.read((element: HTMLInputElement) => element.value, null, limit);
  getAttribute = (name: string, limit?: Limit) => this.read((element: Element, of: string) => element.getAttribute(of), name, limit);
  isChecked = (limit?: Limit) => this.read((element: Element) => window.flow.isChecked(element), null, limit);
  isDisabled = (limit?: Limit) => this.read((element: Element) => window.flow.isDisabled(element), null, limit);
  isEnabled = (limit?: Limit) => this.read((element: Element) => !window.flow.isDisabled(element), null, limit);
  focus = (limit?: Limit) => this.read((element: HTMLElement) => element.focus(), null, limit);
  blur = (limit?: Limit) => this.read((element: HTMLElement) => element.blur(), null, limit);
  scrollIntoViewIfNeeded = (limit?: Limit) =>
    this.read((element: HTMLElement) => element.scrollIntoView({ block: "nearest" }), null, limit);
  boundingBox = (limit?: Limit) =>
    this.read(
      (element: HTMLElement) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      },
      null,
      limit,
    );
  evaluate = <T>(work: (element: never, arg: never) => T, arg?: unknown, limit?: Limit) => this.read(work, arg ?? null, limit);
  evaluateAll = <T>(work: (elements: never, arg: never) => T, arg?: unknown): Promise<Awaited<T>> =>
    this.owner.run(`(selector, arg) => (${work})(window.flow.all(selector), arg)`, this.selector, arg ?? null) as Promise<Awaited<T>>;
  allInnerTexts = () => this.evaluateAll((elements: HTMLElement[]) => elements.map(({ innerText }) => innerText.replace(/^\n+|\n+$/g, "")));
  allTextContents = () => this.evaluateAll((elements: HTMLElement[]) => elements.map(({ textContent }) => textContent));
  isVisible = () =>
    this.owner.run((selector: string) => {
      const element = window.flow.one(selector);
      return element !== null && window.flow.isVisible(element);
    }, this.selector);
  dispatchEvent = (type: string) =>
    this.read((element: Element, name: string) => void element.dispatchEvent(new Event(name, { bubbles: true })), type);

  async waitFor({
    state = "visible",
    timeout,
  }: {
    state?: "attached" | "detached" | "visible" | "hidden";
    timeout?: number;
  } = {}): Promise<void> {
    const done = () =>
      this.owner.run(
        (selector: string, wanted: string) => {
          const element = window.flow.one(selector);
          const inSight = element !== null && window.flow.isVisible(element);
          return wanted === "attached"
            ? element !== null
            : wanted === "detached"
              ? element === null
              : wanted === "visible"
                ? inSight
                : !inSight;
        },
        this.selector,
        state,
      );
    await this.owner.until(`is not ${state}: ${this.selector}`, done, { timeout });
  }

  /** The driver's reference to the element, once a press would reach it. */
  private async pressable(limit?: Limit, position?: { x: number; y: number }): Promise<string> {
    let reason = "";
    const ready = async () => {
      const answer = await this.owner.run(
        (selector: string, at: { x: number; y: number } | undefined) => window.flow.pressable(selector, at),
        this.selector,
        position,
      );
      if (typeof answer !== "string") return Object.values(answer as unknown as Record<string, string>)[0];
      reason = answer;
      return null;
    };
    return this.owner.until(() => `${reason}: ${this.selector}`, ready, limit);
  }

  async click(options: Limit & { position?: { x: number; y: number }; clickCount?: number; modifiers?: string[] } = {}): Promise<void> {
    const { position, clickCount = 1 } = options;
    const element = await this.pressable(options, position);
    const { x, y, width, height } = await this.boundingBox(options);
    const at = position ? { x: x + position.x, y: y + position.y } : { x: x + width / 2, y: y + height / 2 };
    if (options.modifiers) return this.owner.unable("keys held during a press");
    if (position || clickCount > 1) await this.owner.mouse.click(at.x, at.y, { clickCount });
    else await this.owner.ask("POST", `/element/${element}/click`, {});
    await this.owner.noteAddress();
  }
  dblclick = (options?: Limit) => this.click({ ...options, clickCount: 2 });
  async hover(options: Limit & { position?: { x: number; y: number } } = {}): Promise<void> {
    await this.pressable(options, options.position);
    const { x, y, width, height } = await this.boundingBox(options);
    const { position = { x: width / 2, y: height / 2 } } = options;
    await this.owner.mouse.move(x + position.x, y + position.y);
  }
  async fill(text: string, limit?: Limit): Promise<void> {
    let reason = "";
    const write = async () => {
      reason = await this.owner.run((selector: string, words: string) => window.flow.fill(selector, words), this.selector, text);
      return reason === "";
    };
    await this.owner.until(() => `${reason}: ${this.selector}`, write, limit);
  }
  clear = (limit?: Limit) => this.fill("", limit);
  async press(keys: string, limit?: Limit): Promise<void> {
    await this.focus(limit);
    await this.owner.keyboard.press(keys);
  }
  async pressSequentially(text: string, limit?: Limit): Promise<void> {
    await this.focus(limit);
    await this.owner.keyboard.type(text);
  }
  type = this.pressSequentially;
  async setInputFiles(files: GivenFile | GivenFile[], limit?: Limit): Promise<void> {
    const paths = [files].flat();
    if (!paths.every((file) => typeof file === "string")) {
      await this.owner.until(`is not there: ${this.selector}`, () => this.owner.giveFiles(this.selector, files), limit);
      return;
    }
    const find = () => this.owner.run((selector: string) => window.flow.one(selector), this.selector);
    const input = (await this.owner.until(`is not there: ${this.selector}`, find, limit)) as unknown as Record<string, string>;
    await this.owner.ask("POST", `/element/${Object.values(input)[0]}/value`, { text: paths.join("\n") });
  }
}
