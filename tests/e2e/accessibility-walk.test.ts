import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Screen, screens } from "../../src/routes";
import { auditEverywhere, unreached } from "./audit";
import { sharedSession } from "./browser";

/** Every screen there is or will be, each tab that has an address, and an address nobody knows. */
const TABS: Record<string, readonly string[]> = {
  "/dashboard": ["features", "pricing"],
  "/garch-model": ["analysis", "forecast", "settings"],
};
const ADDRESSES = [
  ...screens.flatMap(({ paths: [path] }: Screen) => [path, ...(TABS[path] ?? []).map((tab) => `${path}?tab=${tab}`)]),
  "/no-such-page",
];

const session = sharedSession();

describe("every screen of the route table as it opens", () => {
  let page: Page;
  beforeAll(async () => {
    page = await session.current.context.newPage();
  });
  afterAll(() => page?.close());

  it.each(ADDRESSES)(
    "%s: axe finds nothing in both themes at three widths, at 400 per cent it reflows, Tab reaches every control",
    async (path) => {
      await page.goto(session.current.origin + path);
      await page.locator("main h1").first().waitFor();
      await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
      // What comes when the page is quiet has come.
      await page.waitForTimeout(250);
      expect(await auditEverywhere(page, { shell: path === "/" })).toEqual([]);
      expect(await unreached(page)).toEqual([]);
    },
  );
});

it("wrote no error on the way", () => expect(session.current.errors).toEqual([]));
