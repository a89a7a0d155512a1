import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { ALL, family, LONG } from "../fixtures/in-all";
import { quiet, sharedSession } from "./browser";
import { sharedTab } from "./shared-tab";

/**
 * Reference pictures of the pages as they open, in both themes, made with Debian's Chromium; live figures are masked, and the Features tab
 * is left out, as it has nothing else. Fonts are rendered slightly differently elsewhere, so other systems take the pictures without
 * comparing them; and up to five pixels in a thousand may differ. After an intended change delete the page's pictures, run `npm test --
 * --project e2e tests/e2e/pictures.test.ts`, and look at every new one.
 */
const FOLDER = join("tests", "e2e", "__pictures__");
const COMPARED = process.platform === "linux";
const MAX_DIFFERENT = 0.005;
/** Difference per color channel allowed at the edges of letters. */
const SAME_COLOR = 48;
/** Milliseconds within which a page must match its picture. */
const PATIENCE = 10_000;
const SIZE = { width: 1280, height: 800 };

const figures = (page: Page) => page.getByRole("region", { name: "Dashboard figures" }).locator("dd, dd ~ *, dl > div > :last-child");
const panels =
  (...names: string[]) =>
  (page: Page) =>
    names.map((name) => page.getByRole("region", { name, exact: true }));
/** Live content by address: figures of this machine, versions, times. */
const LIVE: Record<string, (page: Page) => Locator[]> = {
  "/dashboard": (page) => [figures(page)],
  "/subscription": panels("On this device"),
  "/settings": panels("Computing", "Storage", "App"),
  // Events come and go and shift what is below them, so everything below the heading is live.
  "/system-status": (page) => [page.locator("main div:has(> div > section)"), page.getByText(/^Last updated/)],
  "/docs": panels("Base URL", "Usage"),
};
const ADDRESSES = [
  ...["/", "/dashboard", "/dashboard?tab=pricing", "/demo", "/profile", "/settings", "/runs", "/clients", "/subscription", "/logout"],
  ...["/market-analysis", "/garch-model", "/llm-trader", "/alpha-miner", "/risk-management", "/market-curiosity", "/markov-regime"],
  ...["/lyapunov", "/convert-data", "/backtester", "/strategy-builder", "/quant-edge-ai", "/batch", "/validation", "/portfolio"],
  ...["/data-integration", "/system-status", "/docs", "/test-api", "/no-such-page"],
];
const THEMES = ["light", "dark"] as const;
/** In short runs each page is compared in one theme, the next page in the other. */
const themesOf = (place: number) => THEMES.filter((_, theme) => ALL || place % THEMES.length === theme);
const nameOf = (path: string) => (path === "/" ? "home" : path.slice(1).replace(/[^a-z]+/g, "-"));

const session = sharedSession({ windowed: true });

/** Share of pixels whose color differs; 1 if the sizes differ. */
async function difference(page: Page, before: Buffer, now: Buffer): Promise<number> {
  return page.evaluate(
    async ([pictures, least]) => {
      const [first, second] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!first || !second || first.width !== second.width || first.height !== second.height) return 1;
      let different = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        const apart = [0, 1, 2].map((channel) => Math.abs(first.data[at + channel] - second.data[at + channel]));
        if (Math.max(...apart) > least) different++;
      }
      return different / (first.width * first.height);
    },
    [[before.toString("base64"), now.toString("base64")], SAME_COLOR] as const,
  );
}

/** How long a new reference must remain unchanged: parts loaded in idle time arrive late and one by one. */
const REST = 3000;

/** The first picture that is still the same after that time. */
async function atLast(page: Page, picture: () => Promise<Buffer>): Promise<Buffer> {
  let before = await picture();
  for (;;) {
    await page.waitForTimeout(REST);
    const now = await picture();
    if (now.equals(before)) return now;
    before = now;
  }
}

describe("every page looks as it did", () => {
  let page: Page;
  let bench: Page;
  beforeAll(() => void mkdirSync(FOLDER, { recursive: true }));
  sharedTab(
    () => session.current.context.newPage(),
    (tab) => {
      bench = tab;
    },
  );
  // Opened last and thus in front: idle callbacks of a background tab run only every two seconds.
  sharedTab(
    async () => {
      const tab = await session.current.context.newPage();
      await tab.setViewportSize(SIZE);
      // The sidebar remembers its open groups: no picture may depend on earlier pages.
      await tab.addInitScript(() => localStorage.clear());
      await tab.emulateMedia({ reducedMotion: "reduce" });
      return tab;
    },
    (tab) => {
      page = tab;
    },
  );

  const compared = async (path: string, themes: readonly ("light" | "dark")[]) => {
    await page.goto(session.current.origin + path);
    await page.locator("main h1").first().waitFor();
    await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
    await quiet(page);
    const mask = LIVE[path]?.(page) ?? [];
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await quiet(page);
      await page.getByText("Loading chart…").first().waitFor({ state: "detached" });
      const picture = () => page.screenshot({ mask, maskColor: "#888888", animations: "disabled", caret: "hide" });
      const file = join(FOLDER, `${nameOf(path)}-${theme}.png`);
      if (!existsSync(file)) writeFileSync(file, await atLast(page, picture));
      else if (COMPARED) {
        const kept = readFileSync(file);
        // Charts are redrawn in the theme's colors by another thread, so a picture may be taken too early.
        const over = async () => {
          const now = await picture();
          return { file, over: !now.equals(kept) && (await difference(bench, kept, now)) > MAX_DIFFERENT };
        };
        await expect.poll(over, { timeout: PATIENCE }).toEqual({ file, over: false });
      }
    }
  };
  family(
    ADDRESSES.map((path, place) => [path, themesOf(place)] as const),
    (_, place) => (LONG ? place % 4 < 2 : place % 5 === 0),
    (addresses) => it.each(addresses)("%s, %s", compared),
  );
});
