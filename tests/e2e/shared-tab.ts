import type { Page } from "playwright";
import { afterAll, beforeEach } from "vitest";

/**
 * One tab for all tests beside the call, opened before the first of them; a test that is tried again has one of its own, where nothing is left
 * of the first try.
 * @param open opens it in the session of the moment
 * @param use is told before each test which one is its
 */
export function sharedTab(open: () => Promise<Page>, use: (tab: Page) => void): void {
  const opened: Page[] = [];
  beforeEach(async ({ task }) => {
    const again = Boolean(task.result?.retryCount);
    if (again || opened.length === 0) opened.push(await open());
    use(again ? opened[opened.length - 1] : opened[0]);
  });
  afterAll(async () => {
    for (const tab of opened.splice(0)) await tab.close();
  });
}
