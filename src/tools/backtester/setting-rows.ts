import { count, fixed, moment, percent, plain } from "../../lib/format.ts";
import type { BacktestValue } from "../../strategies/backtest-input";
import { blockText } from "../../strategies/block-words";
import { familyOf, labelOf } from "../../strategies/families";
import type { BacktestRun } from "../../strategies/use-backtest";

/** A backtest with the names of its inputs. */
export interface Described {
  value: BacktestValue;
  strategy: string;
  data: { name: string; length: number };
  benchmark: string | null;
}

export const describedRun = ({ value, strategy, series, benchmark }: BacktestRun): Described => ({
  value,
  strategy: strategy.name,
  data: series,
  benchmark: benchmark?.name ?? null,
});

/** The settings used, by name. */
export function settingRows({ value, strategy, data, benchmark }: Described): [string, string][] {
  const { settings } = value;
  const { type } = value.strategy;
  const { behavioralFactors, ...parameters } = { ...value.strategy.parameters, behavioralFactors: value.strategy.behavioralFactors };
  return [
    ["Strategy", strategy || "unnamed"],
    ["Type", familyOf(type).label],
    ["Score", value.strategy.rules ? blockText(value.strategy.rules) : familyOf(type).formula],
    ...[...Object.entries(parameters), ...Object.entries(behavioralFactors)].map(([key, number]): [string, string] => [
      labelOf(key),
      String(number),
    ]),
    ["Data", `${data.name}, ${count(value.rows)} of ${count(data.length)} rows`],
    ["Period", value.times ? `${moment(value.times[0])} to ${moment(value.times[value.rows - 1])}` : "no dates"],
    ["Benchmark", benchmark ?? "buy and hold"],
    ["Initial capital", fixed(settings.initialCapital, 2)],
    ["Transaction costs, both ways", percent(settings.transactionCosts, 12, 2)],
    ["Slippage, both ways", percent(settings.slippage, 12, 2)],
    ["Costs per order", plain(settings.fixedCosts)],
    ["Commission per unit", plain(settings.unitCommission)],
    ["Minimum commission", plain(settings.minimumCommission)],
    ["Borrow fee per year", percent(settings.borrowFee, 12, 2)],
    ["Behavioral adjustment", settings.behavioralAdjustment ? "enabled" : "disabled"],
    ["Direction", settings.direction],
    ["Fills", value.fill],
    ["Position size", percent(settings.positionSize)],
    ...(value.assets
      ? ([["Shared cash", settings.allocation === "equal" ? "equal shares" : "first come, first served"]] as [string, string][])
      : []),
    ["Risk-free rate per year", percent(settings.riskFree)],
    ["Steps per year", String(settings.periodsPerYear)],
  ];
}
