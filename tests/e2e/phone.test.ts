import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { family } from "../fixtures/in-all";
import { ENGINE, openEmpty, quiet, sharedSession } from "./browser";
import { Fingers, type Point } from "./fingers";

/** Tables with more columns than fit on a phone, and the columns people open them for; `in` names the tab, if it is not the first. */
const TABLES: readonly { path: string; tables: readonly { in?: string; label: string; columns: readonly string[] }[] }[] = [
  {
    path: "/backtester",
    tables: [
      { label: "Backtest statistics", columns: ["Strategy", "Benchmark"] },
      { label: "Trades", columns: ["Profit", "Return"] },
    ],
  },
  {
    path: "/risk-management",
    tables: [
      { label: "Worst drawdowns", columns: ["Start", "Length", "Recovery days"] },
      { label: "Value at risk by method", columns: ["VaR", "ES"] },
    ],
  },
  { path: "/garch-model", tables: [{ in: "Forecast", label: "Forecast horizons", columns: ["Volatility", "95% band", "Annualized"] }] },
  {
    path: "/markov-regime",
    tables: [
      { in: "Model", label: "Regimes", columns: ["Return per year", "Volatility per year", "Duration (steps)"] },
      { in: "Forecast", label: "Forecast horizons", columns: ["Expected return (%)", "Volatility (%)"] },
    ],
  },
  {
    path: "/validation",
    tables: [
      { label: "Walk-forward windows", columns: ["In-sample", "Out-of-sample"] },
      { label: "Cross-Validation Results", columns: ["Sharpe Ratio", "Returns", "Max Drawdown"] },
    ],
  },
  {
    path: "/alpha-miner",
    tables: [
      { label: "Factor Statistics", columns: ["p"] },
      { in: "Analyze Factors", label: "Information Coefficients", columns: ["p"] },
    ],
  },
  { path: "/portfolio", tables: [{ label: "Whole shares", columns: ["Shares", "Order"] }] },
];

/** Engines scroll by fractions of a pixel. */
const ROUNDING = 1;

/** Columns whose headers are visible without scrolling. */
const headersInView = (table: Locator) =>
  table.evaluate((element) => {
    const { right } = (element.parentElement as Element).getBoundingClientRect();
    return [...element.querySelectorAll("thead th")]
      .filter((head) => head.getBoundingClientRect().right <= right + 1)
      .map((head) => (head.querySelector("button")?.firstChild ?? head.firstChild)?.textContent);
  });

/** Pixels by which a table overflows its container. */
const beyondEdge = (table: Locator) =>
  table.evaluate((element) => {
    const { scrollWidth, clientWidth } = element.parentElement as Element;
    return Math.max(0, scrollWidth - clientWidth - 1);
  });

/** The button that starts each tool without any input. */
const STARTS = Object.entries({
  "/portfolio": "Start with a sample",
  "/garch-model": "Start with a sample",
  "/risk-management": "Start with a sample",
  "/market-analysis": "Start with a sample",
  "/markov-regime": "Start with a sample",
  "/lyapunov": "Start with a sample",
  "/market-curiosity": "Start with a sample",
  "/backtester": "Start with a sample",
  "/strategy-builder?tab=backtest": "Start with a sample",
  "/alpha-miner": "Start with a sample",
  "/validation": "Start with a sample",
  "/quant-edge-ai": "Start with a sample",
  "/llm-trader": "Start with an example",
  "/convert-data": "Start with a sample",
  "/batch": "Start with a sample",
}).map(([path, name]) => ({ path, name }));
/** A tablet, and a phone with its browser's bars. The phone comes last, as Batch keeps the result made there. */
const SIZES = [
  { width: 768, height: 900 },
  { width: 390, height: 664 },
];

/** Total layout shift since the page was opened, except for shifts right after input. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const sum = (list: readonly PerformanceEntry[]) =>
          (list as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]).reduce(
            (all, { value, hadRecentInput }) => all + (hadRecentInput ? 0 : value),
            0,
          );
        new PerformanceObserver((list) => done(sum(list.getEntries()))).observe({ type: "layout-shift", buffered: true });
        // If there was no shift, the observer never fires.
        setTimeout(() => done(0), 500);
      }),
  );

/** What is shown below a tool's first answer. */
const answerOf = (main: Locator, path: string) =>
  path === "/batch"
    ? main.getByRole("table", { name: "Results by series" })
    : path === "/convert-data"
      ? main.getByText(/figures/).first()
      : main.getByRole("navigation", { name: "Next steps" });

