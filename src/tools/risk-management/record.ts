import { modelLabel } from "../../../workers/volatility/schema";
import { assetData, inPercent } from "../../analysis/assets/asset-record";
import { screenRecord } from "../../analysis/record";
import { methodLabel, objectiveLabel, type RiskSettings } from "./settings";
import type { BudgetRun } from "./use-budget";
import type { ContributionsRun } from "./use-contributions";
import type { RiskRun } from "./use-risk";

const screen = screenRecord<RiskSettings>("/risk-management", ["column", "portfolio", "weights", "budgets"]);
export const { shared } = screen;

/** One-step losses by a model passed from another tool, as figures. */
export function modelLines({ value: { byModel }, settings: { volatilityModel: model } }: RiskRun): { label: string; value: number }[] {
  if (!model || !byModel?.losses) return [];
  const { valueAtRisk, shortfall } = byModel.losses;
  return [
    { label: `VaR by ${modelLabel(model)}`, value: valueAtRisk },
    { label: `ES by ${modelLabel(model)}`, value: shortfall },
  ];
}

export function recordAnalysis(run: RiskRun): Promise<void> {
  const { series, text, settings, value } = run;
  const { metrics, losses } = value;
  return screen.record(run, {
    title: `Risk, ${methodLabel(settings.method)}`,
    data: { data: { series, text } },
    figures: [
      { label: "Max Drawdown", value: value.maxDrawdown, unit: "%" },
      inPercent("Value at Risk", value.var),
      inPercent("Historical ES", losses.historicalShortfall.value),
      ...modelLines(run).map(({ label, value }) => inPercent(label, value)),
      { label: "Sharpe Ratio", value: metrics.sharpe.value, unit: "" },
      { label: "Sortino Ratio", value: metrics.sortino.value, unit: "" },
      inPercent("Volatility", metrics.volatility.value),
      { label: "Risk warning", value: value.riskWarning ? "yes" : "no", unit: "" },
      { label: "Returns", value: value.returns, unit: "" },
    ],
  });
}

export function recordContributions(run: ContributionsRun): Promise<void> {
  const { volatility, valueAtRisk, shortfall, assets } = run.value;
  return screen.record(run, {
    title: `Risk contributions, ${run.set.name}`,
    data: assetData(run),
    figures: [
      inPercent("Volatility", volatility),
      inPercent("Parametric VaR", valueAtRisk),
      inPercent("Historical ES", shortfall),
      ...assets.map(({ name, percentVolatility }) => inPercent(`Risk of ${name}`, percentVolatility)),
    ],
  });
}

export function recordBudget(run: BudgetRun): Promise<void> {
  const { proposed, invested, names } = run.value;
  return screen.record(run, {
    title: `${objectiveLabel(run.input.objective)}, ${run.set.name}`,
    data: assetData(run),
    figures: [
      inPercent("Volatility", proposed.contributions.volatility),
      inPercent("Max Drawdown", -proposed.maxDrawdown),
      inPercent("Invested", invested),
      ...names.map((name, i) => inPercent(`Weight of ${name}`, proposed.weights[i])),
    ],
  });
}
