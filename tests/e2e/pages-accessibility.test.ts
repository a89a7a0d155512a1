import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { audit } from "./audit";
import { startSession } from "./browser";

const WIDTHS = [1440, 768, 390];
const PATHS = [
  "/",
  "/dashboard",
  "/dashboard?tab=features",
  "/dashboard?tab=pricing",
  "/demo",
  "/subscription",
  "/profile",
  "/logout",
  "/settings",
  "/no-such-page",
];

for (const colorScheme of ["light", "dark"] as const) {
  describe(`axe, ${colorScheme}`, () => {
    let session: Awaited<ReturnType<typeof startSession>>;
    beforeAll(async () => {
      session = await startSession(inject("origin"), { colorScheme });
    });
    afterAll(() => session?.close());

    it.each(PATHS)("finds nothing on %s at three widths, and nothing runs over the side", async (path) => {
      const page = await session.open(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await audit(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      }
      // 1280 px at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.close();
    });
  });
}

describe("with the keyboard alone", () => {
  let session: Awaited<ReturnType<typeof startSession>>;
  beforeAll(async () => {
    session = await startSession(inject("origin"));
  });
  afterAll(() => session?.close());

  it.each(["/", "/dashboard", "/demo", "/subscription", "/profile", "/logout", "/settings"])(
    "Tab reaches every control of %s",
    async (path) => {
      const page = await session.open(path);
      await page.waitForTimeout(1500);
      // A group of radio buttons or tabs is one stop.
      const wanted = await page.evaluate(() => {
        const controls = [
          ...document.querySelectorAll<HTMLElement>("main a[href], main button, main input, main textarea, main [role=tab]"),
        ];
        const reachable = controls.filter((control) => {
          if (control.closest("[aria-hidden=true], [inert], [hidden]") || control.tabIndex < 0) return false;
          return !("disabled" in control && control.disabled) && control.getClientRects().length > 0;
        });
        const stops = reachable.filter(
          (control) => !(control instanceof HTMLInputElement && control.type === "radio") || control.value === "analyst",
        );
        for (const [index, stop] of stops.entries()) stop.dataset.stop = String(index);
        return stops.length;
      });
      expect(wanted).toBeGreaterThan(1);
      const reached = new Set<string>();
      await page.locator("main h1").first().focus();
      for (let step = 0; step < wanted + 5; step++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.stop);
        if (stop !== undefined) reached.add(stop);
      }
      expect(reached.size).toBe(wanted);
      await page.close();
    },
  );
});
