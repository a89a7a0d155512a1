import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findFirefox } from "../../scripts/browsers.mjs";
import { screens } from "../../src/routes";
import { checkSettings } from "../../src/state/checked-settings";
import { quiet, type Session, sharedSession } from "./browser";
import { TOOLS } from "./first-answers";
import { answerOf, takeSteps } from "./first-steps";
import { goOn } from "./tabs";

/** Screens without a first job to run. */
const OTHERS = screens.filter(({ paths }) => !(paths[0] in TOOLS)).map(({ paths, title }) => [paths[0], title] as const);
/** The home screen's heading differs from its title. */
const HEADINGS: Record<string, string> = { Home: "AI-Powered Behavioral Finance Platform" };

/** A small window has less to draw. */
const SIZE = { width: 1024, height: 640 };
/** Each visitor's tab, in which the app navigates from screen to screen as by its links. */
const tabs = new Map<Session, Page>();
async function open(session: Session, path: string): Promise<Page> {
  const tab = tabs.get(session);
  if (tab) {
    await goOn(tab, path);
    return tab;
  }
  const first = await session.open(path);
  await first.setViewportSize(SIZE);
  tabs.set(session, first);
  return first;
}

describe.skipIf(!findFirefox())("each screen in Firefox (skipped: no Firefox is installed)", () => {
  const inChromium = sharedSession({ engine: "chromium" });
  const inFirefox = sharedSession({ engine: "firefox" });
  const errors = () => ({ chromium: inChromium.current.errors.splice(0), firefox: inFirefox.current.errors.splice(0) });
  const NONE = { chromium: [], firefox: [] };

  it.each(OTHERS)("%s: %s opens without errors", async (path, title) => {
    const page = await open(inFirefox.current, path);
    expect(await page.locator("main h1").evaluate((heading) => heading.firstChild?.textContent)).toBe(HEADINGS[title] ?? title);
    await quiet(page);
    expect(await page.locator("main [role=alert]").allInnerTexts()).toEqual([]);
    expect(errors()).toEqual(NONE);
  });

  it.each(Object.keys(TOOLS))("%s: with its sample and its defaults gives the same bits as in Chromium", async (path) => {
    const [chromium, firefox] = await Promise.all(
      [inChromium, inFirefox].map(async ({ current }) => {
        const page = await open(current, path);
        await takeSteps(page, path);
        return page;
      }),
    );
    const { run, ...answered } = await answerOf(chromium, path);
    const { run: _, ...other } = await answerOf(firefox, path, answered.title);
    expect(other).toEqual(answered);
    // The recorded settings are those that were requested.
    expect(checkSettings(run, () => "").filter(({ verdict }) => verdict === "differs")).toEqual([]);
    expect(errors()).toEqual(NONE);
  });
});
