import { inject, it } from "vitest";
import { atRest, startSession } from "../browser";

interface Vitals {
  /** Milliseconds from the start of the navigation. */
  largestPaint: number;
  element: string;
  /** Total blocking time: the sum of each task's time beyond 50 ms. */
  blocked: number;
  shift: number;
  /** Compressed size of the page's own scripts, without workers. */
  scripts: number;
}

/** Metrics of a first visit as Lighthouse defines them, on this machine and without throttling: reported, not asserted. */
it.each(["/", "/dashboard", "/garch-model"])("%s", async (path) => {
  const session = await startSession(inject("origin"), { serviceWorker: true });
  try {
    const page = await session.context.newPage();
    await page.addInitScript(() => {
      const found = { largestPaint: 0, element: "", blocked: 0, shift: 0 };
      Object.assign(window, { vitals: found });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
          found.largestPaint = Math.round(entry.startTime);
          found.element = entry.element?.tagName.toLowerCase() ?? "";
        }
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) found.blocked += Math.max(0, Math.round(entry.duration - 50));
      }).observe({ type: "longtask", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) found.shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(session.origin + path);
    await page.locator("main h1").first().waitFor();
    await atRest(page);
    const { largestPaint, element, blocked, shift, scripts } = await page.evaluate((): Vitals => {
      const { vitals } = window as unknown as { vitals: Omit<Vitals, "scripts"> };
      const files = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
        ({ name, initiatorType }) => /\.js$/.test(new URL(name).pathname) && initiatorType !== "other",
      );
      return { ...vitals, scripts: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
    });
    console.log(
      `${path}: LCP ${largestPaint} ms (${element}), total blocking time ${blocked} ms, layout shift ${shift.toFixed(4)}, scripts ${(scripts / 1000).toFixed(0)} kB as served`,
    );
  } finally {
    await session.close();
  }
});
