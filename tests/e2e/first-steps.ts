import type { Page } from "playwright";
import { type Answer, readAnswers, type Step, TOOLS, writtenAnswer } from "./first-answers";

/** Longest wait for a page, in milliseconds. */
const PATIENCE = 60_000;
/** Polling interval in milliseconds; each poll costs the page some time. */
const PAUSE = 150;

/** Runs in the page, so it uses nothing outside itself: presses each button once enabled, and waits for the text that follows. */
async function press([steps, patience, pause]: readonly [readonly Step[], number, number]): Promise<void> {
  const end = performance.now() + patience;
  const until = async <T>(fault: string, look: () => T | undefined | false): Promise<T> => {
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > end) throw new Error(fault);
      await new Promise((next) => setTimeout(next, pause));
    }
  };
  for (const { press: name, seen } of steps) {
    const isNamed = (button: HTMLElement) => (button.ariaLabel ?? button.textContent ?? "").trim().startsWith(name);
    const buttons = () => [...document.querySelectorAll<HTMLButtonElement>("main button:enabled")];
    const button = await until(`no button ${name}`, () => buttons().find((one) => isNamed(one) && one.checkVisibility()));
    button.click();
    if (seen) await until(`never seen: ${seen}`, () => document.querySelector("main")?.textContent?.includes(seen));
  }
}

/** Runs in the page: a screen's answer, once stored. */
async function waitForAnswer(
  path: string,
  title: string | null,
  patience: number,
  pause: number,
  read: typeof readAnswers,
  pick: typeof writtenAnswer,
): Promise<Answer> {
  const end = performance.now() + patience;
  for (;;) {
    const found = pick(await read(path), title ?? undefined);
    if (found) return found;
    if (performance.now() > end) throw new Error(`no answer of ${path} was written down`);
    await new Promise((next) => setTimeout(next, pause));
  }
}

/** Runs a tool's first job, all inside the page: a command to the driver costs more than a press. */
export const takeSteps = (page: Page, path: string): Promise<void> => page.evaluate(press, [TOOLS[path], PATIENCE, PAUSE] as const);

/** A page's first stored answer, or the one with this title. */
export function answerOf(page: Page, path: string, title?: string): Promise<Answer> {
  const given = [path, title ?? null, PATIENCE, PAUSE].map((value) => JSON.stringify(value));
  return page.evaluate(`(${waitForAnswer})(${given}, ${readAnswers}, ${writtenAnswer})`);
}
