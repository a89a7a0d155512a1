import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { methodLabel, objectiveLabel, type RiskSettings } from "./settings";
import type { BudgetRun } from "./use-budget";
import type { ContributionsRun } from "./use-contributions";
import type { RiskRun } from "./use-risk";

const SCREEN = "/risk-management";

/** Settings that name columns, assets or clients say something about data: they stay out of links. */
const sharedSettings = ({ column: _, portfolio: __, weights: ___, budgets: ____, ...settings }: RiskSettings) => settings;
const contentOf = ({ column, portfolio, weights, budgets }: RiskSettings) => ({ column, portfolio, weights, budgets });

interface Asked {
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

const inPercent = (label: string, fraction: number | null) => ({ label, value: fraction === null ? null : 100 * fraction, unit: "%" });

/** Writes a finished analysis into the list of runs; nobody waits for it. */
export function recordAnalysis({ series, settings, input, report }: RiskRun, { text, ...clock }: Asked): Promise<void> {
  const { metrics, losses } = report;
  return recordRun({
    screen: SCREEN,
    title: `Risk, ${methodLabel(settings.method)}`,
    job: "analyze-risk",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value: report },
    figures: [
      { label: "Max Drawdown", value: report.maxDrawdown, unit: "%" },
      inPercent("Value at Risk", report.var),
      inPercent("Historical ES", losses.historicalShortfall.value),
      { label: "Sharpe Ratio", value: metrics.sharpe.value, unit: "" },
      { label: "Sortino Ratio", value: metrics.sortino.value, unit: "" },
      inPercent("Volatility", metrics.volatility.value),
      { label: "Risk warning", value: report.riskWarning ? "yes" : "no", unit: "" },
      { label: "Returns", value: report.returns, unit: "" },
    ],
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

/** The data fields of a set of assets: a dataset stands in the field, the holdings of a client's portfolio in none. */
function dataOf({ set }: Pick<ContributionsRun, "set">, text: string): RunToRecord["data"] {
  if (set.series.length === 1) return { assets: { series: set.series[0], text } };
  return Object.fromEntries(set.series.map((series, i) => [`holding ${i + 1}`, { series, text: "" }]));
}

export function recordContributions(run: ContributionsRun, { text, ...clock }: Asked): Promise<void> {
  const { measured, settings, input } = run;
  return recordRun({
    screen: SCREEN,
    title: `Risk contributions, ${run.dataName}`,
    job: "measure-contributions",
    input,
    data: dataOf(run, text),
    outcome: { ok: true, value: measured },
    figures: [
      inPercent("Volatility", measured.volatility),
      inPercent("Parametric VaR", measured.valueAtRisk),
      inPercent("Historical ES", measured.shortfall),
      ...measured.assets.map(({ name, percentVolatility }) => inPercent(`Risk of ${name}`, percentVolatility)),
    ],
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

export function recordBudget(run: BudgetRun, { text, ...clock }: Asked): Promise<void> {
  const { budget, settings, input } = run;
  return recordRun({
    screen: SCREEN,
    title: `${objectiveLabel(input.objective)}, ${run.dataName}`,
    job: "budget-risk",
    input,
    data: dataOf(run, text),
    outcome: { ok: true, value: budget },
    figures: [
      inPercent("Volatility", budget.proposed.contributions.volatility),
      inPercent("Max Drawdown", -budget.proposed.maxDrawdown),
      inPercent("Invested", budget.invested),
      ...budget.names.map((name, i) => inPercent(`Weight of ${name}`, budget.proposed.weights[i])),
    ],
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

/** Puts a link to the screen with its settings on the clipboard. */
export const copyLink = (settings: RiskSettings): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
