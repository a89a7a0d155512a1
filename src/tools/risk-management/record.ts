import { assetData, inPercent } from "../../analysis/assets/asset-record";
import { screenRecord } from "../../analysis/record";
import { riskFigures } from "../../analysis/run-figures";
import { methodLabel, objectiveLabel, type RiskSettings } from "./settings";
import type { BudgetRun } from "./use-budget";
import type { ContributionsRun } from "./use-contributions";
import type { RiskRun } from "./use-risk";

const screen = screenRecord<RiskSettings>("/risk-management", ["column", "portfolio", "weights", "budgets"]);
export const { shared } = screen;

export function recordAnalysis(run: RiskRun): Promise<void> {
  const { series, text, settings, value } = run;
  return screen.record(run, {
    title: `Risk, ${methodLabel(settings.method)}`,
    data: { data: { series, text } },
    figures: riskFigures(value, settings.volatilityModel),
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
      ...assets.map(({ name, percentVolatility }) => inPercent(`Risk of ${name}`, percentVolatility, 1)),
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
      inPercent("Invested", invested, 1),
      ...names.map((name, i) => inPercent(`Weight of ${name}`, proposed.weights[i])),
    ],
  });
}
