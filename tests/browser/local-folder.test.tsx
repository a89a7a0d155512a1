import "../../src/styles.css";
import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import FilePanel from "../../src/pages/data-integration/file-panel.tsx";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { findings } from "./axe.ts";

const FOLDER = `folder-${Date.now()}`;
const SOON = { timeout: 10_000 };
const root = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

async function write(name: string, closes: readonly number[]): Promise<void> {
  const writer = await (await (await root()).getFileHandle(name, { create: true })).createWritable();
  await writer.write(`Date,Close\n${closes.map((close, row) => `2024-02-0${row + 1},${close}`).join("\n")}\n`);
  await writer.close();
}

/** The picker is native UI and returns a handle: here, of a folder in the private file system. */
function withPicker(value: (() => Promise<FileSystemDirectoryHandle>) | undefined): void {
  const own = Object.getOwnPropertyDescriptor(window, "showDirectoryPicker");
  Object.defineProperty(window, "showDirectoryPicker", { configurable: true, value });
  onTestFinished(() => {
    if (own) Object.defineProperty(window, "showDirectoryPicker", own);
    else Reflect.deleteProperty(window, "showDirectoryPicker");
  });
}

const open = () =>
  render(
    <main>
      <FilePanel />
      <ToastRegion />
    </main>,
  );
const row = (name: string) => page.getByRole("row", { name });

it("lists a folder's data files, reads one on demand, and says when its numbers have changed", async () => {
  withPicker(root);
  const from = Date.now() % 1e6;
  await write("one.csv", [from, from + 1, from + 2, from + 3]);
  await write("two.csv", [5, 6, 7]);
  const screen = await open();
  await page.getByRole("button", { name: "Choose a folder…" }).click();
  await expect.element(page.getByText("2 data files"), SOON).toBeVisible();
  await expect.element(row("two.csv")).toHaveTextContent(/19 B|B/);
  await page.getByRole("button", { name: "Read: one.csv" }).click();
  await expect.element(row("one.csv"), SOON).toHaveTextContent("as it was read");
  await expect.element(row("two.csv")).not.toHaveTextContent("as it was read");
  expect(await findings("light", screen.container)).toEqual([]);
  await write("one.csv", [from, from + 1, from + 2, from + 3, from + 4]);
  window.dispatchEvent(new Event("focus"));
  await expect.element(row("one.csv"), SOON).toHaveTextContent("changed since it was read");
  await expect.element(page.getByText("4 rows read, 0 dropped")).toBeVisible();
  await page.getByRole("button", { name: "Read again: one.csv" }).click();
  // If canceled, the file is still marked as changed.
  await page.getByRole("region", { name: "Newer file" }).getByRole("button", { name: "Cancel" }).click();
  await expect.element(row("one.csv")).toHaveTextContent("changed since it was read");
  await page.getByRole("button", { name: "Read again: one.csv" }).click();
  await page.getByRole("button", { name: "Add new rows only" }).click();
  await expect.element(row("one.csv"), SOON).toHaveTextContent("as it was read");
  await page.getByRole("button", { name: "Remove the folder" }).click();
  await expect.element(page.getByRole("button", { name: "Choose a folder…" }), SOON).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(row("one.csv"), SOON).toHaveTextContent("as it was read");
  await page.getByRole("button", { name: "Remove the folder" }).click();
});

it("reports a folder that is gone, and a browser without folder access", async () => {
  withPicker(async () => (await root()).getDirectoryHandle("gone", { create: true }));
  const screen = await open();
  await page.getByRole("button", { name: "Choose a folder…" }).click();
  await expect.element(page.getByText("The folder contains no data files."), SOON).toBeVisible();
  await (await root()).removeEntry("gone");
  await page.getByRole("button", { name: "Look again" }).click();
  await expect
    .element(page.getByText("gone can no longer be read: it was moved, renamed or removed. Choose it again."), SOON)
    .toBeVisible();
  await screen.unmount();
  withPicker(undefined);
  await open();
  await expect.element(page.getByText(/This browser does not support folders/)).toBeVisible();
});
