import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterEach, expect, it } from "vitest";
import { itInAll } from "../fixtures/in-all";
import { exported, sharedSession } from "./browser";
import { upload, words } from "./dynamics-page";

/* What a screen shows and saves equals what this device's API answers offline for the same file, bit for bit. */
const session = sharedSession({ serviceWorker: "installed" });
afterEach(() => session.current.context.setOffline(false));

/** The last 600 rows of the sample, with a range around each close. */
const CSV = [
  "Date,High,Low,Close",
  ...readFileSync("public/samples/wti_1986_2019.csv", "utf8")
    .trim()
    .split(/\r?\n/)
    .filter((line) => /,\d/.test(line))
    .slice(-600)
    .map((line) => {
      const [date, close] = line.split(",");
      return `${date},${Number(close) * 1.01},${Number(close) * 0.99},${close}`;
    }),
].join("\n");

async function open(path: string): Promise<Page> {
  const page = await session.current.open(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

async function results(page: Page) {
  return JSON.parse(await exported(page, /Results as JSON/));
}

/** Calls the API from the page, offline. */
async function ask(page: Page, path: string) {
  await session.current.context.setOffline(true);
  return page.evaluate(
    async ([address, text]) => {
      const form = new FormData();
      form.set("file", new File([text], "prices.csv", { type: "text/csv" }));
      const response = await fetch(address, { method: "POST", body: form });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return response.json();
    },
    [path, CSV],
  );
}

const run = async (page: Page) => {
  await upload(page, CSV);
  await page.getByText("600 values read").first().waitFor();
  await page.getByRole("button", { name: "Run Analysis" }).first().click();
  await page.getByRole("button", { name: "Export" }).waitFor();
};

it("/api/lyapunov answers what Lyapunov Analysis shows", async () => {
  const page = await open("/lyapunov");
  await run(page);
  const shown = await results(page);
  const answer = await ask(page, "/api/lyapunov");
  const { lyapunov_exponent, interpretation, behavioral_metrics, trading_suggestions } = shown;
  expect(answer).toEqual({ lyapunov_exponent, interpretation, behavioral_metrics, trading_suggestions });
  expect(await words(page)).toContain(answer.lyapunov_exponent.toFixed(4));
  await page.close();
});

itInAll("/api/markov-regime answers what Markov Regime Analysis shows", async () => {
  const page = await open("/markov-regime");
  await run(page);
  const shown = await results(page);
  const answer = await ask(page, "/api/markov-regime");
  expect(shown).toMatchObject({ current_regime_probabilities: answer.current_regime_probabilities, metrics: answer.metrics });
  const { annualized_volatility, sharpe_ratio, max_drawdown, trading_days } = answer.metrics;
  const text = await words(page);
  for (const figure of [
    `${(100 * annualized_volatility).toFixed(2)}%`,
    sharpe_ratio.toFixed(3),
    `${(100 * max_drawdown).toFixed(2)}%`,
    String(trading_days),
  ])
    expect(text).toContain(figure);
  await page.close();
});

itInAll("/api/market-curiosity/analyze answers what Market Curiosity Analysis shows", async () => {
  const page = await open("/market-curiosity");
  await run(page);
  const shown = await results(page);
  const answer = await ask(page, "/api/market-curiosity/analyze");
  expect(shown.data).toEqual(answer.data);
  const { curiosity_score, metrics } = answer.data;
  for (const share of [curiosity_score, metrics.volatility, metrics.price_trend])
    expect(await words(page)).toContain(`${(100 * share).toFixed(1)}%`);
  await page.close();
});

it("/v1/backtest answers what the Backtester shows for the strategy saved through the API", async () => {
  const page = await open("/test-api");
  await page.getByText("/v1/auth/generate-key").first().waitFor();
  await page.getByRole("button", { name: "New access token" }).click();
  const box = page.getByPlaceholder("Enter your API key");
  await expect.poll(() => box.inputValue()).toMatch(/^token_/);
  const token = await box.inputValue();
  await session.current.context.setOffline(true);
  const call = (path: string, headers: Record<string, string>, body: object) =>
    page.evaluate(
      async ([address, sent, text]) => {
        const response = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json", ...sent }, body: text });
        return response.json();
      },
      [path, headers, JSON.stringify(body)] as const,
    );
  const { api_key } = await call(
    "/v1/auth/generate-key",
    { Authorization: `Bearer ${token}` },
    { scope: ["trading", "backtest"], description: "" },
  );
  const key = { "X-API-Key": api_key };
  const { strategy_id } = await call("/v1/strategies", key, {
    name: "Kept through the API",
    type: "mean_reversion",
    parameters: { lookback_period: 20, entry_threshold: 1.5, exit_threshold: 0.5 },
    risk_constraints: { max_position_size: 1_000_000, stop_loss: 0.02 },
  });
  await session.current.context.setOffline(false);
  await page.goto(`${session.current.origin}/backtester`);
  await upload(page, CSV);
  await page.getByText("600 values read").first().waitFor();
  await page
    .getByRole("button", { name: /Strategy$/ })
    .first()
    .click();
  await page.getByRole("option", { name: /Kept through the API/ }).click();
  await page.getByRole("button", { name: "All dates" }).click();
  await page
    .getByRole("button", { name: /^Run Backtest/ })
    .first()
    .click();
  const cards = page.getByRole("region", { name: "Key figures" });
  await cards.waitFor();
  const shown = await results(page);
  const { returns, sharpeRatio, maxDrawdown, winRate } = shown.metrics;
  await session.current.context.setOffline(true);
  const lines = CSV.split("\n");
  const [start_date, end_date] = [lines[1], lines[lines.length - 1]].map((line) => line.split(",")[0]);
  const answer = await call("/v1/backtest", key, {
    strategy_id,
    start_date,
    end_date,
    initial_capital: 1_000_000,
    instruments: ["prices.csv"],
  });
  expect(answer.metrics).toEqual({ total_return: returns, sharpe_ratio: sharpeRatio, max_drawdown: maxDrawdown, win_rate: winRate });
  const orders = [...shown.trades, ...(shown.openTrade ? [shown.openTrade] : [])].reduce((sum, trade) => sum + trade.orders, 0);
  expect(answer.trades).toHaveLength(orders);
  expect(shown.trades.length).toBeGreaterThan(2);
  expect((await cards.innerText()).replaceAll("−", "-")).toContain(`${(100 * answer.metrics.total_return).toFixed(1)}%`);
  await page.close();
});
