import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ShareDialog } from "../../src/analysis/share-dialog.tsx";
import { makeRouter } from "../../src/app/router.tsx";
import { holdDroppedFiles } from "../../src/lib/dropped-file";
import { offerFile } from "../../src/state/offered-file";
import { settings } from "../../src/state/settings";
import { shareFile } from "../../src/state/share-file";
import { itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe.ts";
import { upload } from "./fields.ts";

const shared = { screen: "/lyapunov", settings: { dimension: 4, unheardOf: 1 } } as const;
const plain = (screen: `/${string}` = shared.screen) => new File([shareFile({ ...shared, screen }).content], "theirs.json");

/** The files the page saves while `act` runs. */
async function saved(act: () => Promise<void>): Promise<{ names: string[]; files: Blob[] }> {
  const files: Blob[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const address = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${files.push(blob as Blob)}`);
  await act();
  await expect.poll(() => files.length).toBe(1);
  const names = click.mock.contexts.map((link) => (link as HTMLAnchorElement).download);
  click.mockRestore();
  address.mockRestore();
  return { names, files };
}

async function open() {
  const router = makeRouter(createMemoryHistory({ initialEntries: ["/runs"] }));
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return router;
}

const dialog = () => page.getByRole("alertdialog", { name: "Open shared settings" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

beforeEach(() => {
  localStorage.clear();
  settings.reset();
});
afterEach(() => offerFile(null));

it("names what a file contains, and applies nothing before confirmation", async () => {
  const router = await open();
  await upload(plain());
  await expect.element(dialog()).toHaveTextContent(/theirs\.json replaces 2 settings of Lyapunov Analysis\./);
  await expect.element(dialog()).toHaveTextContent(/Dimension.*4.*Unheard of.*1/i);
  expect(await findingsInBothThemes()).toEqual([]);
  await button("Cancel").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(router.history.location.pathname).toBe("/runs");
  await upload(plain());
  await button("Use these settings").click();
  await expect.element(page.getByText("Some settings in the file are unknown or invalid and were ignored")).toBeVisible();
  await expect.element(page.getByText("The file changed settings")).toBeVisible();
  expect(router.history.location.pathname).toBe("/lyapunov");
});

/** Drops a file outside of any drop zone. @returns whether the page prevented the browser's default */
function dropped(file: File): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

it("asks about a file dropped anywhere, also before the page can use any, and never navigates away", async () => {
  holdDroppedFiles();
  expect(dropped(plain())).toBe(true);
  await open();
  await expect.element(dialog()).toBeVisible();
  await button("Cancel").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(dropped(new File(["1\n2"], "prices.csv"))).toBe(true);
  await expect.element(page.getByText("Drop data files on a data field").first()).toBeVisible();
  expect(dropped(plain())).toBe(true);
  await expect.element(dialog()).toBeVisible();
});

it("reads a file dropped on the menu into the screen's field, and the one the app is opened with into the next available field", async () => {
  holdDroppedFiles();
  let launch: ((opened: { files: { getFile: () => Promise<File> }[] }) => void) | undefined;
  vi.stubGlobal("launchQueue", { setConsumer: (consumer: typeof launch) => (launch = consumer) });
  const router = await open();
  await expect.poll(() => launch).toBeDefined();
  vi.unstubAllGlobals();
  const text = Array.from({ length: 40 }, (_, i) => `${100 + (i % 7)}\n`).join("");
  launch?.({ files: [{ getFile: async () => new File([text], "opened.csv") }] });
  await router.navigate({ to: "/risk-management" });
  await expect.element(page.getByRole("main")).toHaveTextContent(/opened.*40 values read/);
  expect(dropped(new File([text, "101\n"], "dropped.csv"))).toBe(true);
  await expect.element(page.getByRole("main")).toHaveTextContent(/dropped.*41 values read/);
  // A screen that was left accepts nothing any more.
  await router.navigate({ to: "/runs" });
  await expect.element(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  expect(dropped(new File([text], "other.csv"))).toBe(true);
  await expect.element(page.getByText("Drop data files on a data field").first()).toBeVisible();
  // It is read after the field's restored content.
  launch?.({ files: [{ getFile: async () => new File([text, "102\n", "103\n"], "again.csv") }] });
  await router.navigate({ to: "/risk-management" });
  await expect.element(page.getByRole("main")).toHaveTextContent(/again.*42 values read/);
});

it("a data field's file picker offers both kinds of files, and asks about the opened one", async () => {
  const router = makeRouter(createMemoryHistory({ initialEntries: ["/risk-management"] }));
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  const field = () => document.querySelector<HTMLInputElement>('main input[type="file"]');
  await expect.poll(() => field()?.accept.split(",")).toEqual(expect.arrayContaining([".json", ".sealed"]));
  for (const file of [plain(), new File(["prospect-sealed"], "mine.sealed")]) {
    await userEvent.upload(field()!, file);
    await expect.element(dialog()).toHaveTextContent(file.name);
    await button("Cancel").click();
    await expect.element(dialog()).not.toBeInTheDocument();
  }
});

it("refuses settings of the device, and of unknown screens", async () => {
  await open();
  for (const screen of ["/settings", "/demo", "/nowhere"] as const) {
    await upload(plain(screen));
    await expect.element(dialog().getByRole("alert")).toHaveTextContent(/contains no shared settings, or it is damaged/);
    await expect.element(button("Use these settings")).toBeDisabled();
    await button("Cancel").click();
  }
});

itInLongRuns("encrypts a file; a wrong passphrase and a damaged file have different messages", async () => {
  await render(<ShareDialog shared={shared} onClose={() => undefined} />);
  await page.getByRole("checkbox", { name: "Encrypt with a passphrase" }).click({ force: true });
  await expect.element(button("Save")).toBeDisabled();
  const { names, files } = await saved(async () => {
    await page.getByRole("textbox", { name: "Passphrase" }).fill("correct horse");
    await button("Save").click();
  });
  expect(names).toEqual(["lyapunov-settings.sealed"]);
  await open();
  const bytes = new Uint8Array(await files[0].arrayBuffer());
  expect(new TextDecoder().decode(bytes)).not.toContain("dimension");
  await upload(new File([bytes], "mine.sealed"));
  const box = page.getByRole("textbox", { name: "Passphrase of mine.sealed" });
  for (const [passphrase, words] of [
    ["wrong horse", /passphrase does not open/],
    ["correct horse", /replaces 2 settings of Lyapunov Analysis/],
  ] as const) {
    await box.fill(passphrase);
    await button("Open").click();
    await expect.element(dialog()).toHaveTextContent(words);
  }
  await button("Cancel").click();
  bytes[bytes.length - 1] ^= 1;
  await upload(new File([bytes], "mine.sealed"));
  await box.fill("correct horse");
  await button("Open").click();
  await expect.element(dialog()).toHaveTextContent(/encrypted file is damaged/);
});
