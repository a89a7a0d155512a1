import type { Page } from "playwright";
import { expect, it } from "vitest";
import { auditEverywhere } from "./audit";
import { openEmpty, sharedSession } from "./browser";

const session = sharedSession();
const PATIENT = { timeout: 60_000 };

/** Two datasets of the workspace. */
async function loadTwo(): Promise<Page> {
  const page = await openEmpty(session.current, "/market-analysis");
  for (const [sample, count] of [
    ["Simulated market", /values read/],
    ["WTI crude oil", /8,321 values read/],
  ] as const) {
    await page.getByRole("button", { name: sample, exact: true }).first().click();
    await page.getByText(count).first().waitFor(PATIENT);
  }
  return page;
}

it("puts another loaded series beside a price, rebased to 100, and keeps it over a reload", { timeout: 120_000 }, async () => {
  const page = await loadTwo();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Analyze|Run)/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Add a series" }).first().click(PATIENT);
  await page
    .getByRole("menuitem", { name: /^Simulated market/ })
    .first()
    .click();
  const rebase = page.getByRole("checkbox", { name: "Rebase to 100" }).first();
  await rebase.waitFor({ state: "attached", timeout: 20_000 });
  expect(await rebase.isChecked()).toBe(true);
  const legend = () => page.getByRole("application").first().innerText();
  await expect.poll(legend, PATIENT).toContain("Simulated market");
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page
    .getByRole("checkbox", { name: "Rebase to 100" })
    .first()
    .waitFor({ state: "attached", ...PATIENT });
  expect(session.current.errors).toEqual([]);
  await page.close();
});

it("compares two models, and two datasets, that have not been run, with linked cursors and a table of differences", {
  timeout: 180_000,
}, async () => {
  await (await loadTwo()).close();
  const page = await session.current.openAlone("/runs");
  const form = page.getByRole("region", { name: "Compare data or models" });
  await form.getByRole("button", { name: "Compare", exact: true }).click(PATIENT);
  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.getByText("Same data: every hash is equal.").waitFor(PATIENT);
  const likelihood = comparison
    .getByRole("table", { name: "Results" })
    .getByRole("row", { name: /log likelihood/i })
    .first();
  expect(await likelihood.innerText()).toMatch(/\d/);
  await comparison.getByRole("application").first().waitFor(PATIENT);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // One model of two datasets: the rows differ, and the charts stand beside each other.
  const second = form.getByRole("group", { name: "Second" });
  await second.getByRole("button", { name: /Model/ }).click();
  await page.getByRole("option", { name: "GARCH(1,1), Skewed-t", exact: true }).click();
  await second.getByRole("button", { name: /Dataset/ }).click();
  await page
    .getByRole("option", { name: /^Simulated market/ })
    .first()
    .click();
  await form.getByRole("button", { name: "Compare", exact: true }).click();
  await comparison.getByText(/^Different data/).waitFor(PATIENT);
  await expect.poll(() => comparison.getByRole("application").count(), PATIENT).toBe(2);
  await comparison.getByRole("application").first().locator(".u-over").first().hover();
  expect(session.current.errors).toEqual([]);
  await page.close();
});
