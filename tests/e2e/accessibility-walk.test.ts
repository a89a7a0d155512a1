import { describe, expect, it } from "vitest";
import { type Screen, screens } from "../../src/routes";
import { ALL, family, LONG } from "../fixtures/in-all";
import { auditEverywhere, LATER_TAB, unreached } from "./audit";
import { quiet, sharedSession } from "./browser";

/** Every screen of the route table, and an unknown address. */
const ADDRESSES: string[] = [...screens.map(({ paths: [path] }: Screen) => path), "/no-such-page"];
/**
 * Screens whose own flows make the same checks with results, tab by tab. Short runs check that Tab reaches every control of the empty
 * screen, for every third of those not in WALKED.
 */
const WITH_RESULTS = [
  ...["/llm-trader", "/alpha-miner", "/market-analysis", "/risk-management", "/garch-model", "/market-curiosity", "/markov-regime"],
  ...["/lyapunov", "/convert-data", "/data-integration", "/integration", "/quant-edge-ai", "/batch", "/portfolio", "/validation"],
  ...["/system-status", "/docs", "/test-api", ...(LONG ? ["/clients"] : [])],
];
/** Of WITH_RESULTS, the screens whose own flows also walk through all controls by Tab, with results. */
const WALKED = [
  ...["/llm-trader", "/market-analysis", "/risk-management", "/garch-model", "/markov-regime", "/lyapunov", "/data-integration"],
  ...["/integration", "/quant-edge-ai"],
];

const session = sharedSession();

describe("every screen of the route table as it opens", () => {
  if (!ALL)
    it.each(WITH_RESULTS.filter((path) => !WALKED.includes(path)).filter((_, place) => LONG || place % 3 === 0))(
      "%s: Tab reaches every control",
      async (path) => {
        const page = await session.current.open(path);
        await quiet(page);
        expect(await unreached(page)).toEqual([]);
        await page.close();
      },
    );

  family(
    ADDRESSES,
    (path) => !WITH_RESULTS.includes(path),
    (addresses) =>
      it.each(addresses)(
        "%s: passes axe in both themes at three widths, reflows at 400 percent, and Tab reaches every control, in each of its tabs",
        { timeout: ALL ? 240_000 : 90_000 },
        async (path) => {
          const page = await session.current.open(path);
          await quiet(page);
          expect(await auditEverywhere(page, { shell: path === "/" })).toEqual([]);
          expect(await unreached(page)).toEqual([]);
          // Its other tabs, reached by arrow key; other widths hardly matter there beyond what the first tab showed.
          const tabs = page.getByRole("main").getByRole("tablist").first().getByRole("tab", { disabled: false });
          for (let place = 1; place < (await tabs.count()); place++) {
            await tabs.nth(place - 1).focus();
            await page.keyboard.press("ArrowRight");
            const name = await tabs.nth(place).innerText();
            await page.getByRole("tab", { name, exact: true, selected: true }).first().waitFor();
            await quiet(page);
            const found = { axe: await auditEverywhere(page, LATER_TAB), unreached: await unreached(page, LATER_TAB) };
            expect({ name, ...found }).toEqual({ name, axe: [], unreached: [] });
          }
          await page.close();
        },
      ),
  );
});

it("logged no errors", () => expect(session.current.errors).toEqual([]));