/** Layout shift while a first answer is computed and drawn, from when its placeholder is shown. */
async function shiftsOfAnswer(page: Page, path: string, start: Locator): Promise<number> {
  const main = page.getByRole("main");
  await start.tap();
  await start.waitFor({ state: "detached" });
  const before = await shifts(page);
  await answerOf(main, path).waitFor();
  await main.getByRole("progressbar").first().waitFor({ state: "detached" });
  await quiet(page);
  return (await shifts(page)) - before;
}

/** Layout shift at the top of the page while its input is restored. */
async function shiftsOfReturn(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.reload();
  await page.locator("main h1").waitFor();
  await quiet(page);
  return shifts(page);
}

describe("on a phone of 390 px", () => {
  const session = sharedSession({ phone: true });

  family(
    STARTS,
    ({ path }) => path === "/portfolio",
    (cases) =>
      it.each(cases)("what starts $path is in view at once, and nothing shifts as page and answer are drawn", async ({ path, name }) => {
        for (const size of SIZES) {
          const page = await openEmpty(session.current, path);
          await page.setViewportSize(size);
          await page.reload();
          const start = page.getByRole("main").getByRole("button", { name }).first();
          await start.waitFor();
          await quiet(page);
          const box = await start.boundingBox();
          expect([size.width, (box?.y ?? Number.NaN) + (box?.height ?? 0) <= size.height]).toEqual([size.width, true]);
          if (ENGINE === "chromium") {
            expect(await shifts(page)).toBeLessThan(0.1);
            if (size.width === 390) {
              expect(await shiftsOfAnswer(page, path, start)).toBeLessThan(0.1);
              expect(await shiftsOfReturn(page)).toBeLessThan(0.1);
            }
          }
          await page.close();
        }
      }),
  );

  async function fitted(): Promise<Page> {
    const page = await session.current.openAlone("/garch-model");
    await page
      .getByRole("button", { name: /DM\/GBP/ })
      .first()
      .tap();
    await page.getByText("1,974").first().waitFor();
    await page.getByRole("button", { name: "Run Analysis" }).first().tap();
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    await quiet(page);
    return page;
  }

  it("a fit by touch: fingers read values, zoom, pan, and hold to read a zoomed chart", async () => {
    const page = await fitted();
    const fingers = await Fingers.on(page);
    const chart = page.getByRole("application").first();
    await chart.scrollIntoViewIfNeeded();
    const over = await chart.locator(".u-over").first().boundingBox();
    if (!over) throw new Error("no chart is drawn");
    const at = (share: number): Point => ({ x: over.x + share * over.width, y: over.y + over.height / 2 });
    /** The row under the cursor, from the readout above the chart. */
    const row = async () => Number(/^[\d,]+/.exec((await chart.innerText()).trim())?.[0].replace(",", "") ?? Number.NaN);
    const rowAt = async (share: number) => {
      const before = await row();
      await fingers.stroke([at(share)]);
      await expect.poll(row).not.toBe(before);
      return row();
    };
    /** A finger covers several rows. */
    const near = (found: number, expected: number) => expect(Math.abs(found - expected)).toBeLessThan(20);
    const left = await rowAt(0.25);
    const middle = await rowAt(0.5);
    const rows = 4 * (middle - left);
    expect(Math.abs(rows - 1974)).toBeLessThan(60);

    await fingers.stroke([at(0.4), at(0.6)], [at(0.3), at(0.7)], [at(0.2), at(0.8)]);
    const showAll = page.getByRole("button", { name: "Show all" }).first();
    await showAll.waitFor();
    near((await rowAt(0.75)) - (await rowAt(0.25)), rows / 6);

    // A drag moves the rows along: the middle row ends up a quarter further left. If the finger rests before lifting, there is no inertia.
    for (const share of [0.5, 0.4, 0.25]) await fingers.touch(at(share));
    await page.waitForTimeout(150);
    await fingers.lift();
    const panned = await rowAt(0.5);
    near(panned, middle + rows / 12);
    near(await rowAt(0.25), middle);

    // After holding, a drag reads values and the view stays.
    await fingers.touch(at(0.75));
    await page.waitForTimeout(500);
    await fingers.touch(at(0.6));
    await fingers.touch(at(0.5));
    await expect.poll(row).toBe(panned);
    await fingers.lift();
    near(await rowAt(0.25), middle);

    await showAll.tap();
    await showAll.waitFor({ state: "detached" });
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  family(
    TABLES,
    ({ path }) => path === "/backtester",
    (cases) =>
      it.each(cases)("the columns that matter of $path are in view, and no table scrolls sideways", async ({ path, tables }) => {
        const page = await openEmpty(session.current, path);
        const main = page.getByRole("main");
        await main.getByRole("button", { name: "Start with a sample" }).first().tap();
        await main.getByRole("navigation", { name: "Next steps" }).waitFor();
        for (const { in: tab, label, columns } of tables) {
          if (tab) await main.getByRole("tab", { name: tab }).tap();
          const table = main
            .locator("table")
            .and(page.getByLabel(label, { exact: true }))
            .first();
          await table.waitFor();
          await quiet(page);
          expect(await headersInView(table)).toEqual(expect.arrayContaining([...columns]));
          expect([label, await beyondEdge(table)]).toEqual([label, 0]);
        }
        await page.close();
      }),
  );

  it("the on-screen keyboard covers no field that is being edited", async () => {
    const page = await session.current.openAlone("/market-analysis");
    await quiet(page);
    const fields = page.getByRole("textbox").filter({ visible: true });
    for (const field of [fields.first(), fields.last()]) {
      await field.focus();
      // The keyboard takes the lower half of the viewport, as with `interactive-widget=resizes-content`.
      await page.setViewportSize({ width: 390, height: 400 });
      await expect
        .poll(async () => {
          const box = await field.boundingBox();
          return box !== null && box.y >= 48 && box.y + Math.min(box.height, 36) <= 400 + ROUNDING;
        })
        .toBe(true);
      await page.keyboard.insertText("1");
      await expect.poll(() => field.inputValue()).toContain("1");
      await page.setViewportSize({ width: 390, height: 844 });
    }
    await page.close();
  });

  const notch = it.runIf(ENGINE === "chromium");
  notch(
    "what is read and pressed stays clear of a notch and of the bar at the bottom (skipped: another engine has no notch to set)",
    async () => {
      const page = await session.current.openAlone("/settings");
      const devtools = await page.context().newCDPSession(page);
      await page.setViewportSize({ width: 844, height: 390 });
      await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: 47, right: 47, bottom: 34, top: 0 } });
      await expect.poll(async () => (await page.locator("main h1").boundingBox())?.x).toBeGreaterThanOrEqual(47 + 16);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBe(844);
      const room = await page.evaluate(() => getComputedStyle(document.querySelector("main") as Element).paddingBottom);
      expect(room).toBe("74px");
      await page.close();
    },
  );

  it("can be installed, with a name, icons and a start-up color", async () => {
    const page = await session.current.openAlone("/");
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector("link[rel=manifest]") as HTMLLinkElement;
      return (await fetch(href)).json();
    });
    expect(manifest).toMatchObject({ name: "Prospect", display: "standalone", background_color: "#11151b", start_url: "/" });
    expect(manifest.file_handlers[0]).toMatchObject({ action: "/?file", accept: { "text/csv": [".csv"] } });
    const { "application/x-prospect-sealed": own, ...known } = manifest.file_handlers[0].accept as Record<string, string[]>;
    expect(manifest.share_target.params.files[0].accept).toEqual([...Object.keys(known), ...Object.values(known).flat(), ...own]);
    // The other engines do not report whether the app is installable.
    if (ENGINE === "chromium") {
      const devtools = await page.context().newCDPSession(page);
      expect((await devtools.send("Page.getAppManifest")).errors).toEqual([]);
      const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
    }
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      const response = await page.request.get(session.current.origin + src);
      expect([src, response.status(), response.headers()["content-type"]]).toEqual([src, 200, type]);
      if (sizes === "any") continue;
      // The header of a PNG contains width and height.
      const bytes = await response.body();
      expect([src, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, sizes]);
    }
    await page.close();
  });
});
