import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, inject, it } from "vitest";
import { textsIn } from "../fixtures/archive-entries";
import { family, itInLongRuns, LONG } from "../fixtures/in-all";
import { choose, exported, openEmpty, sharedSession, startSession } from "./browser";
import { type Step, TOOLS } from "./first-answers";
import { lostIn, seenTables, wrongIn } from "./saved-files";

const session = sharedSession();

/** Each screen with an Export menu: its steps, and the tables it saves besides those on the page. */
const SCREENS: readonly (readonly [path: string, steps: readonly Step[], tables: readonly string[]])[] = [
  ["/backtester", TOOLS["/backtester"], ["Performance", "Figures", "Months", "Trades"]],
  ["/batch", [{ press: "Start with a sample", seen: "of all answers" }], ["Rows"]],
  ["/strategy-builder", TOOLS["/strategy-builder"], ["Performance", "Figures", "Months", "Trades"]],
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
const STANDS = LONG ? ["/batch", "/backtester"] : ["/backtester"];

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
    it.each(screens)("%s saves every table with all it shows, every chart, and the result with its data", async (path, steps, tables) => {
      const page = await openEmpty(session.current, path);
      // A previous test may have chosen another.
      await page.evaluate(() => localStorage.removeItem("prospect.table-format"));
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
      const seen = await seenTables(main);
      await page.getByRole("button", { name: "Export", exact: true }).first().click();
      await page.getByRole("menuitem", { name: "Tables on this page" }).click();
      const dialog = page.getByRole("dialog", { name: "Tables on this page" });
      await dialog.getByRole("button", { name: /Tables are saved as/ }).click();
      await page.getByRole("option", { name: "Parquet" }).click();
      const save = dialog.getByRole("button", { name: /^Save / });
      expect(await save.count()).toBe(seen.length);
      // In a short run, one table represents the others.
      for (const [place, table] of seen.slice(0, LONG ? seen.length : 1).entries()) {
        const [file] = await Promise.all([page.waitForEvent("download"), save.nth(place).click()]);
        expect(file.suggestedFilename()).toMatch(/\.parquet$/);
        expect(await lostIn(file, table)).toEqual([]);
      }
      if (seen.length === 0) await dialog.getByText("No tables with rows on this page").waitFor();
      await page.keyboard.press("Escape");
      const charts = main.locator("[data-report=chart]").filter({ visible: true });
      const svg = main.getByRole("button", { name: "SVG", exact: true });
      expect(await svg.count()).toBe(await charts.count());
      expect(await main.getByRole("button", { name: "PNG", exact: true }).count()).toBe(await charts.count());
      for (const button of LONG ? await svg.all() : []) {
        const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
        expect(await wrongIn(file)).toEqual([]);
      }
      await page.close();
      expect(session.current.errors).toEqual([]);
    }),
);

itInLongRuns("risk figures of a batch and the signal of a news text are saved as scripts that contain their data", async () => {
  // A separate visitor: otherwise the previous test's run would be restored on the screen.
  const visitor = await startSession(inject("origin"));
  const page = await visitor.openAlone("/batch");
  const main = page.getByRole("main");
  await choose(page, /Run on each series/, /^Risk/);
  await main.getByRole("button", { name: "Start with a sample" }).first().click();
  await main.getByText("of all answers").first().waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /^Python script/ }).click()]);
  expect(saved.suggestedFilename()).toMatch(/-python\.zip$/);
  // Long data are saved in a file beside the script.
  const texts = await textsIn(new Blob([readFileSync(await saved.path())]));
  const [script, data] = ["script.py", "data.csv"].map((name) => texts.get(name) ?? "");
  const [head, first] = data.split(/\r?\n/).map((line) => line.split(","));
  expect(head.length).toBeGreaterThan(1);
  expect(first.every((cell) => Number(cell) > 0)).toBe(true);
  expect(script.match(/^ {4}\("\d+: sharpe", /gm)).toHaveLength(head.length);

  const trader = await visitor.openAlone("/llm-trader");
  await trader.getByRole("main").getByRole("button", { name: "Start with an example" }).first().click();
  await trader.getByRole("navigation", { name: "Next steps" }).waitFor();
  const ofText = await exported(trader, /^R script/);
  expect(ofText).toMatch(/^ {2}"text 1" = c\($/m);
  expect(ofText).toMatch(/^ {2}list\("Strength", [\d.]+, /m);
  expect(visitor.errors).toEqual([]);
  await visitor.close();
});
