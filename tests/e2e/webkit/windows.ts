import type { Network } from "./network";

/** Time limit in milliseconds. */
export type Limit = { timeout?: number };

/** A file in Playwright's notation. */
export type GivenFile = string | { name: string; mimeType?: string; buffer: Buffer };

/** A function and its argument as a script that calls it. */
export const asCall = (work: unknown, arg: unknown): string => `(${work})(${JSON.stringify(arg) ?? ""});`;

/** What a page needs from its visitor. */
export interface Visitor {
  /** Our code for the page, as one script. */
  readonly injected: string;
  readonly network: Network;
  /** Errors of all pages. */
  readonly errors: string[];
  /** Sends a WebDriver command for one window. */
  ask<T>(handle: string, method: string, path: string, body?: object): Promise<T>;
  /** Skips the test, as the driver lacks what it uses. */
  unable(what: string): never;
  leave(page: object, handle: string): Promise<void>;
}

/** What a locator needs from its page. */
export interface Window {
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  /** The result of a function run in the page, promises awaited; the function is sent as source text. */
  run<T, Args extends unknown[]>(work: string | ((...args: Args) => T), ...args: Args): Promise<Awaited<T>>;
  /** Polls until there is a result. */
  until<T>(fault: string | (() => string), look: () => Promise<T | null | undefined | false>, limit?: Limit): Promise<T>;
  unable(what: string): never;
  /** Updates the page's address from the driver. */
  noteAddress(): Promise<unknown>;
  giveFiles(selector: string | null, files: GivenFile | GivenFile[]): Promise<boolean>;
  keyboard: { press(keys: string): Promise<unknown>; type(text: string): Promise<unknown> };
  mouse: { move(x: number, y: number): Promise<void>; click(x: number, y: number, options?: { clickCount?: number }): Promise<void> };
}
