import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { pressByKeyboard } from "./browser";

const LARGE = 1_000_000;

/** Words of the screen, with hyphens for minus signs. */
export const words = async (page: Page) => (await page.locator("main").innerText()).replaceAll("−", "-");

/** Chooses a file in the file input, with the given content. */
export const upload = (page: Page, text: string | Buffer, name = "prices.csv", mimeType = "text/csv"): Promise<void> =>
  give(page.locator('main input[type="file"]').first(), Buffer.from(text), name, mimeType);

async function give(input: Locator, buffer: Buffer, name: string, mimeType: string): Promise<void> {
  if (buffer.length < LARGE) return input.setInputFiles({ name, mimeType, buffer });
  // By path, as the browser reads large files itself.
  const folder = mkdtempSync(join(tmpdir(), "prospect-upload-"));
  try {
    writeFileSync(join(folder, name), buffer);
    await input.setInputFiles(join(folder, name));
  } finally {
    setTimeout(() => rmSync(folder, { recursive: true, force: true }), 30_000).unref();
  }
}

/** Drops a file on an area, whatever its size; the browser reads it itself. */
export async function dropFile(page: Page, box: Locator, content: string | Buffer, name: string): Promise<void> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement("input"), { type: "file", id: "to-drop", hidden: true });
    document.body.append(input);
  });
  await give(page.locator("#to-drop"), Buffer.from(content), name, "text/plain");
  await box.evaluate((target) => {
    const input = document.querySelector<HTMLInputElement>("#to-drop");
    const dataTransfer = new DataTransfer();
    if (input?.files) dataTransfer.items.add(input.files[0]);
    input?.remove();
    for (const type of ["dragenter", "dragover", "drop"])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
}

/** By keyboard alone: from an empty screen to a result, to the second tab and back, into a chart's values, and to Clear. */
export async function walkByKeyboard(
  page: Page,
  { done, first, second }: { done: (page: Page) => Promise<void>; first: string; second: string },
): Promise<void> {
  await pressByKeyboard(page, "Start with a sample");
  await done(page);
  await page.getByRole("tab", { name: first, exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: second, selected: true }).waitFor();
  await page.keyboard.press("Alt+1");
  await page.getByRole("tab", { name: first, selected: true }).waitFor();
  const chart = page.getByRole("application").last();
  await chart.locator("canvas").first().waitFor();
  await chart.focus();
  await page.keyboard.press("End");
  await expect.poll(async () => (await page.locator("[aria-live=polite]").allTextContents()).join(" ")).toMatch(/\d/);
  await pressByKeyboard(page, "Clear");
}

/** Repeats the latest run of this name from the list of runs, and waits for the message that the bits are the same. */
export async function repeatRun(page: Page, origin: string, title: string): Promise<void> {
  const more = page.getByRole("button", { name: `More for ${title}`, exact: true }).first();
  // A run is saved once the page is quiet, so the list is reopened until it is there.
  await expect
    .poll(
      async () => {
        await page.goto(`${origin}/runs`);
        await page.locator("main h1").waitFor();
        return more.waitFor({ timeout: 8_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await more.click();
  await page.getByRole("menuitem", { name: /Run again and compare/ }).click();
  await page
    .locator("main")
    .getByText(/Identical bit for bit\./)
    .first()
    .waitFor({ timeout: 60_000 });
}

/**
 * What an input has triggered on the page since: dialogs, requests to other hosts or to the address in the markup (`x`), injected elements,
 * and marks left by scripts. Expected to be empty.
 */
export function watchHarm(page: Page, origin: string): () => Promise<string[]> {
  const harm: string[] = [];
  page.on("dialog", (dialog) => {
    harm.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { protocol, host, pathname } = new URL(request.url());
    const own = protocol === "blob:" || protocol === "data:" || host === new URL(origin).host;
    if (!own || pathname === "/x") harm.push(`request ${request.url()}`);
  });
  return async () => {
    const left = await page.evaluate(() => [
      ...Array.from(document.querySelectorAll("main :is(script, iframe, img, object, embed)"), ({ tagName }) => `element ${tagName}`),
      ...("hacked" in window ? ["a script ran"] : []),
      ...(document.title === "owned" ? ["a script wrote the title"] : []),
    ]);
    return [...harm, ...left];
  };
}

/** The text color, or fill color of a mark, by name. */
export async function colorOf(drawn: Locator, property: "color" | "fill" = "color"): Promise<"green" | "red" | "yellow" | "other"> {
  const [red, green, blue] = await drawn.evaluate((element, of) => {
    // Read back from a pixel, whatever color notation the style sheet uses.
    const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    if (!pen) return [0, 0, 0];
    pen.fillStyle = getComputedStyle(element)[of];
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  }, property);
  if (green > red && green > blue) return "green";
  if (red <= green || red <= blue) return "other";
  return green > 1.4 * blue && red < 1.9 * green ? "yellow" : "red";
}

/** A vendor's series, if available locally; null otherwise, as its license forbids including it. */
export function vendorSeries(name: string): string | null {
  const path = `../shared/golden/series/${name}`;
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Pseudorandom bytes, the same every time. */
export const noise = (bytes: number): Buffer => {
  const out = Buffer.alloc(bytes);
  let state = 1;
  for (let i = 0; i < bytes; i++) {
    state = (state * 48271) % 2147483647;
    out[i] = state >> 7;
  }
  return out;
};

/** Files that are no CSV with prices, by description. */
export const NO_CSV: readonly [string, () => string | Buffer][] = [
  ["a page with a script", () => "<html><body><script>document.title = 'owned'</script></body></html>"],
  ["words", () => "name,note\nx,y\nz,w\n"],
  ["text in the column", () => "Date,Close\n2020-01-01,<img src=x onerror=\"document.title='owned'\">\n2020-01-02,b\n"],
  ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex")],
  ["50 MB of noise", () => noise(50_000_000)],
];
