import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { ALL } from "../fixtures/in-all";
import { leanAxe, runAxe } from "../fixtures/lean-axe";
import { ENGINE } from "./browser";

const AXE = leanAxe(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules that depend on the theme; all others check structure, text and sizes, which no theme changes. */
const OF_THE_THEME = ["color-contrast", "link-in-text-block"];
/** WebKitGTK keeps the system theme it started with, so only one can be checked. */
const THEMES = ENGINE === "webkit" ? (["light"] as const) : (["light", "dark"] as const);
/**
 * Widths mostly change the spacing, so axe checks all of them only in the full run. The same goes for a phone's width: 400% uses the same
 * layout with less room.
 */
const WIDTHS = ALL ? [1440, 768, 390] : [1440, 768];
const AXE_WIDTHS = ALL ? WIDTHS : [1440];
/** 1280 px at 400%. */
const REFLOW = { width: 320, height: 256 };
/** Every screen has at least the search, the bell, the user menu and some links. */
const MIN_STOPS = 8;
/** For parts of a screen where other widths reveal nothing new. */
const DESK_ONLY = [1440];
/**
 * For tabs after the first: their surroundings are the same, and their contents are checked at other widths, in the dark theme and at 400%
 * only in `npm run test:all`, as each view redraws the charts.
 */
export const LATER_TAB: LookOptions = ALL ? {} : { widths: DESK_ONLY, later: true };
const DESK = { width: 1440, height: 900 };

interface LookOptions {
  /** Also checks the shell's bars and menus in every theme and width; they are the same on all screens, so one screen suffices. */
  shell?: boolean;
  /** Widths to check; the first tab is also checked at 400%. */
  widths?: number[];
  /** Checks only the open tab, if there is one, in one theme and at one width. */
  later?: boolean;
}

/** Runs in the page: marks the part to check and returns its selector, which is what axe expects. */
function partOf(later: boolean): string {
  for (const before of document.querySelectorAll("[data-looked-at]")) before.removeAttribute("data-looked-at");
  const open = later && [...document.querySelectorAll("main [role=tabpanel]")].find((panel) => panel.checkVisibility());
  if (!open) return "main";
  open.setAttribute("data-looked-at", "");
  return "[data-looked-at]";
}

/** Runs in the page: waits for animations and frames that follow a change of width or theme. */
async function passed(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  // After a resize, headless Chromium sometimes stops drawing for good, hence the time limit.
  const within = (moment: Promise<unknown>) => Promise.race([moment, new Promise((done) => setTimeout(done, 1000))]);
  await within(Promise.allSettled(passing.map((animation) => animation.finished)));
  for (let frame = 0; frame < 3; frame++) await within(new Promise(requestAnimationFrame));
}

/** Scrolled to the top, so that nothing is half covered by the bar. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(passed);
}

async function violations(page: Page, theme: "light" | "dark", part: string): Promise<string[]> {
  const runOnly = theme === "light" ? { type: "tag", values: TAGS } : { type: "rule", values: OF_THE_THEME };
  // Without preload, as none of these rules reads style sheets.
  const results = await page.evaluate(runAxe, [part, { runOnly, resultTypes: ["violations"], preload: false }] as const);
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

/** By how much the page overflows its window horizontally, as a message; empty if it does not. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth;
    return over > 0 ? [`${over} px too wide`] : [];
  });

/** Axe violations of the page in both themes, and horizontal overflow at its widths and at 400%. */
export async function auditEverywhere(page: Page, { shell = false, widths = WIDTHS, later = false }: LookOptions = {}): Promise<string[]> {
  const found: string[] = [];
  // The page's policy refuses injected script tags, but does not apply to code the driver evaluates.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const part = await page.evaluate(partOf, later);
  // A chart's placeholder pulses, so its contrast varies.
  await page.getByText("Loading chart…").first().waitFor({ state: "detached" });
  for (const width of widths) {
    await page.setViewportSize({ ...DESK, width });
    if (!AXE_WIDTHS.includes(width)) {
      await settled(page);
      found.push(...(await tooWide(page)).map((line) => `${width}: ${line}`));
      continue;
    }
    for (const theme of later ? (["light"] as const) : THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await settled(page);
      const whole = shell || (theme === "light" && width === DESK.width && !later);
      const here = [...(await violations(page, theme, whole ? "html" : part)), ...(await tooWide(page))];
      found.push(...here.map((line) => `${theme} ${width}: ${line}`));
    }
  }
  // Each further width would redraw the charts.
  if (later && !ALL) return found;
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(REFLOW);
  await settled(page);
  found.push(...(await tooWide(page)).map((line) => `400%: ${line}`));
  await page.setViewportSize(DESK);
  await settled(page);
  return found;
}

/** Axe violations of the whole page in both themes, including what floats over it. */
export async function auditOpen(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    // Not scrolled to the top: floating parts would move or close.
    await page.evaluate(passed);
    found.push(...(await violations(page, theme, "html")).map((line) => `${theme}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** Presses Tab repeatedly, each time after the previous press has arrived. */
async function pressTab(page: Page, times: number): Promise<void> {
  for (let step = 0; step < times; step++) await page.keyboard.press("Tab");
}

/**
 * Presses Tab through the whole page and names the controls it never reached. Of radio buttons, tabs and the cells of a grid, menu or list,
 * one is a tab stop and the others are reached by arrow keys; a number field's small buttons repeat what its arrow keys do.
 */
export async function unreached(page: Page, { later = false }: LookOptions = {}): Promise<string[]> {
  const part = later ? await page.evaluate(partOf, true) : "body";
  const stops = await page.evaluate((root) => {
    const all = [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]")];
    const wanted = all.filter((control) => {
      if (!control.closest(root)) return false;
      if (control.closest("[aria-hidden=true], [inert], [hidden], [data-live-announcer]")) return false;
      if ("disabled" in control && control.disabled) return false;
      if (control.tabIndex < 0) {
        const natural = control.matches("a[href], button, input, select, textarea, summary");
        return natural && !control.closest("[role=tablist], [role=grid], [role=menu], [role=listbox], [role=radiogroup], [role=group]");
      }
      const box = control.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && getComputedStyle(control).visibility !== "hidden";
    });
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
    // Once every control has been reached the focus stays in the page: next would be the browser's own controls, and not every engine gives
    // the focus back.
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
  }, part);
  await page.evaluate((root) => {
    // Starts at the top of the page or tab, wherever the focus was.
    const top = document.querySelector<HTMLElement>(root) ?? document.body;
    const own = top.getAttribute("tabindex");
    top.tabIndex = -1;
    top.focus();
    if (own === null) top.removeAttribute("tabindex");
    else top.setAttribute("tabindex", own);
  }, part);
  // A later tab may contain only text.
  if (stops < (later ? 0 : MIN_STOPS)) throw new Error(`only ${stops} controls on the page`);
  // A page that was still loading has more stops than counted, so a second round is allowed.
  for (let round = 0; round < 2; round++) {
    await pressTab(page, stops + 4);
    if ((await page.evaluate(() => (window as unknown as { leftOfWalk: () => number }).leftOfWalk())) === 0) break;
  }
  return page.evaluate(() => (window as unknown as { endWalk: () => string[] }).endWalk());
}
