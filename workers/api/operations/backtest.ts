import * as v from "valibot";
import { backtestEntries } from "../../backtest/schema";
import { rebalanceEntries } from "../../portfolio/schema";
import { required } from "../../runtime/schema";
import { limitWarnings, stopWarnings } from "../limits";
import * as messages from "../messages";
import { operation } from "../operation";
import { Problem, problemOf } from "../problem";
import { day, endOf, figure, momentOf, number, symbol, text, timestamp } from "../schemas";
import { engineStrategy, storedStrategy } from "../strategy";

export const runBacktest = operation({
  id: "runBacktest",
  method: "POST",
  path: "/v1/backtest",
  tag: "Strategy Management",
  summary: "Run Backtest",
  description:
    "Backtests a saved strategy on datasets of this device with the Backtester's engine: costs and slippage of 0.1% each, behavioral adjustment on. " +
    "The maximum position is max_position_size as a fraction of the initial capital. Several instruments start at equal weights and are rebalanced at the given frequency: " +
    "each is a separate account over the days they all cover, and the accounts are reset to equal values at the first close of each period. " +
    "warnings name the limits of Risk Limits that the strategy's stop or, at any close, the account exceeds: its largest position, that position's share, " +
    "leverage (the sum of the shares), and var_95 of its values.",
  access: ["backtest"],
  body: v.object({
    strategy_id: text(100),
    start_date: v.optional(v.nullable(day), null),
    end_date: v.optional(v.nullable(day), null),
    initial_capital: required(backtestEntries.initialCapital),
    instruments: v.pipe(v.array(symbol), v.minLength(1), v.maxLength(20)),
    parameters: v.optional(
      v.object({
        include_transaction_costs: v.optional(v.boolean(), true),
        rebalance_frequency: rebalanceEntries.frequency,
      }),
      {},
    ),
  }),
  status: 200,
  response: v.object({
    backtest_id: v.string(),
    status: v.picklist(["completed"]),
    metrics: v.object({ total_return: number, sharpe_ratio: figure, max_drawdown: number, win_rate: figure }),
    trades: v.pipe(
      v.array(
        v.object({
          timestamp: v.nullable(timestamp),
          instrument: v.string(),
          side: v.picklist(["buy", "sell"]),
          quantity: number,
          price: v.pipe(number, v.description("Including slippage, excluding commission")),
        }),
      ),
      v.description(
        "Every order, including resizing and rebalancing; at most 100,000. initial_capital less purchases, plus sales, less the commission of 0.1% " +
          "of each, plus what is held at its last common close, is initial_capital (1 + total_return), within 1e-9 of it",
      ),
    ),
    warnings: v.array(v.string()),
  }),
  example: {
    body: {
      strategy_id: "the strategy_id of Create Strategy",
      start_date: "2018-01-02",
      end_date: "2018-12-31",
      initial_capital: 1_000_000,
      instruments: ["WTI crude oil"],
      parameters: { include_transaction_costs: true, rebalance_frequency: "monthly" },
    },
  },
  async answer({ body, services, signal }) {
    const { strategy_id, start_date, end_date, initial_capital, instruments, parameters } = body;
    if (start_date && end_date && start_date > end_date) {
      throw new Problem(422, "bad-input", messages.datesReversed, {
        issues: [{ field: "end_date", message: messages.datesReversed }],
      });
    }
    const found = await services.records.get(strategy_id);
    if (!found.ok) throw problemOf(found.failure);
    const record = found.value?.kind === "strategy" && found.value.removedAt === null ? found.value : null;
    if (!record) throw new Problem(404, "not-found", messages.noStrategy);
    const strategy = storedStrategy(record);
    if (!strategy) throw new Problem(422, "bad-input", messages.unreadableStrategy);
    const size = strategy.riskConstraints.maxPositionSize;
    const limits = await services.vault.limits();
    const outcome = await services.ask(
      "backtest",
      {
        strategy: engineStrategy(strategy),
        startDate: start_date === null ? null : momentOf(start_date),
        endDate: end_date === null ? null : endOf(end_date),
        initialCapital: initial_capital,
        positionSize: size === null ? 1 : Math.min(1, size / initial_capital),
        instruments: [...new Set(instruments)],
        costs: parameters.include_transaction_costs,
        frequency: parameters.rebalance_frequency,
        valueAtRisk: limits.var_limit !== null,
      },
      signal,
    );
    if (!outcome.ok) throw problemOf(outcome.failure);
    const { metrics, trades, largest, valueAtRisk } = outcome.value;
    const warnings = [
      ...stopWarnings(limits, strategy.parameters.stopLoss),
      ...limitWarnings(limits, {
        max_position_size: { figure: "The largest position", value: largest.position },
        max_concentration: { figure: "The largest share of an instrument", value: largest.share },
        ...(valueAtRisk !== null && { var_limit: { figure: "var_95", value: valueAtRisk } }),
        max_leverage: { figure: "leverage", value: largest.leverage },
      }),
    ];
    return { backtest_id: crypto.randomUUID(), status: "completed" as const, metrics, trades, warnings };
  },
});
