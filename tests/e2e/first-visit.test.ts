import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { NEXT_STEPS } from "../../src/analysis/next/steps";
import { family } from "../fixtures/in-all";
import { openEmpty, pressByKeyboard, sharedSession } from "./browser";

const session = sharedSession();

/** Each tool that starts with one press, and the button's name. */
const TOOLS: readonly (readonly [tool: string, press: string])[] = [
  ["garch-model", "Start with a sample"],
  ["risk-management", "Start with a sample"],
  ["market-analysis", "Start with a sample"],
  ["markov-regime", "Start with a sample"],
  ["lyapunov", "Start with a sample"],
  ["market-curiosity", "Start with a sample"],
  ["backtester", "Start with a sample"],
  ["strategy-builder?tab=backtest", "Start with a sample"],
  ["alpha-miner", "Start with a sample"],
  ["validation", "Start with a sample"],
  ["portfolio", "Start with a sample"],
  ["quant-edge-ai", "Start with a sample"],
  ["llm-trader", "Start with an example"],
];
/** Short runs use the tool that shows the most. */
const WALKED = TOOLS[0];

/** Text without whitespace: a figure and its unit may be in separate elements. */
const closely = (text: string) => text.replace(/\s+/g, "");

/** The figures shown in the miniature, each as label and value. */
async function promised(page: Page): Promise<string[]> {
  const miniature = page.getByRole("figure", { name: /^Sample result/ });
  await miniature.getByText("Sample", { exact: true }).waitFor();
  const figures = await miniature.locator("dl > div").allInnerTexts();
  expect(figures.length).toBeGreaterThan(1);
  return figures.flatMap((figure) => figure.split("\n"));
}

describe("a first visit, by keyboard alone", () => {
  family(
    TOOLS,
    (tool) => tool === WALKED,
    (tools) =>
      it.each(tools)(
        "%s: the sample result, the same from live data, a file of it, and the next steps",
        { timeout: 120_000 },
        async (tool, press) => {
          const page = await openEmpty(session.current, `/${tool}`);
          const main = page.getByRole("main");
          const words = await promised(page);
          await pressByKeyboard(page, press);
          const next = main.getByRole("navigation", { name: "Next steps" });
          await next.waitFor({ timeout: 60_000 });
          await expect
            .poll(
              async () => {
                const shown = closely(await main.innerText());
                return words.filter((word) => !shown.includes(closely(word)));
              },
              { timeout: 30_000 },
            )
            .toEqual([]);
          expect(await main.getByRole("alert").allInnerTexts()).toEqual([]);

          // A screen without an Export menu offers a file of its first chart.
          const menu = await main.getByRole("button", { name: "Export" }).count();
          await main
            .getByRole("button", { name: menu ? "Export" : "CSV", exact: true })
            .first()
            .focus();
          if (menu) {
            await page.keyboard.press("Enter");
            await page.getByRole("menuitem").first().waitFor();
          }
          const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
          expect(file.suggestedFilename()).toMatch(/\.(html|csv|json)$/);

          const [step] = NEXT_STEPS[tool.split("?")[0]];
          await next.getByRole("button", { name: step.label }).focus();
          await page.keyboard.press("Enter");
          await page.waitForURL(`**${step.to}**`);
          if (tool !== "llm-trader") await main.getByRole("button", { name: "Remove" }).first().waitFor();
          await page.close();
        },
      ),
  );

  it("home: a fit of the sample on arrival, and of whatever is pasted instead", { timeout: 60_000 }, async () => {
    const page = await openEmpty(session.current, "/");
    const live = page.getByRole("region", { name: "Try a GARCH fit" });
    await live.getByText("Sample", { exact: true }).waitFor();
    await live.getByText("−1,106.61", { exact: true }).waitFor();
    // Only a preview: nothing of it is stored.
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("home/")))).toEqual([]);
    await live.getByRole("textbox").focus();
    await page.keyboard.insertText(Array.from({ length: 200 }, (_, i) => (100 + 5 * Math.sin(i) + (i % 7)).toFixed(2)).join("\n"));
    await live.getByText("n = 199", { exact: true }).waitFor();
    expect(await live.getByText("Sample", { exact: true }).count()).toBe(0);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });
});
