import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { ALL, itInAll, itInLongRuns } from "../fixtures/in-all";
import { dateOf, folder, jsonOf, prices, run as runCommand, writePrices } from "../node/command";
import { auditEverywhere } from "./audit";
import { atRest, choose, exported, type Session, setNumber, sharedSession, watchMainThread } from "./browser";

const session = sharedSession();

/** A table with a column per series; the columns in `short` end after a few rows. */
function wide(series: number, length: number, short: readonly number[] = []): string {
  const columns = Array.from({ length: series }, (_, k) => prices(k, length));
  const rows = Array.from({ length }, (_, row) => {
    const cells = columns.map((column, k) => (short.includes(k) && row >= 40 ? "" : column[row].toFixed(4)));
    return `${dateOf(row)},${cells.join(",")}`;
  });
  return `Date,${columns.map((_, k) => `S${String(k).padStart(4, "0")}`).join(",")}\n${rows.join("\n")}\n`;
}

/** The screen without the data and the last run of an earlier test, which would be restored from the device. */
async function openBatch(open: Session["open"]): Promise<Page> {
  const page = await open("/batch");
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.deleteDatabase("prospect-batch").onsuccess = done;
      }),
  );
  await page.reload();
  await atRest(page);
  const clear = page.getByRole("button", { name: "Clear", exact: true });
  if (await clear.isEnabled()) await clear.click();
  return page;
}

async function opened(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page
    .getByText(/values read/)
    .first()
    .waitFor();
}

