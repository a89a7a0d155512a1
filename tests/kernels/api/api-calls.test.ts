import { expect, it } from "vitest";
import { RULES_DEFAULT } from "../../../workers/backtest/schema";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { memoryApi } from "../../fixtures/api";
import { CONTRACT_PRICES } from "../../fixtures/contract-calls";
import { testSeries } from "../../fixtures/series";
import { testContext } from "../context";

/* The API by its calls alone, as a program makes them. */
const context = await testContext();
const oil = { ...testSeries("oil", [...CONTRACT_PRICES, ...CONTRACT_PRICES]), name: "Oil" };

/** The API on the series of oil, with a key of every scope. */
async function opened() {
  const { app, services } = memoryApi(context, [oil]);
  const issued = await services.vault.issueKey({ scope: ["trading", "data", "backtest"], description: "" }, Date.now());
  const headers = { "X-API-Key": issued?.key ?? "", "Content-Type": "application/json" };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await app.fetch(
      new Request(`http://prospect.test${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
    );
    return { status: answer.status, body: await answer.json() };
  };
  const keep = (id: string, body: unknown) =>
    services.records.save({ id, kind: "strategy", createdAt: 0, changedAt: 0, removedAt: null, body });
  return { call, keep };
}

it("lists and runs Block Rules, and says of a strategy that cannot be read that this is so", async () => {
  const { call, keep } = await opened();
  const parameters = { lookback: 20, threshold: 1.5, exitThreshold: 0, stopLoss: 0, takeProfit: 0, trailingStop: 0 };
  await keep("blocks", { name: "Blocks", status: "active", type: "rules", rules: RULES_DEFAULT, parameters });
  await keep("odd", { name: "Odd", status: "active", type: "rules", rules: { kind: "hold", weight: 7 } });
  const { strategies, pagination } = (await call("GET", "/v1/strategies")).body;
  expect(strategies).toMatchObject([{ strategy_id: "blocks", name: "Blocks", type: "rules", status: "active" }]);
  expect(pagination.total_items).toBe(1);
  const ask = (strategy_id: string) => call("POST", "/v1/backtest", { strategy_id, instruments: ["Oil"], initial_capital: 1000 });
  const answer = await ask("blocks");
  const strategy = { type: "rules", rules: RULES_DEFAULT, parameters } as const;
  const bars = { close: oil.columns[0].values };
  const report = await runBacktest({ bars, times: oil.times, strategy, initialCapital: 1000 }, context);
  expect(report.ok && report.value.metrics.trades).toBeGreaterThan(0);
  expect(answer.body.metrics.total_return).toBe(report.ok && report.value.metrics.returns);
  expect(await ask("odd")).toMatchObject({ status: 422, body: { error: expect.stringContaining("cannot read") } });
  expect(await ask("none")).toMatchObject({ status: 404, body: { error: "No such strategy on this device" } });
});
