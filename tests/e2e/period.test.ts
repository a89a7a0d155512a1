import type { Page } from "playwright";
import { expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { choose, quiet, sharedSession } from "./browser";

const session = sharedSession();
const sample = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
const fold = (page: Page) => page.getByRole("button", { name: /^Period/ });
const handle = (page: Page, end: "First" | "Last") => page.getByRole("slider", { name: `${end} row of the period` });
const compared = (page: Page) => page.getByRole("region", { name: "Period and whole series" });
/** A key figure: for the period, and for the whole series. */
const figure = async (page: Page, label: string): Promise<string[]> =>
  (
    await compared(page)
      .locator("div", { has: page.locator(`dt:text-is("${label}")`) })
      .last()
      .locator("dd")
      .innerText()
  ).split("\n");

/** Number of rows of the period, as its note says. */
const rowsIn = async (page: Page): Promise<number> =>
  Number.parseInt(((await fold(page).innerText()).match(/([\d,]+) of/) ?? ["", ""])[1].replaceAll(",", ""), 10);

/** Drags the first handle by 60 px, and keeps the mouse button down; returns where the drag began. */
async function startDrag(page: Page): Promise<[x: number, y: number]> {
  await fold(page).click();
  const first = handle(page, "First");
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  if (!box) throw new Error("no handle");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 6 });
  return [x, y];
}

it("dragging a period over the series: the model follows, beside the whole; one run is kept, and all of it can be restored", async () => {
  const page = await session.current.open("/garch-model");
  await sample(page, /WTI/);
  await page.getByText(/values read, \d+ dropped/).waitFor();
  await choose(page, "Error Distribution", "Normal");
  await page.getByRole("button", { name: "Run Analysis" }).click();
  await page.getByText("Persistence", { exact: true }).first().waitFor();
  await quiet(page);
  expect(await compared(page).count()).toBe(0);

  // Collapsed content is not rendered with every new series.
  expect(await page.getByRole("slider", { name: "First row of the period", includeHidden: true }).count()).toBe(0);
  const [x, y] = await startDrag(page);
  // The mouse button is still down, so the figures are for a period in passing.
  await compared(page).waitFor();
  const [passing, whole] = await figure(page, "Returns");
  expect(whole).toMatch(/ whole$/);
  expect(Number.parseInt(passing.replace(",", ""), 10)).toBeLessThan(Number.parseInt(whole.replace(",", ""), 10));
  await page.mouse.move(x + 90, y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => fold(page).innerText()).toMatch(/[\d,]+ of [\d,]+ rows/);
  await page.getByTitle(/\(\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d\)/).waitFor();
  const rows = await rowsIn(page);
  // There is one return less than prices; the last run is for the final period.
  await expect.poll(async () => (await figure(page, "Returns"))[0]).toContain((rows - 1).toLocaleString("en-US"));
  await quiet(page);
  expect(await page.getByRole("alert").count()).toBe(0);

  await page.goto(`${session.current.origin}/runs`);
  const runs = page.getByRole("row").filter({ hasText: "GARCH(1,1), Normal" });
  await expect.poll(() => runs.count()).toBe(2);
  await runs.filter({ hasText: "–" }).first().waitFor();

  await page.goto(`${session.current.origin}/garch-model`);
  await expect.poll(() => fold(page).innerText()).toContain(`${rows.toLocaleString("en-US")} of`);
  await page.getByRole("button", { name: "Run Analysis" }).click();
  await compared(page).waitFor();
  // The whole series' figures now come from the list of runs.
  await expect.poll(async () => (await figure(page, "Persistence")).length).toBe(2);
  await page.getByRole("tab", { name: "Data Input" }).click();
  await page.getByRole("button", { name: "Whole series" }).click();
  await expect.poll(() => fold(page).innerText()).toContain("Whole series");
  await page.close();
});

itInLongRuns("by keyboard and by dates; typed input is restored with the whole series", async () => {
  const page = await session.current.openAlone("/risk-management");
  const day = (row: number) => new Date(Date.UTC(2024, 0, 1) + row * 86_400_000).toISOString().slice(0, 10);
  const text = Array.from({ length: 200 }, (_, row) => `${day(row)},${100 + 5 * Math.sin(row / 9)}`).join("\n");
  await page.getByRole("textbox").first().fill(`Date,Close\n${text}`);
  await page.getByText("200 values read, 0 dropped").waitFor();
  await page.getByRole("button", { name: "Analyze Portfolio Risk" }).first().click();
  await page.getByText("Sharpe", { exact: false }).first().waitFor();
  await quiet(page);
  await fold(page).click();
  await handle(page, "First").focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("PageUp");
  await expect.poll(() => fold(page).innerText()).toContain("140 of 200 rows");
  await compared(page).waitFor();
  await expect.poll(async () => (await figure(page, "Returns"))[0]).toBe("139");
  const from = page.getByRole("group", { name: "From" });
  await from.getByRole("spinbutton").first().focus();
  await page.keyboard.type("05012024");
  await expect.poll(() => fold(page).innerText()).toContain("79 of 200 rows");
  await page.getByRole("button", { name: "Whole series" }).click();
  await expect.poll(() => page.getByRole("textbox").first().inputValue()).toContain(text.slice(0, 60));
  await page.getByText("200 values read, 0 dropped").waitFor();
  await page.close();
});

itInLongRuns("the timing of regimes follows a period being dragged, and is tested on the final one", async () => {
  const page = await session.current.open("/markov-regime");
  await sample(page, /WTI/);
  await page.getByText(/values read, \d+ dropped/).waitFor();
  await page.getByRole("button", { name: "Run Analysis" }).click();
  await page.getByRole("tab", { name: "Timing" }).click();
  await page.getByText(/4,159 circular shifts/).waitFor();
  await quiet(page);
  await startDrag(page);
  // The mouse button is still down.
  const shifts = page.getByText(/\d circular shifts/);
  await expect.poll(() => shifts.allInnerTexts()).not.toEqual([expect.stringContaining("4,159 circular")]);
  await shifts.waitFor();
  await page.mouse.up();
  await expect.poll(() => fold(page).innerText()).toMatch(/[\d,]+ of [\d,]+ rows/);
  const rows = await rowsIn(page);
  // The second half of the returns, shifted by every step except zero.
  const half = rows - 1 - Math.floor((rows - 1) / 2);
  await page.getByText(`${(half - 1).toLocaleString("en-US")} circular shifts`).waitFor();
  await quiet(page);
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.close();
});