/** Chooses files by the browser's own picker, which a test replaces, or by the file input where there is none. */
async function giveFiles(page: Page, paths: readonly string[]): Promise<void> {
  if (!(await page.evaluate(() => "showOpenFilePicker" in window))) {
    return page.locator('input[type="file"][multiple]').setInputFiles([...paths]);
  }
  await page.evaluate(
    async (files) => {
      const root = await navigator.storage.getDirectory();
      const handles: FileSystemFileHandle[] = [];
      for (const [name, text] of files) {
        const handle = await root.getFileHandle(name, { create: true });
        const writer = await handle.createWritable();
        await writer.write(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
        await writer.close();
        handles.push(handle);
      }
      Object.defineProperty(window, "showOpenFilePicker", { configurable: true, value: async () => handles });
    },
    paths.map((path) => [basename(path), readFileSync(path).toString("base64")]),
  );
  await page.getByRole("button", { name: "Files or Parquet" }).click();
}

const table = (page: Page) => page.getByRole("table", { name: "Results by series" });
const start = (page: Page) => page.getByRole("button", { name: /^Run Batch/ }).first();
/** The digest of all answers, once shown. */
async function digestOf(page: Page): Promise<string> {
  await page.getByText("of all answers").waitFor();
  await page.getByRole("button", { name: "About Digest" }).click();
  const text = await page
    .getByRole("dialog")
    .filter({ hasText: /[0-9a-f]{64}/ })
    .innerText();
  await page.keyboard.press("Escape");
  return /[0-9a-f]{64}/.exec(text)?.[0] ?? "";
}

it("a job on every column has the digest of the command; a bad column is listed and stops nothing", async () => {
  const page = await openBatch(session.current.open);
  const text = wide(12, 400, [3]);
  await opened(page, "wide.csv", text);
  await start(page).click();
  const digest = await digestOf(page);
  const reasons = page.getByRole("table", { name: "Series without an answer" });
  await reasons.getByText(/at least 100 data points are needed, 40 given/).waitFor();
  // Sorted by a figure: the second press puts the largest first; missing values come last.
  const persistence = table(page).getByRole("columnheader", { name: /Persistence/ });
  await persistence.getByRole("button").click();
  await persistence.getByRole("button").click();
  const figures = (await table(page).locator("tbody tr td:nth-child(3)").allInnerTexts()).map(Number);
  expect(figures.slice(0, 11)).toEqual([...figures.slice(0, 11)].sort((a, b) => b - a));
  expect(figures[11]).toBeNaN();
  const cwd = folder();
  writeFileSync(join(cwd, "wide.csv"), text);
  writeFileSync(join(cwd, "plan.json"), await exported(page, /Plan as JSON/));
  const { summary } = jsonOf(await runCommand(cwd, "run", "plan.json", "--json", "-o", "rows.csv"));
  expect(digest).toBe(summary.digest);
  const here = await exported(page, /Rows as CSV/);
  const line = (name: string, of: string) => of.split("\n").find((one) => one.startsWith(`${name},`));
  const there = readFileSync(join(cwd, "rows.csv"), "utf8");
  expect(here.split("\n")[0]).toBe(there.split("\n")[0]);
  expect(line("S0005", here)?.replace("wide.csv", "")).toBe(line("S0005", there)?.replace("wide.csv", ""));
  await page.close();
});

it("a strategy is optimized on every column by random trials of chosen parameters, with the digest of the command", async () => {
  const page = await openBatch(session.current.open);
  const text = wide(4, 400, [2]);
  await opened(page, "wide.csv", text);
  await choose(page, /Run on each series/, "Strategy optimization");
  await page.getByText("120 combinations").waitFor();
  await choose(page, /^Grid Search|Search Grid/, "Random");
  await setNumber(page, "Trials", "25");
  await page.getByText("25 random trials").waitFor();
  await page.getByRole("button", { name: "Remove Signal Threshold" }).click();
  await start(page).click();
  const digest = await digestOf(page);
  await page.getByRole("table", { name: "Series without an answer" }).waitFor();
  const cells = await table(page).locator("tbody tr").first().locator("td").allInnerTexts();
  await table(page)
    .getByRole("columnheader", { name: /Best lookback period/ })
    .waitFor();
  expect(
    cells
      .slice(2, 6)
      .map((cell) => Number.parseFloat(cell.replace("−", "-")))
      .every(Number.isFinite),
  ).toBe(true);
  const cwd = folder();
  writeFileSync(join(cwd, "wide.csv"), text);
  const plan = JSON.parse(await exported(page, /Plan as JSON/));
  expect(plan.settings).toMatchObject({ search: "random", trials: 25, axes: [{ parameter: "lookback", values: [5, 60] }] });
  writeFileSync(join(cwd, "plan.json"), JSON.stringify(plan));
  const { summary } = jsonOf(await runCommand(cwd, "run", "plan.json", "--json", "-o", "rows.csv"));
  expect(digest).toBe(summary.digest);
  // The screen remembers the chosen job.
  await choose(page, /Run on each series/, "GARCH");
  await page.close();
});

/** Enough to interrupt a run even on a fast machine. */
const COLUMNS = ALL ? 1000 : 400;
const SYMBOLS = ALL ? 600 : 300;

it(`${COLUMNS} columns never block the page, a stopped run resumes after a reload, and a row opens in its tool`, async () => {
  const page = await openBatch(session.current.openAlone);
  await opened(page, "many.csv", wide(COLUMNS, 110));
  await choose(page, "Distribution", "Normal");
  const watched = await watchMainThread(page);
  const began = performance.now();
  await start(page).click();
  await expect.poll(async () => Number(await table(page).getAttribute("aria-rowcount"))).toBeGreaterThan(COLUMNS / 6);
  await page.keyboard.press("Escape");
  const resume = page.getByRole("button", { name: "Resume" });
  await resume.waitFor();
  const { longTasks } = await watched();
  // Would fail if the page did any of the work itself. The duration of a single redraw depends on the machine, so it is not tested.
  expect(longTasks.reduce((sum, millis) => sum + millis, 0)).toBeLessThan((performance.now() - began) / 2);
  await page.reload();
  await page.getByText(new RegExp(`Stopped after \\d+ of ${COLUMNS.toLocaleString("en")} series`)).waitFor();
  await resume.click();
  expect(await digestOf(page)).toMatch(/^[0-9a-f]{64}$/);
  expect(await table(page).getAttribute("aria-rowcount")).toBe(String(COLUMNS + 1));
  await page.getByRole("button", { name: "Open S0000 in its tool" }).click();
  await page.getByRole("heading", { level: 1, name: "GARCH Model Analysis" }).waitFor();
  await page.getByText(/S0000/).first().waitFor();
  await page.close();
});

it("a batch that the device refuses to store says so, before a reload would lose it", async () => {
  const page = await openBatch(session.current.openAlone);
  await opened(page, "wide.csv", wide(3, 300));
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("The device is full.", "QuotaExceededError");
    };
  });
  await start(page).click();
  await page.getByText("This batch could not be stored on this device: it is available until this tab is closed.").waitFor();
  expect(await digestOf(page)).toMatch(/^[0-9a-f]{64}$/);
  await page.close();
});

