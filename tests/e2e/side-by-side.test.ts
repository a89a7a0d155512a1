import { expect, it } from "vitest";
import { auditEverywhere } from "./audit";
import { openEmpty, sharedSession } from "./browser";

const session = sharedSession();
const PATIENT = { timeout: 60_000 };

/** A price, and a second column a hundred times as high. */
function prices(): string {
  const rows = Array.from({ length: 200 }, (_, row) => {
    const date = new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);
    const price = 50 + row / 4 + 3 * Math.sin(row / 5);
    return `${date},${price.toFixed(4)},${(100 * price + row).toFixed(4)}`;
  });
  return `Date,Close,Other\n${rows.join("\n")}\n`;
}

it("shows another loaded series beside a price, rebased to 100, and keeps it after a reload", { timeout: 120_000 }, async () => {
  const page = await session.current.openAlone("/market-analysis");
  const file = { name: "pair.csv", mimeType: "text/csv", buffer: Buffer.from(prices()) };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page
    .getByText(/^200 prices read/)
    .first()
    .waitFor(PATIENT);
  await page.getByRole("textbox", { name: "News Data" }).fill("Markets rally on strong growth");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Add a series" }).first().click(PATIENT);
  await page.getByRole("menuitem", { name: "pair.csv · Other" }).click();
  const rebase = page.getByRole("checkbox", { name: "Rebase to 100" }).first();
  await rebase.waitFor({ state: "attached", timeout: 20_000 });
  expect(await rebase.isChecked()).toBe(true);
  const legend = () => page.getByRole("application").first().innerText();
  await expect.poll(legend, PATIENT).toContain("pair.csv · Other");
  await page.getByRole("button", { name: "Table", exact: true }).first().click();
  const first = page.getByRole("row", { name: /^2024-01-01/ }).first();
  await expect.poll(() => first.innerText(), PATIENT).toMatch(/100\.00[\s\S]*100\.00/);
  await page.getByRole("button", { name: "Chart", exact: true }).first().click();
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page
    .getByText(/^200 prices read/)
    .first()
    .waitFor(PATIENT);
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("checkbox", { name: "Rebase to 100" })
    .first()
    .waitFor({ state: "attached", ...PATIENT });
  expect(session.current.errors).toEqual([]);
  await page.close();
});

it("compares two models, and two datasets, not run before, with linked cursors and a table of differences", {
  timeout: 180_000,
}, async () => {
  const field = await openEmpty(session.current, "/garch-model");
  for (const [sample, read] of [
    ["WTI crude oil", "8,321 values read"],
    ["DM/GBP benchmark", "1,974 values read"],
  ] as const) {
    await field.getByRole("button", { name: sample, exact: true }).first().click();
    await field.getByText(read).first().waitFor(PATIENT);
  }
  const page = await session.current.openAlone("/runs");
  const form = page.getByRole("region", { name: "Compare data or models" });
  // The dataset may not be saved yet, and would be lost with its tab.
  await form.getByText("DM/GBP benchmark").first().waitFor(PATIENT);
  await field.close();
  await form.getByRole("button", { name: "Compare", exact: true }).click(PATIENT);
  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.getByText("Same data: every hash is equal.").waitFor(PATIENT);
  const likelihood = comparison
    .getByRole("table", { name: "Results" })
    .getByRole("row", { name: /log-likelihood/i })
    .first();
  expect(await likelihood.innerText()).toMatch(/\d/);
  await comparison.getByRole("application").first().waitFor(PATIENT);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // One model on two datasets: the rows differ, and the charts are side by side.
  const second = form.getByRole("group", { name: "Second" });
  await second.getByRole("button", { name: /Model/ }).click();
  await page.getByRole("option", { name: "GARCH(1,1), Skewed-t", exact: true }).click();
  await second.getByRole("button", { name: /Dataset/ }).click();
  await page
    .getByRole("option", { name: /^WTI crude oil/ })
    .first()
    .click();
  await form.getByRole("button", { name: "Compare", exact: true }).click();
  await comparison.getByText(/^Different data/).waitFor(PATIENT);
  await expect.poll(() => comparison.getByRole("application").count(), PATIENT).toBe(2);
  await comparison.getByRole("application").first().locator(".u-over").first().hover();

  // A dataset that is too short: the message says which side it is on.
  await page.goto(`${session.current.origin}/watchlist`);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "short.csv", mimeType: "text/csv", buffer: Buffer.from("Close\n1\n2\n3\n") });
  await page.getByRole("button", { name: "Open short.csv" }).waitFor(PATIENT);
  await page.goto(`${session.current.origin}/runs`);
  await form.getByText("short.csv").first().waitFor(PATIENT);
  await form.getByRole("button", { name: "Compare", exact: true }).click();
  await expect.poll(() => form.getByRole("alert").innerText(), PATIENT).toMatch(/^First: .* at least 100 data points/);
  expect(session.current.errors).toEqual([]);
  await page.close();
});
