import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startWebKit, type WebKit } from "../../../scripts/webkit";
import { screens } from "../../../src/routes";
import { sharedSession } from "../browser";
import { readAnswers, TOOLS, writtenAnswer } from "../first-answers";
import { answerOf, takeSteps } from "../first-steps";

const inChromium = sharedSession({ engine: "chromium" });
let webkit: WebKit;
beforeAll(async () => {
  webkit = await startWebKit();
});
afterAll(() => webkit?.close());

/** Runs in the page: the first visible button whose name begins this way. */
function findButton(name: string): Element | undefined {
  const named = (button: HTMLElement) => (button.ariaLabel ?? button.innerText).trim().startsWith(name);
  return [...document.querySelectorAll<HTMLElement>("button")].find((button) => button.checkVisibility() && named(button));
}
const heading = () => document.querySelector<HTMLElement>("main h1")?.innerText ?? null;
const shows = (text: string) => document.body.innerText.includes(text);

const FAILED = "Something went wrong";

async function open(path: string): Promise<void> {
  await webkit.open(inject("origin") + path);
  await expect.poll(() => webkit.run(heading)).not.toBeNull();
  expect(await webkit.run(heading)).not.toBe(FAILED);
}

it.each(screens.map(({ paths }) => paths[0]))("%s opens in WebKitGTK", open);

it.each(Object.keys(TOOLS))("%s: gives the same bits in WebKitGTK as in Chromium", async (path) => {
  const page = await inChromium.current.open(path);
  await takeSteps(page, path);
  const { run: _, ...answered } = await answerOf(page, path);
  await page.close();
  await open(path);
  for (const { press, seen } of TOOLS[path]) {
    await expect.poll(() => webkit.click(findButton, press)).toBe(true);
    if (seen) await expect.poll(() => webkit.run(shows, seen)).toBe(true);
  }
  const find = async () => writtenAnswer(await webkit.run(readAnswers, path), answered.title);
  await expect.poll(find).toMatchObject(answered);
});

it("every kernel passes its self-check in WebKitGTK's threads", async () => {
  await open("/system-status");
  const passed = () => /(\d+) of \1 passed in/.test(document.querySelector<HTMLElement>("main")?.innerText ?? "");
  await expect.poll(() => webkit.run(passed), { timeout: 60_000 }).toBe(true);
});