it("a second tab shows a batch as running, does not touch it, and shows its remaining rows once it ends", async () => {
  const page = await openBatch(session.current.openAlone);
  await opened(page, "two-tabs.csv", wide(COLUMNS, 800));
  // Loaded before the batch starts: it must not have ended by then.
  const other = await session.current.openAlone("/watchlist");
  await start(page).click();
  await expect.poll(async () => Number(await table(page).getAttribute("aria-rowcount"))).toBeGreaterThan(2);
  await other
    .getByRole("link", { name: /^Batch/ })
    .first()
    .click();
  await other.getByText(/Running in another tab: \d+ of/).waitFor();
  expect(await other.getByRole("button", { name: "Resume" }).count()).toBe(0);
  await other.getByRole("button", { name: "Clear", exact: true }).click();
  await other.getByText("Data and result cleared").waitFor();
  await other.getByRole("button", { name: "Undo" }).click();
  const digest = await digestOf(page);
  expect(await digestOf(other)).toBe(digest);
  expect(await table(other).getAttribute("aria-rowcount")).toBe(String(COLUMNS + 1));
  await other.goto(`${session.current.origin}/runs`);
  await other.getByText("Batch: GARCH, two-tabs.csv").first().waitFor();
  expect(await other.getByRole("row").filter({ hasText: "two-tabs.csv" }).count()).toBe(1);
  await other.close();
  await page.close();
});

itInLongRuns("a finished run is in Runs, is repeated to the same bits, and can be reopened with its rows and exports", async () => {
  const page = await openBatch(session.current.open);
  await opened(page, "kept.csv", wide(6, 300, [2]));
  await start(page).click();
  const digest = await digestOf(page);
  // Another run replaces it on the screen.
  await choose(page, "Distribution", "Student's t");
  await start(page).click();
  await expect.poll(() => digestOf(page)).not.toBe(digest);
  await page.goto(`${session.current.origin}/runs`);
  const run = page
    .getByRole("row")
    .filter({ hasText: "Batch: GARCH" })
    .filter({ hasText: digest.slice(0, 12) });
  await run.waitFor();
  await run.getByRole("button", { name: /^More for Batch/ }).click();
  await page.getByRole("menuitem", { name: /Run again and compare/ }).click();
  await run
    .getByText(/Identical bit for bit/)
    .first()
    .waitFor();
  await run.getByRole("button", { name: /^Open Batch/ }).click();
  await page.getByRole("heading", { level: 1, name: "Batch" }).waitFor();
  await expect.poll(() => digestOf(page)).toBe(digest);
  await expect.poll(() => table(page).locator("tbody tr:not(:has(> [colspan]))").count()).toBe(6);
  expect((await exported(page, /Rows as CSV/)).trim().split("\n")).toHaveLength(7);
  await page.close();
});

itInAll("symbols of a Parquet file and separate files have the digest of the command, and rows are saved as Parquet", async () => {
  const page = await openBatch(session.current.open);
  const cwd = folder();
  const symbols = ["AAA", "BBB", "CCC"];
  const rows = symbols.flatMap((symbol, k) => prices(k, 200).map((value, row) => ({ symbol, date: Date.parse(dateOf(row)), value })));
  const long = parquetWriteBuffer({
    columnData: [
      { name: "symbol", data: rows.map(({ symbol }) => symbol), type: "STRING" },
      { name: "date", data: rows.map(({ date }) => new Date(date)), type: "TIMESTAMP" },
      { name: "value", data: rows.map(({ value }) => value), type: "DOUBLE" },
    ],
  });
  writeFileSync(join(cwd, "long.parquet"), Buffer.from(long));
  writePrices(join(cwd, "one.csv"), 7, 200);
  const names = ["long.parquet", "one.csv"];
  await giveFiles(
    page,
    names.map((name) => join(cwd, name)),
  );
  await page.getByText("2 files, ").waitFor();
  await start(page).click();
  // The run of the earlier test has been replaced.
  await table(page).getByText("AAA").waitFor();
  const digest = await digestOf(page);
  writeFileSync(join(cwd, "plan.json"), await exported(page, /Plan as JSON/));
  const { summary } = jsonOf(await runCommand(cwd, "run", "plan.json", "--json", "-o", "rows.csv"));
  expect(digest).toBe(summary.digest);
  expect(await table(page).locator("tbody tr td:first-child").allInnerTexts()).toEqual([...symbols, "one"]);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Tables as Parquet" }).click();
  await page.getByRole("button", { name: "Export" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /Rows as Parquet/ }).click()]);
  const read = await parquetReadObjects({ file: await asyncBufferFromFile(await saved.path()) });
  expect(read.map(({ series }) => series)).toEqual([...symbols, "one"]);
  await page.close();
});

