import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { auditEverywhere } from "./audit";
import { atRest, sharedSession } from "./browser";

const session = sharedSession();

/** Two daily price series, the second more volatile, and a column for which no figures can be computed. */
function table(): string {
  const rows = Array.from({ length: 160 }, (_, row) => {
    const date = new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);
    const price = (k: number) => (100 * Math.exp(0.01 * k * Math.sin(row * (1 + k / 7)) + 0.001 * row)).toFixed(4);
    return `${date},${price(1)},${price(2)},${(-row - 2).toFixed(1)}`;
  });
  return `Date,CALM,WILD,RUIN\n${rows.join("\n")}\n`;
}

it("shows loaded series as rows, notifies of alerts, keeps both after a reload, and opens a row in a tool", async () => {
  const page = await session.current.openAlone("/watchlist");
  const file = { name: "panel.csv", mimeType: "text/csv", buffer: Buffer.from(table()) };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByText("all done").waitFor();
  const list = page.getByRole("grid", { name: "Watchlist" });
  const row = (name: string) => list.getByRole("row").filter({ hasText: name });
  expect(await row("WILD").innerText()).toMatch(/2024-06-08/);
  // A series without figures says why, and does not stop the others.
  expect(await page.getByRole("table", { name: "Series without figures" }).innerText()).toMatch(/RUIN[\s\S]*return/i);

  // By another program's definition if one is chosen, with ours below; alerts and decisions keep ours.
  const head = (name: string) => list.getByRole("columnheader", { name });
  const choose = async (program: RegExp) => {
    await head("VaR").getByRole("button", { name: "About Value at risk" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Key figures as/ })
      .click();
    await page.getByRole("option", { name: program }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await choose(/^QuantStats/);
  await head("VaR, QuantStats").waitFor();
  await expect.poll(() => row("WILD").innerText()).toMatch(/\d\.\d\d%\s+here \d\.\d\d%/);
  await choose(/^Prospect/);
  await head("VaR, QuantStats").waitFor({ state: "detached" });
  expect(await row("WILD").innerText()).not.toContain("here");

  const rail = page.getByRole("region", { name: "Alerts" });
  await rail.getByRole("button", { name: "Figure" }).click();
  await page.getByRole("option", { name: "Volatility" }).click();
  await rail.getByRole("button", { name: "Is" }).click();
  await page.getByRole("option", { name: "above" }).click();
  await rail.getByRole("textbox", { name: "Threshold" }).fill("5");
  await rail.getByRole("button", { name: "Add alert" }).click();
  await page.getByText("met by 2 series").waitFor();
  await page.getByRole("button", { name: /Notifications/ }).click();
  expect(await page.getByRole("dialog").innerText()).toMatch(/Volatility above 5%[\s\S]*CALM[^\n]*WILD/);
  await page.keyboard.press("Escape");

  await page.reload();
  await atRest(page);
  await page.getByText("met by 2 series").waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report (HTML)" }).click()]);
  const report = readFileSync(await saved.path(), "utf8");
  expect(saved.suggestedFilename()).toBe("watchlist-report.html");
  for (const words of [/Watchlist of 3 series/, /CALM · panel\.csv 2024-06-08/, /RUIN/, /Volatility above 5%/])
    expect(words.test(report)).toBe(true);
  expect(await auditEverywhere(page)).toEqual([]);
  // On a phone, the alerts are among the few columns, fully visible.
  await page.setViewportSize({ width: 390, height: 844 });
  const alerts = await list.getByRole("columnheader", { name: "Alerts" }).boundingBox();
  expect((alerts?.x ?? 0) + (alerts?.width ?? 999)).toBeLessThanOrEqual(390);

  await list.getByRole("button", { name: /Open WILD/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "GARCH Model" }).click();
  await page.getByText(/160 values read/).waitFor();
  // The opened series has become a dataset, and is still one row.
  await page.goto(`${session.current.origin}/watchlist`);
  await page.getByText("all done").waitFor();
  const names = async () => (await list.getByRole("button", { name: /Open/ }).allInnerTexts()).map((text) => text.split("\n")[0]);
  await expect.poll(names).toEqual(["CALM · panel.csv", "WILD · panel.csv", "RUIN · panel.csv"]);
});
