import { it } from "vitest";
import { itInAll, itInLongRuns } from "../fixtures/in-all";
import { fillClipboard, priceList, sharedSession } from "./browser";

const session = sharedSession({ onDisk: true });

async function paste(page: Awaited<ReturnType<(typeof session)["current"]["open"]>>, text: string): Promise<void> {
  await fillClipboard(page, text);
  await page.getByRole("textbox", { name: "Market Data" }).focus();
  await page.keyboard.press("Control+V");
}

/** A tab whose data field is empty, whatever was in it before. */
async function emptied() {
  const page = await session.current.open("/garch-model");
  await page.getByRole("tab", { name: "Data Input" }).click();
  const clear = page.getByRole("button", { name: /^(Clear|Remove)$/ }).first();
  if (await clear.isVisible()) await clear.click();
  return page;
}

/** A tab whose series of 30,000 values is stored: another tab has seen it. */
async function withSeries() {
  const page = await emptied();
  await paste(page, priceList(30_000));
  await page.getByText("30,000").first().waitFor();
  await page.getByRole("tab", { name: "Data Input" }).click();
  const other = await session.current.open("/market-analysis");
  await other.getByRole("button", { name: "Use a loaded series" }).click();
  await other
    .getByText(/30,000/)
    .first()
    .waitFor();
  await other.close();
  return page;
}

itInLongRuns("inputs and loaded series survive a reload", async () => {
  const page = await withSeries();
  await page.reload();
  await page.getByText("30,000").first().waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Persistence", { exact: true }).first().waitFor();
  await page.close();
});

it("a tab closed in the middle of saving loses nothing saved before", async () => {
  await (await withSeries()).close();
  const page = await emptied();
  await paste(page, priceList(1_000_000, 3));
  // The tab is closed while the series is being read or written.
  await page.getByRole("progressbar").or(page.getByText("1,000,000")).first().waitFor();
  await page.close({ runBeforeUnload: false });

  const next = await session.current.open("/market-analysis");
  await next.getByRole("button", { name: "Use a loaded series" }).click();
  await next
    .getByText(/30,000/)
    .first()
    .waitFor();
  await next.keyboard.press("Escape");
  await next.close();
});

itInLongRuns("two tabs see each other's series and lose none", async () => {
  const first = await emptied();
  const second = await session.current.open("/market-analysis");
  await first.bringToFront();
  await paste(first, priceList(25_000, 4));
  await first.getByText("25,000").first().waitFor();
  await second.bringToFront();
  await paste(second, priceList(27_000, 5));
  await second.getByText("27,000").first().waitFor();
  await second.getByRole("button", { name: "Use a loaded series" }).first().click();
  await second
    .getByText(/25,000/)
    .first()
    .waitFor();
  await second
    .getByText(/27,000/)
    .first()
    .waitFor();
  await first.close();
  await second.close();
});

itInAll("a canceled fit of a million rows ends at once, and the next one runs", async () => {
  const page = await emptied();
  await paste(page, priceList(1_000_000, 6));
  await page.getByText("1,000,000").first().waitFor();
  // These orders take seconds; the default fit of a million rows would be done before anyone could press Cancel.
  const order = async (value: string) => {
    for (const name of ["GARCH(p)", "ARCH(q)"]) await page.getByRole("textbox", { name, exact: true }).fill(value);
  };
  await order("5");
  await page.keyboard.press("Control+Enter");
  const cancel = page.getByRole("button", { name: "Cancel" }).first();
  await cancel.waitFor();
  const started = Date.now();
  await cancel.click();
  await page.getByRole("button", { name: "Run Analysis" }).waitFor();
  console.log(`Cancel in the middle of a fit on 1,000,000 rows: the screen was ready again after ${Date.now() - started} ms`);
  // Any result, even one arriving late, would take the place of the sample result.
  const sample = page.locator('figure[aria-label^="Sample result"]');
  await sample.waitFor({ state: "attached" });
  await order("1");
  await page.keyboard.press("Control+Enter");
  await sample.waitFor({ state: "detached" });
  await page.getByText("Persistence", { exact: true }).first().waitFor();
  await page.close();
});
