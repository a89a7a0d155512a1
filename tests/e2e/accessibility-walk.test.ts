import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Screen, screens } from "../../src/routes";
import { auditEverywhere, DESK_ONLY, unreached } from "./audit";
import { quiet, sharedSession } from "./browser";

/** Every screen there is or will be, and an address nobody knows. */
const ADDRESSES = [...screens.map(({ paths: [path] }: Screen) => path), "/no-such-page"];

const session = sharedSession();

describe("every screen of the route table as it opens", () => {
  let page: Page;
  beforeAll(async () => {
    page = await session.current.context.newPage();
  });
  afterAll(() => page?.close());

  it.each(ADDRESSES)(
    "%s: axe finds nothing in both themes at three widths, at 400 per cent it reflows, Tab reaches every control, in each of its tabs",
    { timeout: 240_000 },
    async (path) => {
      await page.goto(session.current.origin + path);
      await page.locator("main h1").first().waitFor();
      await quiet(page);
      expect(await auditEverywhere(page, { shell: path === "/" })).toEqual([]);
      expect(await unreached(page)).toEqual([]);
      // Its other tabs, one after the other by arrow key: the widths decide little in them that they did not in the first.
      const tabs = page.getByRole("main").getByRole("tablist").first().getByRole("tab", { disabled: false });
      for (let place = 1; place < (await tabs.count()); place++) {
        await tabs.nth(place - 1).focus();
        await page.keyboard.press("ArrowRight");
        const name = await tabs.nth(place).innerText();
        await page.getByRole("tab", { name, exact: true, selected: true }).first().waitFor();
        await quiet(page);
        const found = { axe: await auditEverywhere(page, { widths: DESK_ONLY }), unreached: await unreached(page) };
        expect({ name, ...found }).toEqual({ name, axe: [], unreached: [] });
      }
    },
  );
});

it("wrote no error on the way", () => expect(session.current.errors).toEqual([]));
