import { expect, it } from "vitest";
import { sharedSession } from "./browser";

const session = sharedSession({ serviceWorker: "installed" });

/** Another site's page that posts a form to the app, as the system's share sheet does. */
const FORM = (action: string) =>
  `<form method="post" enctype="multipart/form-data" action="${action}"><input name="text"><input type="file" name="files" multiple><button>Share</button></form>`;

it("asks about a file or text shared by another app, opens it in the next data field, and discards it after Cancel", async () => {
  const { origin } = session.current;
  const page = await session.current.openAlone("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const share = async (text: string, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    await page.goto("about:blank");
    await page.setContent(FORM(`${origin}/share-target`));
    await page.locator("input[name=text]").fill(text);
    await page.locator("input[type=file]").setInputFiles(files);
    await page.getByRole("button", { name: "Share" }).click();
  };
  const dialog = page.getByRole("alertdialog", { name: "Open a shared file" });
  const csv = (rows: number) => Buffer.from(Array.from({ length: rows }, (_, row) => `${100 + (row % 7)}\n`).join(""));
  const opened = async (said: RegExp) => {
    await dialog.getByRole("button", { name: "Open" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${origin}/`);
    await page.getByRole("main").getByText(said).first().waitFor();
  };

  await share("", [{ name: "prices ü \u202E.csv", mimeType: "text/csv", buffer: csv(120) }]);
  await dialog.getByText("“prices ü [U+202E].csv”, 480 B, was shared with Prospect.").waitFor();
  // It waits for an answer, even after a reload.
  await page.reload();
  await dialog.getByText("prices ü").waitFor();
  await opened(/fitted to prices ü .*120 values/);

  await share(csv(150).toString(), []);
  await dialog.getByText("“Shared text.txt”").waitFor();
  await opened(/fitted to Shared text.*150 values/);

  const unwanted = ["unwanted.csv", "second.csv"].map((name) => ({ name, mimeType: "text/csv", buffer: csv(60) }));
  await share("", unwanted);
  await dialog.getByText("“unwanted.csv”").waitFor();
  await page.getByText("The first of 2 shared files is opened").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate(() => caches.has("prospect-shared"))).toBe(false);
  // Only files within the limit are copied; a larger one is named, with the limit.
  await page.goto("about:blank");
  await page.setContent(FORM(`${origin}/share-target`));
  await page.locator("input[type=file]").evaluate((field) => {
    const files = new DataTransfer();
    files.items.add(new File(Array(201).fill(new Uint8Array(1_000_000)), "large.csv"));
    (field as HTMLInputElement).files = files.files;
  });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("“large.csv” is 201 MB, and other apps can share up to 200 MB: open it in a data field instead").waitFor();
  expect([await dialog.count(), await page.evaluate(() => caches.has("prospect-shared"))]).toEqual([0, false]);
  await share("", []);
  await page.getByText("The shared file could not be opened").waitFor();
  expect(await dialog.count()).toBe(0);
  await page.close();
});
