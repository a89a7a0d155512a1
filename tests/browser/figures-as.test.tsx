import "../../src/styles.css";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readPage } from "../../src/analysis/report/read-page";
import { figuresAs } from "../../src/state/figures-as";
import type { BatchRun } from "../../src/tools/batch/batch-run";
import { Results } from "../../src/tools/batch/results.tsx";
import MarketAnalysis from "../../src/tools/market-analysis/market-analysis.tsx";

afterEach(() => figuresAs.choose("prospect"));

it("the neutral RSI the rules use before there is one belongs to no program", async () => {
  figuresAs.choose("tradingView");
  await render(<MarketAnalysis />);
  const box = page.getByRole("textbox", { name: "Market Data" });
  const rsi = () =>
    page.getByRole("region", { name: "Market Features" }).getByRole("term").filter({ hasText: "RSI" }).element().parentElement;
  await page.getByRole("textbox", { name: "News Data" }).fill("Steady demand");
  const decide = async (prices: number[]) => {
    await box.fill(prices.join("\n"));
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
  };
  const prices = Array.from({ length: 30 }, (_, t) => 100 + ((t * 7) % 11));
  await decide(prices);
  await expect.poll(() => rsi()?.textContent).toContain("as TradingView reports it");
  await decide(prices.slice(0, 10));
  await expect.poll(() => rsi()?.textContent).toContain("50.0");
  expect(rsi()?.textContent).not.toContain("reports it");
  await box.fill("");
  await page.getByRole("textbox", { name: "News Data" }).fill("");
});

it("a batch report is the same whichever program is chosen", async () => {
  const plan = { data: ["prices.csv"], question: "risk", settings: {}, column: null };
  const run = { plan, sources: [{}], rows: [], parts: [], failed: 0, millis: 5, digest: null, data: { files: new Map() } };
  const told = async () => {
    const { container, unmount } = await render(<Results run={run as unknown as BatchRun} />);
    const words = container.textContent;
    const { blocks } = await readPage(container);
    await unmount();
    return { words, blocks };
  };
  const own = await told();
  figuresAs.choose("excel");
  const chosen = await told();
  expect(chosen.words).toContain("By Prospect's definitions");
  expect(chosen.blocks).toEqual(own.blocks);
});
