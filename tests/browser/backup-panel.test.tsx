import { resultOf } from "../fixtures/failure-text";
import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { BackupPanel } from "../../src/analysis/data/backup-panel.tsx";
import { storage } from "../../src/client/compute";
import { csvStyle } from "../../src/lib/csv-style.ts";
import { tableFormat } from "../../src/lib/table-file.ts";
import { makeBackup } from "../../src/state/backup";
import { clients } from "../../src/state/clients";
import { drawings } from "../../src/state/drawings";
import { figuresAs } from "../../src/state/figures-as";
import { toastQueue } from "../../src/ui/toast-queue.ts";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import type { Drawing } from "../../workers/indicators/schema";
import type { RecordKind } from "../../workers/storage/record";
import { findings, findingsInBothThemes } from "./axe.ts";
import { upload } from "./fields.ts";

const KEY = "prospect.inputs.backup-test";
const INDICATORS = "prospect.indicators";

async function empty() {
  localStorage.removeItem(KEY);
  for (const name of [INDICATORS, "prospect.figures-as", "prospect.table-format", "prospect.csv-style"]) localStorage.removeItem(name);
  await clients.open();
  for (const { id } of clients.read().records) await clients.remove(id);
  await expect.poll(() => stored("drawing"), { message: "drawings left by another file" }).toBe(0);
}

beforeEach(empty);
afterEach(async () => {
  vi.restoreAllMocks();
  await empty();
});

const DRAWN: Drawing = { id: "d", kind: "level", from: { row: 0, value: 1 }, to: null, text: "" };

async function stored(kind: RecordKind): Promise<number> {
  const listed = await storage.run("list-records", { workspace: "prospect", kind, tidy: false }, { cache: false });
  return listed.ok ? listed.value.records.length : -1;
}

const open = () =>
  render(
    <main>
      <BackupPanel />
      <ToastRegion />
    </main>,
  );

async function backupFile(): Promise<File> {
  return new File([resultOf(await makeBackup()).file], "mine.zip");
}

it("keeps the focus on the pressed button while it saves, and does not save twice", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await open();
  const save = page.getByRole("button", { name: "Save a backup" });
  (save.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(page.getByText("Backup saved")).toBeVisible();
  await expect.element(save).toHaveFocus();
  expect(saved).toHaveBeenCalledTimes(1);
  toastQueue.clear();
});

it("a canceled restore returns the focus to its button", async () => {
  await open();
  const restore = page.getByRole("button", { name: "Restore from a backup" });
  (restore.element() as HTMLElement).focus();
  await upload(await backupFile());
  const dialog = page.getByRole("alertdialog", { name: "Restore from a backup" });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(restore).toHaveFocus();
});

it("saves a file named by the date, and remembers when", async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await open();
  await page.getByRole("button", { name: "Save a backup" }).click();
  await expect.element(page.getByText("Backup saved")).toBeVisible();
  expect(names).toEqual([`prospect-backup-${new Date().toISOString().slice(0, 10)}.zip`]);
  await expect.element(page.getByText(/^last /)).toBeVisible();
  expect(await findingsInBothThemes()).toEqual([]);
});

it("says what a file contains, and imports it", async () => {
  const { id } = await clients.add({ name: "Ada", note: "", portfolios: [] });
  localStorage.setItem(KEY, '{"a":1}');
  localStorage.setItem(INDICATORS, '[{"kind":"sma"}]');
  drawings.keep("backup-drawn", [DRAWN]);
  await expect.poll(() => stored("drawing")).toBe(1);
  figuresAs.choose("excel");
  tableFormat.choose("parquet");
  csvStyle.choose("comma");
  const file = await backupFile();
  figuresAs.choose("prospect");
  localStorage.removeItem("prospect.table-format");
  csvStyle.choose("point");
  await clients.remove(id);
  drawings.keep("backup-drawn", []);
  await expect.poll(() => stored("drawing")).toBe(0);
  localStorage.removeItem(KEY);
  localStorage.removeItem(INDICATORS);
  const heard = vi.fn();
  window.addEventListener("storage", heard, { once: true });
  await open();
  await upload(file);
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent(/mine\.zip.*Clients1.*Feeds0.*Drawings1.*Chart indicators1/);
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent(/Adds 0 datasets and 2 entries: (?:Ada, drawing|drawing, Ada)/);
  expect(await findings("light")).toEqual([]);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.element(page.getByText("Backup restored")).toBeVisible();
  expect(localStorage.getItem(INDICATORS)).toBe('[{"kind":"sma"}]');
  expect([figuresAs.read(), tableFormat.read(), csvStyle.read()]).toEqual(["excel", "parquet", "comma"]);
  expect(heard.mock.calls[0][0]).toMatchObject({ key: INDICATORS });
  await expect.poll(() => clients.read().records.map(({ body }) => body.name)).toEqual(["Ada"]);
  await expect.poll(() => drawings.of("backup-drawn")).toEqual([DRAWN]);
  drawings.keep("backup-drawn", []);
  expect(localStorage.getItem(KEY)).toBe('{"a":1}');
});

it("keeps the settings of this device unless told otherwise", async () => {
  localStorage.setItem(KEY, '{"a":1}');
  const file = await backupFile();
  localStorage.setItem(KEY, '{"a":2}');
  await open();
  await upload(file);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.element(page.getByText("Backup restored").first()).toBeVisible();
  expect(localStorage.getItem(KEY)).toBe('{"a":2}');
  await upload(file);
  await page.getByRole("checkbox", { name: /Replace settings/ }).click({ force: true });
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.poll(() => localStorage.getItem(KEY)).toBe('{"a":1}');
});

it("refuses another file, and changes nothing", async () => {
  await open();
  await upload(new File(["date,close"], "prices.zip"));
  await expect.element(page.getByRole("alert")).toHaveTextContent(/not a Prospect backup/);
});

it("encrypts a backup, and opens it only with the passphrase", async () => {
  const { id } = await clients.add({ name: "Ada", note: "", portfolios: [] });
  const made = resultOf(await makeBackup({}, "correct horse"));
  await clients.remove(id);
  await open();
  await upload(new File([made.file], "mine.sealed"));
  const box = page.getByRole("textbox", { name: "Passphrase of mine.sealed" });
  await box.fill("wrong horse");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(/passphrase does not open/);
  await box.fill("correct horse");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.poll(() => clients.read().records.map(({ body }) => body.name)).toEqual(["Ada"]);
});
