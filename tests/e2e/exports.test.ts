import type { Page } from "playwright";
import { expect, it } from "vitest";
import { family } from "../fixtures/in-all";
import { openEmpty, sharedSession } from "./browser";
import { type Step, TOOLS } from "./first-answers";

const session = sharedSession();

/** Each screen with an Export menu: its steps, and the tables it saves besides those that stand on the page. */
const SCREENS: readonly (readonly [path: string, steps: readonly Step[], tables: readonly string[]])[] = [
  ["/backtester", TOOLS["/backtester"], ["Performance", "Months", "Trades"]],
  ["/batch", [{ press: "Start with a sample", seen: "of all answers" }], ["Rows"]],
  ["/garch-model", TOOLS["/garch-model"], ["Parameters", "Volatility and residuals", "Forecast"]],
  ["/markov-regime", TOOLS["/markov-regime"], ["Regime probabilities"]],
  ["/lyapunov", TOOLS["/lyapunov"], ["Divergence curve"]],
  ["/market-curiosity", TOOLS["/market-curiosity"], ["Figures", "Columns"]],
  ["/risk-management", TOOLS["/risk-management"], ["Figures", "Drawdown", "Backtest", "Contributions", "Proposed weights"]],
  ["/alpha-miner", TOOLS["/alpha-miner"], ["Factors", "Statistics", "Information coefficients"]],
  ["/validation", TOOLS["/validation"], ["Windows"]],
  ["/portfolio", TOOLS["/portfolio"], ["Weights", "Frontier", "Trades of the backtest", "Trades of the rebalancing"]],
  ["/market-analysis", TOOLS["/market-analysis"], ["Results", "Series"]],
  ["/quant-edge-ai", TOOLS["/quant-edge-ai"], ["Results", "Series"]],
  ["/llm-trader", TOOLS["/llm-trader"], ["History"]],
];
const STANDS = ["/batch", "/backtester"];

async function items(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Export", exact: true }).first().click();
  const lines = await page.getByRole("menuitem").allInnerTexts();
  await page.keyboard.press("Escape");
  return lines.map((line) => line.split("\n")[0]);
}

family(
  SCREENS,
  ([path]) => STANDS.includes(path),
  (screens) =>
    it.each(screens)("%s saves every table in the format chosen, and the result with its data", async (path, steps, tables) => {
      const page = await openEmpty(session.current, path);
      const main = page.getByRole("main");
      for (const { press, seen } of steps) {
        await main.getByRole("button", { name: press }).first().click();
        if (seen) await main.getByText(seen).first().waitFor();
      }
      await main.getByRole("button", { name: "Export", exact: true }).first().waitFor({ timeout: 100_000 });
      await main.getByRole("progressbar").first().waitFor({ state: "detached", timeout: 100_000 });
      const found = await items(page);
      for (const item of ["Report (HTML)", "Result with its data", "Tables on this page"]) expect(found).toContain(item);
      expect(found.filter((name) => /^Tables as /.test(name))).toEqual(
        ["CSV", "Excel", "Parquet", "Arrow"].map((name) => `Tables as ${name}`),
      );
      const named = found.filter((name) => / as CSV$/.test(name) && !name.startsWith("Tables"));
      expect(named).toEqual(tables.map((name) => `${name} as CSV`));
      await page.getByRole("button", { name: "Export", exact: true }).first().click();
      await page.getByRole("menuitem", { name: "Tables on this page" }).click();
      const dialog = page.getByRole("dialog", { name: "Tables on this page" });
      await dialog.getByRole("button", { name: /Tables are saved as/ }).click();
      await page.getByRole("option", { name: "Parquet" }).click();
      const save = dialog.getByRole("button", { name: /^Save / });
      if ((await save.count()) > 0) {
        const [file] = await Promise.all([page.waitForEvent("download"), save.first().click()]);
        expect(file.suggestedFilename()).toMatch(/\.parquet$/);
      } else await dialog.getByText("No tables with rows on this page").waitFor();
      await page.evaluate(() => localStorage.removeItem("prospect.table-format"));
      await page.close();
      expect(session.current.errors).toEqual([]);
    }),
);
