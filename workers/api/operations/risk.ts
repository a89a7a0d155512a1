import * as v from "valibot";
import type { PortfolioAnswer } from "../answers/portfolio";
import { limitWarnings, type Measured } from "../limits";
import { operation } from "../operation";
import { problemOf } from "../problem";
import { figure, number } from "../schemas";

export const portfolio = operation({
  id: "portfolioRisk",
  method: "GET",
  path: "/v1/risk/portfolio",
  tag: "Risk Management",
  summary: "Portfolio Risk",
  description:
    "Risk of the default portfolio: the first with holdings of the most recently changed client. Rebalanced daily without costs, from 1,000,000 at the " +
    "first common date; metrics as in the Risk Manager with its defaults. beta_to_spy needs a dataset named SPY. leverage is the sum of the absolute " +
    "weights. warnings name the limits of Risk Limits that are exceeded: the largest position, its share, leverage, var_95, and the " +
    "current drawdown by stop_loss_level. " +
    "Of rows that share a date, repeated keeps the first, the last or the mean.",
  access: ["trading"],
  query: v.object({ repeated: v.optional(v.picklist(["first", "last", "mean"])) }),
  status: 200,
  response: v.object({
    total_value: number,
    daily_pnl: number,
    var_95: number,
    sharpe_ratio: figure,
    current_drawdown: number,
    max_drawdown: number,
    position_concentration: number,
    leverage: number,
    beta_to_spy: figure,
    warnings: v.array(v.string()),
  }),
  async answer({ query: { repeated }, services, signal }) {
    const listed = await services.records.list("client", false);
    if (!listed.ok) throw problemOf(listed.failure);
    const clients = [...listed.value.records].sort((a, b) => b.changedAt - a.changedAt).map(({ body }) => body);
    const outcome = await services.ask("portfolio", { clients, repeated }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return { ...outcome.value, warnings: limitWarnings(await services.vault.limits(), measuresOf(outcome.value)) };
  },
});

/** The values compared with each limit. */
const measuresOf = ({ total_value, position_concentration, current_drawdown, var_95, leverage }: PortfolioAnswer): Measured => ({
  max_position_size: { figure: "The largest position", value: total_value * position_concentration },
  max_concentration: { figure: "position_concentration", value: position_concentration },
  stop_loss_level: { figure: "current_drawdown", value: Math.abs(current_drawdown) },
  var_limit: { figure: "var_95", value: var_95 },
  max_leverage: { figure: "leverage", value: leverage },
});

const limit = v.nullable(v.pipe(number, v.minValue(0)));
const shareLimit = v.nullable(v.pipe(number, v.minValue(0), v.maxValue(1)));

export const limits = operation({
  id: "setRiskLimits",
  method: "POST",
  path: "/v1/risk/limits",
  tag: "Risk Management",
  summary: "Risk Limits",
  description:
    "Saves limits on this device: those given are changed, null removes one. Exceeding one gives a warning: a new strategy " +
    "(max_position_size, stop_loss_level), a backtest and the portfolio (all five).",
  access: ["trading"],
  body: v.object({
    max_position_size: v.optional(limit),
    max_concentration: v.optional(shareLimit),
    stop_loss_level: v.optional(shareLimit),
    var_limit: v.optional(shareLimit),
    max_leverage: v.optional(limit),
  }),
  status: 200,
  response: v.object({
    message: v.string(),
    current_limits: v.object({
      max_position_size: figure,
      max_concentration: figure,
      stop_loss_level: figure,
      var_limit: figure,
      max_leverage: figure,
    }),
  }),
  example: { body: { max_position_size: 100_000, max_concentration: 0.25, stop_loss_level: 0.02, var_limit: 0.15, max_leverage: 1 } },
  async answer({ body, services }) {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return { message: "Risk limits updated", current_limits: await services.vault.keepLimits(given) };
  },
});
