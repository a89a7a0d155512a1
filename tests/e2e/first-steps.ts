import type { Page } from "playwright";
import { expect } from "vitest";
import type { Session } from "./browser";
import { type Answer, readAnswers, TOOLS, writtenAnswer } from "./first-answers";

/** A page of a tool that has been asked its first question. */
export async function begin(session: Session, path: string): Promise<Page> {
  const page = await session.open(path);
  for (const { press, seen } of TOOLS[path]) {
    await page.getByRole("button", { name: press }).first().click();
    if (seen) await page.getByText(seen).filter({ visible: true }).first().waitFor();
  }
  return page;
}

/** The answer of a page, once it is written down. */
export async function answerOf(page: Page, path: string, title?: string): Promise<Answer> {
  const find = async () => writtenAnswer(await page.evaluate(readAnswers, path), title);
  await expect.poll(find).toBeDefined();
  return (await find()) as Answer;
}
