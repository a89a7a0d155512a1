import { readFileSync } from "node:fs";
import type { Page } from "playwright";

/** What an entry of the Export menu saves. */
export async function save(page: Page, item: RegExp): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).first().click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: item }).click()]);
  return readFileSync(await file.path());
}

/** Lets a file fall on a page, beside every field. */
export const drop = (page: Page, bytes: Buffer, name: string) =>
  page.evaluate(
    ([data, fileName]) => {
      const content = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [bytes.toString("base64"), name] as const,
  );
