import type { Network } from "./network";

/** How long something is waited for, in milliseconds. */
export type Limit = { timeout?: number };

/** A file as Playwright takes it. */
export type GivenFile = string | { name: string; mimeType?: string; buffer: Buffer };

/** A function and what it is given, as the text of a script that calls it. */
export const asCall = (work: unknown, arg: unknown): string => `(${work})(${JSON.stringify(arg) ?? ""});`;

/** What a page asks of the visitor it belongs to. */
export interface Visitor {
  /** Our part in the page, as one script. */
  readonly injected: string;
  readonly network: Network;
  /** What pages have said as errors. */
  readonly errors: string[];
  /** A command of WebDriver for one window. */
  ask<T>(handle: string, method: string, path: string, body?: object): Promise<T>;
  /** Skips the test: the driver lacks what it uses. */
  unable(what: string): never;
  leave(page: object, handle: string): Promise<void>;
}

/** What a locator asks of its page. */
export interface Window {
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  /** What a function returns in the page, or its promise; it is sent as text. */
  run<T, Args extends unknown[]>(work: string | ((...args: Args) => T), ...args: Args): Promise<Awaited<T>>;
  /** Looks again until there is something, or true. */
  until<T>(fault: string | (() => string), look: () => Promise<T | null | undefined | false>, limit?: Limit): Promise<T>;
  unable(what: string): never;
  /** Asks the driver where the page is by now. */
  noteAddress(): Promise<unknown>;
  giveFiles(selector: string | null, files: GivenFile | GivenFile[]): Promise<boolean>;
  keyboard: { press(keys: string): Promise<unknown>; type(text: string): Promise<unknown> };
  mouse: { move(x: number, y: number): Promise<void>; click(x: number, y: number, options?: { clickCount?: number }): Promise<void> };
}
