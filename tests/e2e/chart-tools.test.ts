import { expect, it } from "vitest";
import { DAY } from "../../workers/contract";
import { quiet, sharedSession } from "./browser";

const session = sharedSession();
const rows = Array.from({ length: 300 }, (_, i) => {
  const close = 100 + 10 * Math.sin(i / 20) + i / 30;
  const cells = [close - 0.5, close + 1, close - 1, close].map((value) => value.toFixed(2));
  return [new Date(Date.UTC(2020, 0, 1) + i * DAY).toISOString().slice(0, 10), ...cells, 1000 + i].join(",");
});
const file = { name: "instrument.csv", mimeType: "text/csv", buffer: Buffer.from(["Date,Open,High,Low,Close,Volume", ...rows].join("\n")) };

it("indicators and drawings on a series survive a reload, and can be removed", async () => {
  const page = await session.current.open("/garch-model");
  await page.locator('input[type="file"]').first().setInputFiles(file);
  const chart = page.getByRole("application").first();
  await chart.waitFor();
  const menu = page.getByRole("button", { name: "Indicators", exact: true });
  await menu.waitFor();
  await menu.press("Enter");
  await page.getByRole("menuitem", { name: "Average true range (ATR)" }).press("Enter");
  await page.getByRole("button", { name: "ATR 14: settings" }).waitFor();
  await expect.poll(() => chart.innerText()).toContain("ATR 14");

  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await chart.focus();
  for (const key of ["Home", "Enter", "End", "Enter"]) await page.keyboard.press(key);
  const drawings = page.getByRole("region", { name: "Drawings" });
  await drawings.getByText("Maximum drawdown").waitFor();
  expect(await drawings.innerText()).toContain("299");
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await chart.focus();
  for (const key of ["End", "Enter"]) await page.keyboard.press(key);
  await page.getByLabel("Text").fill("<b>not bold</b>");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await drawings.getByText("<b>not bold</b>").waitFor();
  await quiet(page);

  await page.reload();
  await drawings.getByText("<b>not bold</b>").waitFor();
  await drawings.getByText("Maximum drawdown").waitFor();
  await page.getByRole("button", { name: "Remove ATR 14" }).click();
  await expect.poll(() => chart.innerText()).not.toContain("ATR 14");
  await page.getByRole("button", { name: "Remove note 2" }).click();
  await expect.poll(() => drawings.innerText()).not.toContain("not bold");
  await page.getByRole("button", { name: "Undo drawing" }).click();
  await drawings.getByText("<b>not bold</b>").waitFor();
});
