import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { newKey } from "../../workers/results/keys";
import { sign } from "../../workers/results/signature";
import { sharedSession } from "./browser";
import { drop, forgedResult, save } from "./exported";

const sender = sharedSession();
const reader = sharedSession();
const other = sharedSession();

const KNOWN = "Signed by Ada (known key). The signature is valid: unchanged since";
const STRANGER = "neither this device’s nor a known key";

/** The same file with another title, signed with another key. */
async function signedAgain(result: Buffer): Promise<Buffer> {
  const { key } = await newKey();
  const retitled = ({ run }: { run: { title: string } }) => {
    run.title = "Signed by Ada (known key)";
  };
  return forgedResult(result, retitled, (bytes) => sign(key, "prospect-result", bytes));
}

/** What a device says about a file's signature. */
async function told(page: Page, file: Buffer): Promise<string> {
  const dialog = page.getByRole("alertdialog", { name: "Open a result" });
  await drop(page, file, "oil.zip");
  await dialog.getByText("The signature is valid", { exact: false }).waitFor();
  const words = await dialog.innerText();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  return words;
}

it("a key is trusted under a name and recognized from then on; neither a backup nor another key brings that trust", async () => {
  const theirs = await sender.current.open("/settings");
  await theirs.getByRole("button", { name: "Create key" }).click();
  const fingerprint = await theirs.getByLabel("Signing key", { exact: true }).locator("dd").nth(1).innerText();
  await theirs.goto(`${sender.current.origin}/lyapunov`);
  await theirs.getByRole("button", { name: "WTI crude oil" }).first().click();
  await theirs
    .getByRole("button", { name: /^(Run|Calculate|Estimate|Analyze)/ })
    .first()
    .click();
  await theirs.locator("main [data-report=results] dd").first().waitFor();
  const result = await save(theirs, /Result with its data/);
  expect(await told(theirs, result)).toContain("signed with the key of this device");

  const here = await reader.current.open("/settings");
  await drop(here, result, "oil.zip");
  const dialog = here.getByRole("alertdialog", { name: "Open a result" });
  await dialog.getByText(STRANGER, { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Trust this key…" }).click();
  const asked = here.getByRole("dialog", { name: "Trust this key" });
  expect(await asked.innerText()).toContain(fingerprint);
  await asked.getByLabel("Name").fill("Ada");
  await asked.getByRole("button", { name: "Trust" }).click();
  await dialog.getByText(KNOWN).waitFor();
  await asked.waitFor({ state: "detached" });
  // The pressed button is gone, so the focus moves to the dialog.
  await expect.poll(() => here.evaluate(() => document.activeElement?.closest("[role]")?.getAttribute("role"))).toBe("alertdialog");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  await here.reload();
  const list = here.getByRole("list", { name: "Known signers" });
  await list.getByText("Ada", { exact: true }).waitFor();
  expect(await list.innerText()).toContain(fingerprint);
  expect(await told(here, result)).toContain(KNOWN);
  const forged = await told(here, await signedAgain(result));
  expect(forged).toContain(STRANGER);
  expect(forged).not.toContain(KNOWN);

  const [saved] = await Promise.all([here.waitForEvent("download"), here.getByRole("button", { name: "Save a backup" }).click()]);
  const backup = readFileSync(await saved.path());
  const there = await other.current.open("/settings");
  const file = { name: "backup.zip", mimeType: "application/zip", buffer: backup };
  await there.locator("#backup input[type=file]").setInputFiles(file);
  const restore = there.getByRole("alertdialog", { name: "Restore from a backup" });
  await restore.getByText("Replace settings and inputs on this device").click();
  await restore.getByRole("button", { name: "Restore", exact: true }).click();
  await there.getByText("Backup restored").waitFor();
  await there.getByText("No known signers.", { exact: false }).waitFor();
  expect(await told(there, result)).toContain(STRANGER);

  await here.goto(`${reader.current.origin}/logout`);
  await here.getByRole("button", { name: "Erase workspace…" }).click();
  await here.getByLabel(/^Type “erase”/).fill("erase");
  await here.getByRole("button", { name: "Erase permanently" }).click();
  await here.waitForURL(`${reader.current.origin}/`);
  await here.goto(`${reader.current.origin}/settings`);
  await here.getByText("No known signers.", { exact: false }).waitFor();
});
