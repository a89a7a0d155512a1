import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Screen, screens } from "../../src/routes";
import { ALL, family } from "../fixtures/in-all";
import { auditEverywhere, DESK_ONLY, unreached } from "./audit";
import { quiet, sharedSession } from "./browser";

/** Every screen there is or will be, and an address nobody knows. */
const ADDRESSES: string[] = [...screens.map(({ paths: [path] }: Screen) => path), "/no-such-page"];
/**
 * Screens whose own flows hold them to the same with their results, tab by tab: of one that is empty, short runs see that Tab comes
 * everywhere.
 */
const WITH_RESULTS = [
  ...["/llm-trader", "/alpha-miner", "/market-analysis", "/risk-management", "/garch-model", "/market-curiosity", "/markov-regime"],
  ...["/lyapunov", "/convert-data", "/data-integration", "/integration", "/quant-edge-ai", "/batch", "/portfolio", "/validation"],
  ...["/system-status", "/docs", "/test-api", "/clients"],
];

const session = sharedSession();

describe("every screen of the route table as it opens", () => {
  let page: Page;
  beforeAll(async () => {
    page = await session.current.context.newPage();
  });
  afterAll(() => page?.close());

  if (!ALL)
    it.each(WITH_RESULTS)("%s: Tab reaches every control", async (path) => {
      await page.goto(session.current.origin + path);
      await page.locator("main h1").first().waitFor();
      await quiet(page);
      expect(await unreached(page)).toEqual([]);
    });

  family(
    ADDRESSES,
    (path) => !WITH_RESULTS.includes(path),
    (addresses) =>
      it.each(addresses)(
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
      ),
  );
});

it("wrote no error on the way", () => expect(session.current.errors).toEqual([]));
