import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";
import { ALL } from "../fixtures/in-all";
import { ENGINE } from "./browser";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What the theme decides: the other rules look at structure, text and sizes, which no theme changes. */
const OF_THE_THEME = ["color-contrast", "link-in-text-block"];
/** WebKitGTK keeps the system's theme it began with: there is one to look at. */
const THEMES = ENGINE === "webkit" ? (["light"] as const) : (["light", "dark"] as const);
/** What widths change is mostly room, and that is looked at in all of them; axe goes to each in the run of all tests. */
const WIDTHS = [1440, 768, 390];
const AXE_WIDTHS = ALL ? WIDTHS : [1440];
/** 1280 px at 400%. */
const REFLOW = { width: 320, height: 256 };
/** Search, bell, user menu and a link or two are on every screen. */
const MIN_STOPS = 8;
/** For parts of a screen where the widths tell nothing new. */
export const DESK_ONLY = [1440];
/** For tabs after the first one: the bars are the same, and the widths of what is in them are looked at in `npm run test:all`. */
export const LATER_TAB = ALL ? {} : { widths: DESK_ONLY };
const DESK = { width: 1440, height: 900 };

/** What follows a change of width or theme by a frame or two has happened; from its top, the page has nothing half below the bar. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    scrollTo(0, 0);
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map((animation) => animation.finished));
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });

async function violations(page: Page, theme: "light" | "dark", part: "html" | "main"): Promise<string[]> {
  const runOnly = theme === "light" ? { type: "tag", values: TAGS } : { type: "rule", values: OF_THE_THEME };
  const results = await page.evaluate(
    async ([root, options]) => {
      const { axe } = window as unknown as { axe: { run(root: string, options: object): Promise<AxeResults> } };
      return axe.run(root, options);
    },
    [part, { runOnly, resultTypes: ["violations"] }] as const,
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

/** How far the page runs over the side of its window, in words; empty when it does not. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth;
    return over > 0 ? [`${over} px too wide`] : [];
  });

/**
 * What axe finds wrong with the page as it stands, in both themes, and where it runs over the side at three widths and at 400%.
 * @param shell also looks at bars and menus in every theme and width: they are the same on all screens, so one of them will do
 * @param widths where it is looked at; 400% always is
 */
export async function auditEverywhere(page: Page, { shell = false, widths = WIDTHS } = {}): Promise<string[]> {
  const found: string[] = [];
  // The page's policy refuses injected script tags; evaluating is the browser's own doing and is not bound by it.
  await page.evaluate(AXE);
  // What stands in a chart's place until it is drawn pulses, and has any contrast between its own and none.
  await page.getByText("Loading chart…").first().waitFor({ state: "detached" });
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    if (!AXE_WIDTHS.includes(width)) {
      await settled(page);
      found.push(...(await tooWide(page)).map((line) => `${width}: ${line}`));
      continue;
    }
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await settled(page);
      const whole = shell || (theme === "light" && width === DESK.width);
      const here = [...(await violations(page, theme, whole ? "html" : "main")), ...(await tooWide(page))];
      found.push(...here.map((line) => `${theme} ${width}: ${line}`));
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(REFLOW);
  await settled(page);
  found.push(...(await tooWide(page)).map((line) => `400%: ${line}`));
  await page.setViewportSize(DESK);
  await settled(page);
  return found;
}

/**
 * Presses Tab through the whole page and names the controls it never came to. Of radio buttons, tabs and the parts of a grid, menu or list,
 * one is a stop and arrow keys do the rest; the small buttons of a number field repeat what its arrow keys do.
 */
export async function unreached(page: Page): Promise<string[]> {
  const stops = await page.evaluate(() => {
    const wanted = [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
      (control) => {
        if (control.closest("[aria-hidden=true], [inert], [hidden], [data-live-announcer]")) return false;
        if ("disabled" in control && control.disabled) return false;
        if (control.tabIndex < 0) {
          const natural = control.matches("a[href], button, input, select, textarea, summary");
          return natural && !control.closest("[role=tablist], [role=grid], [role=menu], [role=listbox], [role=radiogroup], [role=group]");
        }
        const box = control.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && getComputedStyle(control).visibility !== "hidden";
      },
    );
    const groupOf = (control: HTMLElement) =>
      control instanceof HTMLInputElement && control.type === "radio" ? `radio ${control.name}` : control.closest("[role=radiogroup]");
    const reached = new Set<Element>();
    const missing = () => {
      const groups = new Set(wanted.filter((control) => reached.has(control)).map(groupOf));
      return wanted.filter((control) => {
        if (!control.isConnected || reached.has(control)) return false;
        return groupOf(control) === null || !groups.has(groupOf(control));
      });
    };
    document.addEventListener("focusin", ({ target }) => target instanceof Element && reached.add(target));
    // A walk that has come everywhere stays in the page: the browser's own bars are next, and not every engine gives the focus back.
    const stay = (event: KeyboardEvent) => {
      if (event.key === "Tab" && missing().length === 0) event.preventDefault();
    };
    document.addEventListener("keydown", stay, true);
    Object.assign(window, {
      leftOfWalk: () => missing().length,
      endWalk: () => {
        document.removeEventListener("keydown", stay, true);
        return missing().map((control) => control.outerHTML.slice(0, 160));
      },
    });
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    window.scrollTo(0, 0);
    return wanted.length;
  });
  await page.evaluate(() => {
    // The walk begins at the top of the page, wherever the focus was put when it opened.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  if (stops < MIN_STOPS) throw new Error(`only ${stops} controls on the page`);
  // A page that has gone on filling has more stops than it began with, and is walked once more.
  for (let round = 0; round < 2; round++) {
    for (let step = 0; step < stops + 4; step++) await page.keyboard.press("Tab");
    if ((await page.evaluate(() => (window as unknown as { leftOfWalk: () => number }).leftOfWalk())) === 0) break;
  }
  return page.evaluate(() => (window as unknown as { endWalk: () => string[] }).endWalk());
}
