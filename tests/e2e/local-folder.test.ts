import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ENGINE, sharedSession } from "./browser";

const session = sharedSession();
const DAYS = Array.from({ length: 90 }, (_, row) => new Date(Date.UTC(2024, 0, 1) + row * 86_400_000).toISOString().slice(0, 10));
const csv = (rows: number, from: number) =>
  `Date,Close\n${DAYS.slice(0, rows)
    .map((day, row) => `${day},${from + row / 4}`)
    .join("\n")}\n`;

/** Writes a file into a folder of the private file system, which stands in for the user's folder. */
const write = (page: Page, path: readonly string[], text: string): Promise<void> =>
  page.evaluate(
    async ([folders, content]) => {
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("prices", { create: true });
      for (const name of folders.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const writer = await (await folder.getFileHandle(folders[folders.length - 1], { create: true })).createWritable();
      await writer.write(content);
      await writer.close();
    },
    [path, text] as const,
  );

/** The native picker cannot be driven, so a replacement returns the folder above. */
const giveFolder = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("prices");
    Object.defineProperty(window, "showDirectoryPicker", { configurable: true, value: showDirectoryPicker });
  });

const row = (page: Page, name: string) => page.getByRole("table", { name: "Files of the folder" }).getByRole("row", { name });

describe.runIf(ENGINE === "chromium")("a folder of the person (skipped: the engine has no picker of folders)", () => {
  it("a folder is listed, read on demand, and says what has changed, also after a reload", async () => {
    const page = await session.current.openAlone("/data-integration");
    await page.getByRole("heading", { name: "Local folder" }).waitFor();
    await write(page, ["aaa.csv"], csv(60, 100));
    await write(page, ["deep", "bbb.csv"], csv(60, 200));
    await write(page, ["notes.md"], "no data");
    await giveFolder(page);
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await page.getByText("2 data files").waitFor();
    await row(page, "deep/bbb.csv").waitFor();
    expect(await row(page, "aaa.csv").innerText()).toContain("–");
    await page.getByRole("button", { name: "Read: aaa.csv" }).click();
    await page.getByText("60 rows read, 0 dropped").waitFor();
    await row(page, "aaa.csv").getByText("as it was read").waitFor();
    // Rewritten with the same numbers the file counts as unchanged; with more numbers it is new, and the user is asked.
    await write(page, ["aaa.csv"], csv(60, 100));
    await page.getByRole("button", { name: "Look again" }).click();
    await row(page, "aaa.csv").getByText("as it was read").waitFor();
    await write(page, ["aaa.csv"], csv(90, 100));
    await page.reload();
    await row(page, "aaa.csv").getByText("changed since it was read").waitFor();
    await page.getByText("60 rows read, 0 dropped").waitFor();
    await page.getByRole("button", { name: "Read again: aaa.csv" }).click();
    const newer = page.getByRole("region", { name: "Newer file" });
    await newer.getByText("30 new").waitFor();
    await newer.getByRole("button", { name: "Use the new file" }).click();
    await page.getByText("90 rows read, 0 dropped").waitFor();
    await row(page, "aaa.csv").getByText("as it was read").waitFor();
    await page.getByRole("button", { name: "Remove the folder" }).click();
    await page.getByRole("button", { name: "Choose a folder…" }).waitFor();
    await page.getByText("90 rows read, 0 dropped").waitFor();
    await page.close();
  });

  it("after a reload the page asks for permission before it reads the folder again", async () => {
    const page = await session.current.openAlone("/data-integration");
    await page.getByRole("heading", { name: "Local folder" }).waitFor();
    await write(page, ["aaa.csv"], csv(60, 300));
    await giveFolder(page);
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await row(page, "aaa.csv").waitFor();
    await page.addInitScript(() => {
      let allowed = false;
      Object.assign(FileSystemHandle.prototype, {
        queryPermission: async () => (allowed ? "granted" : "prompt"),
        requestPermission: async () => {
          allowed = true;
          return "granted";
        },
      });
    });
    await page.reload();
    await page.getByText("After a reload, the browser asks again before this page can read prices.").waitFor();
    expect(await page.getByRole("table", { name: "Files of the folder" }).count()).toBe(0);
    await page.getByRole("button", { name: "Allow reading prices" }).click();
    await row(page, "aaa.csv").waitFor();
    await page.close();
  });
});

it("a browser without folder access says so, and files are opened one by one", async () => {
  const page = await session.current.openAlone("/data-integration");
  await page.addInitScript(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
  await page.reload();
  await page.getByText("This browser does not support folders").waitFor();
  await page.getByRole("button", { name: "Open a file" }).waitFor();
  expect(await page.getByRole("button", { name: "Choose a folder…" }).count()).toBe(0);
  await page.close();
});
