import { expect, it } from "vitest";
import { samples } from "../../src/analysis/data/samples";
import { family } from "../fixtures/in-all";
import { openEmpty, sharedSession } from "./browser";

const session = sharedSession();

/** Each tool with samples, and the name of its main button. */
const TOOLS: readonly (readonly [path: string, press: string])[] = [
  ["/backtester", "Run Backtest"],
  ["/strategy-builder", "Test Strategy"],
  ["/garch-model", "Run Analysis"],
  ["/markov-regime", "Run Analysis"],
  ["/lyapunov", "Run Analysis"],
  ["/market-curiosity", "Run Analysis"],
  ["/risk-management", "Analyze Portfolio Risk"],
  ["/alpha-miner", "Generate Alpha Factors"],
  ["/validation", "Run Validation"],
  ["/portfolio", "Optimize Portfolio"],
];
/** Short runs test a screen that needs prices, as only some samples are prices. */
const PRESSED = "/backtester";

family(
  TOOLS,
  ([path]) => path === PRESSED,
  (tools) =>
    it.each(tools)("%s: with its defaults, %s leads to a result on every sample offered", { timeout: 240_000 }, async (path, press) => {
      const empty = await openEmpty(session.current, path);
      const offered: string[] = [];
      for (const { label } of samples) if ((await empty.getByRole("button", { name: label, exact: true }).count()) > 0) offered.push(label);
      await empty.close();
      expect(offered.length).toBeGreaterThan(0);
      for (const label of offered) {
        const page = await openEmpty(session.current, path);
        const main = page.getByRole("main");
        await main.getByRole("button", { name: label, exact: true }).first().click();
        await main.getByRole("button", { name: "Remove" }).first().waitFor();
        await main.getByRole("button", { name: press }).last().click();
        const result = main.getByRole("button", { name: "PNG", exact: true }).or(main.getByRole("alert"));
        await result.first().waitFor({ timeout: 100_000 });
        await main.getByRole("progressbar").first().waitFor({ state: "detached", timeout: 100_000 });
        expect(await main.getByRole("alert").allInnerTexts(), label).toEqual([]);
        await page.close();
      }
      expect(session.current.errors).toEqual([]);
    }),
);
