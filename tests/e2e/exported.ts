import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { readDirectory, ZipWriter } from "../../workers/archive";
import { piecesOf } from "../fixtures/archive-entries";

/** The file saved by an entry of the Export menu. */
export async function save(page: Page, item: RegExp): Promise<Buffer> {
  await page.getByRole("button", { name: "Export", exact: true }).first().click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: item }).click()]);
  return readFileSync(await file.path());
}

/** Drops a file on a page, outside of any field. */
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

/**
 * A forged result file: with another document, and signed with another key, or not at all.
 * @param change of the document, in place
 */
export async function forgedResult<Document>(
  result: Buffer,
  change: (document: Document) => void,
  sign?: (document: Uint8Array<ArrayBuffer>) => Promise<string>,
): Promise<Buffer> {
  const file = new Blob([Uint8Array.from(result)]);
  const writer = new ZipWriter();
  for (const [name, entry] of await readDirectory(file)) {
    const pieces = await piecesOf(file, entry);
    if (name === "signature.json") continue;
    if (name !== "prospect-result.json") writer.store(name, pieces);
    else {
      const document = JSON.parse(await new Blob(pieces).text());
      change(document);
      const bytes = new TextEncoder().encode(JSON.stringify(document));
      writer.store(name, [bytes]);
      if (sign) writer.store("signature.json", [new TextEncoder().encode(await sign(bytes))]);
    }
  }
  return Buffer.from(await writer.finish().arrayBuffer());
}
