import type { Page } from "playwright";
import { afterAll, beforeEach } from "vitest";

/**
 * One tab for all tests of the surrounding block, opened before the first of them; a retried test gets a new one, without traces of the
 * first attempt.
 * @param open opens it in the current session
 * @param use receives the tab before each test
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
