import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findFirefox } from "../../scripts/browsers.mjs";
import { type Session, sharedSession } from "./browser";

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const sample = (page: Page) => press(page, "Start with a sample");
const loaded =
  (name: string | RegExp, action: string, seen?: string) =>
  async (page: Page): Promise<void> => {
    await press(page, name);
    if (seen) await page.getByText(seen).filter({ visible: true }).first().waitFor();
    await press(page, action);
  };

/** How a person starts with each tool: its sample, its defaults, its button. */
const TOOLS: Record<string, (page: Page) => Promise<void>> = {
  "/llm-trader": loaded("Use example text", "Generate Trading Signal"),
  "/alpha-miner": loaded("WTI crude oil", "Generate Alpha Factors", "8,321"),
  "/market-analysis": sample,
  "/risk-management": loaded("WTI crude oil", "Analyze Portfolio Risk", "8,321"),
  "/garch-model": loaded("DM/GBP benchmark", "Run Analysis", "1,974"),
  "/market-curiosity": sample,
  "/markov-regime": sample,
  "/lyapunov": sample,
  "/convert-data": loaded("Use this example", "Convert to CSV"),
  "/backtester": sample,
  "/strategy-builder": loaded("WTI crude oil", "Test Strategy", "8,321"),
  "/quant-edge-ai": sample,
  "/portfolio": loaded("Load four simulated assets", "Optimize Portfolio", "The weights sum to 100%."),
  "/validation": sample,
};

interface Answer {
  title: string;
  digest: string | null;
  parts: { path: string; digest: string }[];
}

/** The runs of a screen as the device keeps them; a digest is of every bit of the result. */
const answers = (page: Page, screen: string): Promise<Answer[]> =>
  page.evaluate(async (path) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const found: Answer[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      if (database.objectStoreNames.contains("records")) {
        const records = await settled(database.transaction("records").objectStore("records").getAll());
        for (const { kind, body } of records) if (kind === "run" && body.screen === path) found.push(body);
      }
      database.close();
    }
    return found.map(({ title, digest, parts }) => ({ title, digest, parts }));
  }, screen);

async function begin(session: Session, path: string): Promise<Page> {
  const page = await session.open(path);
  await TOOLS[path](page);
  return page;
}

/** The first answer of a page that is written down, or that of a title: a screen may ask more than one question. */
async function answerOf(page: Page, path: string, title?: string): Promise<Answer> {
  const find = async () => (await answers(page, path)).find((one) => one.digest !== null && one.title === (title ?? one.title));
  await expect.poll(find).toBeDefined();
  return (await find()) as Answer;
}

describe.skipIf(!findFirefox())("each tool with its sample and its defaults (skipped: no Firefox is installed)", () => {
  const inChromium = sharedSession({ engine: "chromium" });
  const inFirefox = sharedSession({ engine: "firefox" });

  it.each(Object.keys(TOOLS))("%s: the same bits in Firefox as in Chromium", async (path) => {
    const pages = await Promise.all([begin(inChromium.current, path), begin(inFirefox.current, path)]);
    const answered = await answerOf(pages[0], path);
    expect(await answerOf(pages[1], path, answered.title)).toEqual(answered);
    expect({ chromium: inChromium.current.errors, firefox: inFirefox.current.errors }).toEqual({ chromium: [], firefox: [] });
    for (const page of pages) await page.close();
  });
});
