import type { Page } from "playwright";
import { type Answer, readAnswers, type Step, TOOLS, writtenAnswer } from "./first-answers";

/** Longest that a page is waited for, in milliseconds. */
const PATIENCE = 60_000;
/** Between two looks at a page, in milliseconds: each costs it some. */
const PAUSE = 150;

/** Runs in the page, so it uses nothing outside itself: presses each button once it can be pressed, and waits for what is then seen. */
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

/** Runs in the page: the answer of a screen, once it is written down. */
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

/** Asks a tool's first question. Everything is done in the page: an order to a driver costs more than a press. */
export const takeSteps = (page: Page, path: string): Promise<void> => page.evaluate(press, [TOOLS[path], PATIENCE, PAUSE] as const);

/** The first answer of a page that is written down, or that of a title. */
export function answerOf(page: Page, path: string, title?: string): Promise<Answer> {
  const given = [path, title ?? null, PATIENCE, PAUSE].map((value) => JSON.stringify(value));
  return page.evaluate(`(${waitForAnswer})(${given}, ${readAnswers}, ${writtenAnswer})`);
}
