import type { Locator, Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { family, LONG } from "../fixtures/in-all";
import { ENGINE, type Session, startSession } from "./browser";

/** A way to press a control. */
interface Way {
  name: "keyboard" | "touch" | "mouse";
  phone: boolean;
  press(page: Page, control: Locator): Promise<void>;
}

/** More tab stops than any screen with a result has. */
const MAX_STOPS = 400;

/** Number of key presses in a case. */
let keys = 0;

/** Presses Tab (Shift+Tab if the control is above) until the control has the focus, which is set by no other means. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const isAbove = await control.evaluate(
    (element) => (element.compareDocumentPosition(document.activeElement ?? document.body) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    keys++;
    await page.keyboard.press(isAbove ? "Shift+Tab" : "Tab");
  }
  throw new Error("Tab never reached the control");
}

const WAYS: readonly Way[] = [
  {
    name: "keyboard",
    phone: false,
    async press(page, control) {
      await tabTo(page, control);
      await page.keyboard.press("Enter");
    },
  },
  { name: "touch", phone: true, press: (_, control) => control.tap() },
  { name: "mouse", phone: false, press: (_, control) => control.click() },
];

/** The fourteen tools, the label of their first button, and the button that computes the result if the first one does not. */
const TOOLS: readonly { path: string; start: string; run?: RegExp }[] = [
  { path: "garch-model", start: "Start with a sample" },
  { path: "risk-management", start: "Start with a sample" },
  { path: "market-analysis", start: "Start with a sample" },
  { path: "markov-regime", start: "Start with a sample" },
  { path: "lyapunov", start: "Start with a sample" },
  { path: "market-curiosity", start: "Start with a sample" },
  { path: "backtester", start: "Start with a sample" },
  { path: "strategy-builder?tab=backtest", start: "Start with a sample" },
  { path: "alpha-miner", start: "Start with a sample" },
  { path: "validation", start: "Start with a sample" },
  { path: "portfolio", start: "Start with a sample" },
  { path: "quant-edge-ai", start: "Start with a sample" },
  { path: "llm-trader", start: "Start with an example" },
  { path: "convert-data", start: "Start with a sample", run: /^Convert to CSV/ },
];
const CASES = TOOLS.flatMap((tool) => WAYS.map((way) => ({ ...tool, way, by: way.name })));
/** Short runs take one way in each of three tools. */
const STANDS = ["markov-regime touch", "convert-data mouse", ...(LONG ? ["garch-model keyboard"] : [])];

/** What a first-time visitor does: get a result, find out what one of its figures means, and save a file of it. Returns the file's name. */
async function firstMinute(page: Page, { start, run, way }: (typeof CASES)[number]): Promise<string> {
  const main = page.getByRole("main");
  const press = (control: Locator) => way.press(page, control);
  await press(main.getByRole("button", { name: start }).first());
  if (run) {
    const [file] = await Promise.all([page.waitForEvent("download"), press(main.getByRole("button", { name: run }))]);
    // This result is a message, without a figure to explain.
    await main.getByText(/^Data successfully converted/).waitFor();
    return file.suggestedFilename();
  }
  await main.getByRole("navigation", { name: "Next steps" }).waitFor({ timeout: 60_000 });
  await understood(page, press);
  const menu = main.getByRole("button", { name: "Export", exact: true });
  const saves = (await menu.count()) > 0 ? menu.first() : main.getByRole("button", { name: "CSV", exact: true }).first();
  // Tabbing there may take long where the driver needs a request per key.
  const download = page.waitForEvent("download", { timeout: 90_000 });
  await press(saves);
  const item = page.getByRole("menuitem").first();
  if (await menu.count()) {
    await item.waitFor();
    if (way.name === "keyboard") await page.keyboard.press("Enter");
    else await press(item);
  }
  return (await download).suggestedFilename();
}

/** Opens the explanation of the first figure, reads it and closes it. */
async function understood(page: Page, press: (control: Locator) => Promise<void>): Promise<void> {
  await press(
    page
      .getByRole("main")
      .getByRole("button", { name: /^About / })
      .filter({ visible: true })
      .first(),
  );
  const words = page.getByRole("dialog");
  await expect.poll(async () => (await words.innerText()).length, { timeout: 20_000 }).toBeGreaterThan(60);
  await page.keyboard.press("Escape");
  await words.waitFor({ state: "detached" });
}

describe("from a first visit to a result that is explained and exported", () => {
  family(
    CASES,
    ({ path, by }) => STANDS.includes(`${path} ${by}`),
    (cases) =>
      it.for(cases)("/$path, by $by alone", { timeout: 180_000 }, async (one, { skip }) => {
        if (one.way.phone && ENGINE === "webkit") skip("its driver has no fingers");
        const session: Session & { close(): Promise<void> } = await startSession(inject("origin"), { phone: one.way.phone });
        try {
          keys = 0;
          const started = performance.now();
          const page = await session.openAlone(`/${one.path}`);
          const file = await firstMinute(page, one);
          const seconds = (performance.now() - started) / 1000;
          console.log(
            `First visit to an exported, understood result, /${one.path}, by ${one.by}: ${seconds.toFixed(1)} s, Tab ${keys} times, ${file}`,
          );
          expect(file).toMatch(/\.(html|csv|json)$/);
          expect(await page.getByRole("main").getByRole("alert").allInnerTexts()).toEqual([]);
          expect(session.errors).toEqual([]);
        } finally {
          await session.close();
        }
      }),
  );
});