/** A long Parquet file with many symbols. */
function manySymbols(path: string, symbols: number, length: number): void {
  const cells = Array.from({ length: symbols }, (_, k) => prices(k, length).map((value) => [`S${k}`, value] as const)).flat();
  const columnData = [
    { name: "symbol", data: cells.map(([name]) => name), type: "STRING" as const },
    { name: "value", data: cells.map(([, value]) => value), type: "DOUBLE" as const },
  ];
  writeFileSync(path, Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: 40 * length })));
}

itInLongRuns(
  "a stopped run over files resumes after a reload from its saved file handles, once permitted, and on no other file",
  async ({ skip }) => {
    const page = await openBatch(session.current.openAlone);
    if (!(await page.evaluate(() => "showOpenFilePicker" in window)))
      skip("the engine has no picker whose files stay readable: the same ones are asked for, as the next test holds");
    const cwd = folder();
    const path = join(cwd, "many.parquet");
    manySymbols(path, SYMBOLS, 400);
    await giveFiles(page, [path]);
    await page.getByText("1 file, ").waitFor();
    await choose(page, "Distribution", "Student's t");
    await start(page).click();
    await expect.poll(async () => Number(await table(page).getAttribute("aria-rowcount"))).toBeGreaterThan(20);
    await page.keyboard.press("Escape");
    const resume = page.getByRole("button", { name: "Resume" });
    await resume.waitFor();
    await page.reload();
    await page.getByText(new RegExp(`Stopped after \\d+ of ${SYMBOLS} series`)).waitFor();
    // Imitates a browser that asks for permission again, denied at first.
    await page.evaluate(() => {
      const asked = window as unknown as { answer: PermissionState };
      asked.answer = "denied";
      Object.assign(FileSystemFileHandle.prototype, { queryPermission: async () => "prompt", requestPermission: async () => asked.answer });
    });
    await resume.click();
    await page.getByText(/was not allowed to read the files again/).waitFor();
    const write = (text: string) =>
      page.evaluate(async (bytes) => {
        Object.assign(window, { answer: "granted" });
        const handle = await (await navigator.storage.getDirectory()).getFileHandle("many.parquet");
        const writer = await handle.createWritable();
        await writer.write(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
        await writer.close();
      }, text);
    const bytes = readFileSync(path);
    const changed = Buffer.from(bytes);
    changed[1000] ^= 1;
    await write(changed.toString("base64"));
    await resume.click();
    await page.getByText("many.parquet is not the file the batch was started with.").waitFor();
    await write(bytes.toString("base64"));
    await resume.click();
    const digest = await digestOf(page);
    const { summary } = jsonOf(await runCommand(cwd, "fit", "garch", "many.parquet", "--dist", "t", "--json", "-o", "rows.csv"));
    expect(digest).toBe(summary.digest);
    await page.close();
  },
);

itInAll("without the browser's picker a stopped run over files asks for the same files, and accepts no others", async () => {
  const page = await openBatch(session.current.openAlone);
  await page.addInitScript(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  await page.reload();
  const cwd = folder();
  const path = join(cwd, "many.parquet");
  manySymbols(path, SYMBOLS, 400);
  const give = (buffer: Buffer) =>
    page.locator('input[type="file"][multiple]').setInputFiles({ name: "many.parquet", mimeType: "application/octet-stream", buffer });
  const bytes = readFileSync(path);
  const changed = Buffer.from(bytes);
  changed[1000] ^= 1;
  await give(bytes);
  await page.getByText("1 file, ").waitFor();
  await choose(page, "Distribution", "Student's t");
  await start(page).click();
  await expect.poll(async () => Number(await table(page).getAttribute("aria-rowcount"))).toBeGreaterThan(20);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.reload();
  await page.getByText("Choose the same files again to continue.").waitFor();
  await give(changed);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("many.parquet is not the file the batch was started with.").waitFor();
  await page.getByRole("button", { name: "Remove files" }).click();
  await give(bytes);
  await page.getByRole("button", { name: "Resume" }).click();
  expect(await digestOf(page)).toMatch(/^[0-9a-f]{64}$/);
  await page.close();
});

it("is accessible in every width and theme, with results", async () => {
  const page = await openBatch(session.current.open);
  await page.getByRole("button", { name: "Four simulated assets" }).click();
  await page
    .getByText(/values read/)
    .first()
    .waitFor();
  await start(page).click();
  await page.getByText("of all answers").waitFor();
  expect(await auditEverywhere(page)).toEqual([]);
  await page.close();
});
