import { expect, it } from "vitest";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { RULES_DEFAULT } from "../../../workers/backtest/schema";
import { memoryApi } from "../../fixtures/api";
import { CONTRACT_PRICES } from "../../fixtures/contract-calls";
import { testSeries } from "../../fixtures/series";
import { testContext } from "../context";

/* Calls of the API alone, as a program makes them. */
const context = await testContext();
const HOLDINGS = [
  { hash: "oil", name: "Oil", weight: 1.2 },
  { hash: "spy", name: "SPY", weight: -0.4 },
];
const spy = { ...testSeries("spy", [...CONTRACT_PRICES].reverse().concat(CONTRACT_PRICES)), name: "SPY" };
const oil = { ...testSeries("oil", [...CONTRACT_PRICES, ...CONTRACT_PRICES]), name: "Oil" };

/** The API on two series, with a key of every scope. */
async function opened() {
  const { app, services } = memoryApi(context, [oil, spy]);
  const issued = await services.vault.issueKey({ scope: ["trading", "data", "backtest"], description: "" }, Date.now());
  const headers = { "X-API-Key": issued?.key ?? "", "Content-Type": "application/json" };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await app.fetch(
      new Request(`http://prospect.test${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
    );
    return { status: answer.status, body: await answer.json() };
  };
  const keep = (id: string, body: unknown, kind: "strategy" | "client" = "strategy") =>
    services.records.save({ id, kind, createdAt: 0, changedAt: 0, removedAt: null, body });
  return { call, keep };
}

it("lists and runs block rules, and reports a strategy that cannot be read", async () => {
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

it("warns of each limit a portfolio exceeds, with the value and the limit, and of none that holds or is removed", async () => {
  const { call, keep } = await opened();
  await keep("client", { portfolios: [{ holdings: HOLDINGS }] }, "client");
  const ask = async () => (await call("GET", "/v1/risk/portfolio")).body;
  const before = await ask();
  expect(before).toMatchObject({ position_concentration: 1.2, leverage: 1.6, warnings: [] });
  const held = { max_position_size: 1e9, max_concentration: 1, stop_loss_level: 1, var_limit: 1, max_leverage: 1.6 };
  await call("POST", "/v1/risk/limits", held);
  expect((await ask()).warnings).toEqual(["position_concentration of 120% is above the limit of 100%"]);
  const broken = { max_position_size: 1000, max_concentration: null, stop_loss_level: 0.0001, var_limit: 0.0001, max_leverage: 1.5 };
  await call("POST", "/v1/risk/limits", broken);
  const { total_value, current_drawdown, var_95, warnings } = await ask();
  const number = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 4 });
  expect(current_drawdown).toBeLessThan(0);
  expect(warnings).toEqual([
    `The largest position of ${number(1.2 * total_value)} is above the limit of 1,000`,
    `current_drawdown of ${number(-100 * current_drawdown)}% is above the limit of 0.01%`,
    `var_95 of ${number(100 * var_95)}% is above the limit of 0.01%`,
    "leverage of 1.6 is above the limit of 1.5",
  ]);
});

it("warns of a new strategy whose position or stop exceeds a limit, or that has no stop", async () => {
  const { call } = await opened();
  const create = async (max_position_size: number, stop_loss: number) => {
    const parameters = { lookback_period: 20, entry_threshold: 2, exit_threshold: 0.5 };
    const body = { name: "A", type: "momentum", parameters, risk_constraints: { max_position_size, stop_loss } };
    return (await call("POST", "/v1/strategies", body)).body.parameter_validation;
  };
  expect(await create(1e6, 0)).toEqual({ status: "warnings", warnings: ["stop_loss is 0: losses are not cut"] });
  await call("POST", "/v1/risk/limits", { max_position_size: 100_000, stop_loss_level: 0.02 });
  expect(await create(100_000, 0.02)).toEqual({ status: "passed", warnings: [] });
  expect((await create(100_000.5, 0.05)).warnings).toEqual([
    "max_position_size of 100,000.5 is above the limit of 100,000",
    "stop_loss of 5% is above the limit of 2%",
  ]);
  expect((await create(1, 0)).warnings).toEqual(["stop_loss is 0: losses are not cut at the limit of 2%"]);
});

it("warns of each limit a backtest exceeds, and of the stop of its strategy", async () => {
  const { call, keep } = await opened();
  const parameters = { stopLoss: 0.5, takeProfit: 0 };
  await keep("held", { name: "Held", status: "active", type: "rules", rules: { kind: "hold", weight: 1 }, parameters });
  const asked = { strategy_id: "held", instruments: ["Oil", "SPY"], initial_capital: 1000 };
  const ask = async () => (await call("POST", "/v1/backtest", asked)).body.warnings;
  expect(await ask()).toEqual([]);
  await call("POST", "/v1/risk/limits", {
    max_position_size: 1e6,
    max_concentration: 1,
    stop_loss_level: 0.5,
    var_limit: 0.9,
    max_leverage: 1,
  });
  expect(await ask()).toEqual([]);
  await call("POST", "/v1/risk/limits", {
    max_position_size: 400,
    max_concentration: 0.4,
    stop_loss_level: 0.02,
    var_limit: 0.001,
    max_leverage: 0.5,
  });
  const warnings = await ask();
  expect(warnings).toEqual([
    "stop_loss of 50% is above the limit of 2%",
    expect.stringMatching(/^The largest position of \d[\d,.]* is above the limit of 400$/),
    expect.stringMatching(/^The largest share of an instrument of \d\d[\d.]*% is above the limit of 40%$/),
    expect.stringMatching(/^var_95 of \d[\d.]*% is above the limit of 0.1%$/),
    expect.stringMatching(/^leverage of (0\.\d+|1) is above the limit of 0.5$/),
  ]);
});
