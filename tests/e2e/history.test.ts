import type { Page } from "playwright";
import { expect } from "vitest";
import { itInAll } from "../fixtures/in-all";
import { sharedSession, takeSample } from "./browser";

const session = sharedSession({ keepsLeft: true, windowed: true });

/** Goes back to a page from the back/forward cache, without a load. */
async function back(page: Page): Promise<void> {
  await page.evaluate(() => history.back()).catch(() => undefined);
  await page.waitForFunction(() => "isBack" in window);
}

/** Leaves the app for a page without scripts: a message from another page of the app could evict this one from the cache. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) Object.assign(window, { isBack: true });
    }),
  );
  await page.goto(`${session.current.origin}/favicon.svg`);
}

itInAll("a page restored from the back/forward cache follows what was chosen in the meantime", async () => {
  const page = await session.current.openAlone("/settings");
  await page.getByRole("button", { name: "Collapse sidebar" }).waitFor();
  await leave(page);
  await page.evaluate(() => {
    localStorage.setItem("prospect.sidebar", '{"collapsed":true,"open":[]}');
    localStorage.setItem("prospect.theme", '"dark"');
  });
  await back(page);
  await page.getByRole("button", { name: "Expand sidebar" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await page.close();
});

itInAll("a fit continues when its page is restored", async () => {
  const page = await session.current.openAlone("/garch-model");
  await takeSample(page, "WTI crude oil");
  await page.getByText("8,321 values read").waitFor();
  await page.getByRole("button", { name: "Run Analysis" }).click();
  await leave(page);
  await back(page);
  await page.getByText("Persistence", { exact: true }).first().waitFor();
  // An image opened directly has no favicon.
  expect(session.current.errors.filter((error) => !error.includes("404"))).toEqual([]);
  await page.close();
});
