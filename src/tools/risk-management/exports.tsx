import { BASEL } from "../../../workers/risk/schema";
import type { CanceledAfter } from "../../../workers/runtime/parallel";
import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { estimateColumns } from "../../analysis/intervals/interval-words";
import { CONVENTION } from "../../analysis/programs/convention";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import { modelLosses } from "../../analysis/run-figures";
import { scriptFiles } from "../../analysis/script-files";
import { canceledAfter, stemOfPart } from "../../lib/canceled-after";
import { useWords } from "../../ui/texts.ts";
import { LOSSES, METRICS } from "./figure-names";
import type { ModelLevel } from "./model-levels";
import { shared } from "./record";
import { riskQuestion } from "./script";
import type { RiskSettings } from "./settings";
import type { BudgetRun } from "./use-budget";
import type { ContributionsRun } from "./use-contributions";
import type { OutOfSampleRun } from "./use-out-of-sample";
import type { RiskRun } from "./use-risk";

/** The results on the screen so far. */
export interface Shown {
  analysis: RiskRun | null;
  contributions: ContributionsRun | null;
  budget: BudgetRun | null;
  outOfSample: Pick<OutOfSampleRun, "value" | "reason">;
}

/** All of a report but its columns. @param noModel why there are no losses by the volatility model */
function figuresOf(
  { value: report, series, settings, startedAt }: RiskRun,
  { value: later, reason: noOutOfSample }: Shown["outOfSample"],
  noModel: string | null,
) {
  const { drawdown: _, wealth: __, stepReturns: ___, backtest, byModel, ...figures } = report;
  const tested = backtest && {
    method: backtest.method,
    window: backtest.window,
    counts: backtest.counts,
    expected: backtest.expected,
    unconditional: backtest.unconditional,
    independence: backtest.independence,
    conditional: backtest.conditional,
  };
  const outOfSample = later && { ...later, path: undefined };
  return {
    at: new Date(startedAt).toISOString(),
    data: { name: series.name, sha256: series.hash, values: series.length },
    screenSettings: settings,
    ...figures,
    ...(byModel && { byModel: { ...byModel, reason: noModel, ...(byModel.losses && { outOfSample, noOutOfSample }) } }),
    backtest: tested,
  };
}

/** A proposal without columns. */
function budgetDocument({ value: budget, input }: BudgetRun) {
  const { current, proposed, correlation, times: _, ...rest } = budget;
  const { wealth: __, ...now } = current;
  const { wealth: ___, ...then } = proposed;
  const { objective, shares, limits, drawdownCap, confidence, perYear, riskFree } = input;
  const asked = { objective, shares, limits, drawdownCap, confidence, perYear, riskFree };
  return { asked, ...rest, current: now, proposed: then, correlation: Array.from(correlation) };
}

/** Everything the screen found, without long columns. Field names follow the specification where it defines them. */
function resultDocument({ analysis, outOfSample, contributions, budget }: Shown, noModel: string | null) {
  return {
    format: "prospect-risk-result",
    version: 1,
    ...CONVENTION,
    analysis: analysis && figuresOf(analysis, outOfSample, noModel),
    contributions: contributions && { asked: contributions.set.names, weights: contributions.set.weights, ...contributions.value },
    optimization: budget && budgetDocument(budget),
  };
}

const dataName = ({ analysis, contributions, budget }: Shown): string =>
  analysis?.series.name ?? contributions?.set.name ?? budget?.set.name ?? "portfolio";

/** Stem of a file with all results. */
const fileNameOf = (shown: Shown): string => stemOfPart(`${fileStem(dataName(shown))}-risk`, shown.analysis?.value.canceledAfter);

/** Report data that are not on the screen. */
function reportAbout(shown: Shown, noModel: string | null): ReportAbout | null {
  const { analysis, contributions, budget } = shown;
  const newest = [analysis, contributions, budget].filter((run) => run !== null).sort((a, b) => b.at - a.at)[0];
  if (!newest) return null;
  const series = [...(analysis ? [analysis.series] : []), ...(contributions?.set.series ?? []), ...(budget?.set.series ?? [])];
  const name = dataName(shown);
  return {
    title: `Risk of ${name}`,
    fileName: fileNameOf(shown),
    sources: [...new Map(series.map((one) => [one.hash, sourceOf(one)])).values()],
    settings: newest.settings,
    at: newest.at,
    result: resultDocument(shown, noModel),
  };
}

/** Every figure with its interval, one row each, as CSV. */
function saveFigures(run: RiskRun): void {
  const { value: report } = run;
  const { canceledAfter: part } = report;
  const plain = (label: string, value: number | null) => ({ label, value, lower: null, upper: null });
  const lines = [
    plain("Max Drawdown (%)", report.maxDrawdown),
    plain("Value at Risk", report.var),
    ...METRICS.map(([name, label]) => ({ ...report.metrics[name], label })),
    ...LOSSES.map(([name, label]) => ({ ...report.losses[name], label })),
    plain("Monte Carlo VaR", report.monteCarlo.valueAtRisk),
    plain("Monte Carlo ES", report.monteCarlo.shortfall),
    plain("EWMA VaR", report.filtered?.ewma?.valueAtRisk ?? null),
    plain("EWMA ES", report.filtered?.ewma?.shortfall ?? null),
    plain("GARCH-filtered VaR", report.filtered?.garch?.valueAtRisk ?? null),
    plain("GARCH-filtered ES", report.filtered?.garch?.shortfall ?? null),
    ...modelLosses(run.value, run.settings.volatilityModel).map(({ label, value }) => plain(label, value)),
  ];
  const columns = [
    ...estimateColumns(lines),
    ...(part ? [{ name: "Note", values: lines.map(() => canceledAfter(part, "resamples")) }] : []),
  ];
  void saveTable(columns, stemOfPart(`${fileStem(run.series.name)}-risk-figures`, part));
}

/** Value and drawdown per row, as CSV. */
export function saveDrawdowns({ value: report, times, series }: RiskRun): void {
  const skipped = times ? report.wealth.length - times.length : 0;
  const columns = [
    { name: report.kind === "values" ? "Value" : "Wealth", values: report.wealth.subarray(skipped) },
    { name: "Drawdown", values: report.drawdown.subarray(skipped) },
  ];
  void saveTable(dated(times, columns), `${fileStem(series.name)}-drawdown`);
}

/** Return, value at risk and exception per step, as CSV. */
export function saveBacktest({ value: report, returnTimes, series }: RiskRun): void {
  const { backtest } = report;
  if (!backtest) return;
  const columns = [
    { name: "Return (%)", values: report.stepReturns, factor: 100 },
    { name: "Value at Risk", values: backtest.valueAtRisk },
    { name: "Exception", values: backtest.exceptions.subarray(backtest.window), start: backtest.window, flag: true },
  ];
  void saveTable(dated(returnTimes, columns), `${fileStem(series.name)}-var-backtest`);
}

/** Exceptions and tests of the model's value at risk, one row per level and sample, as CSV. */
export function saveModelBacktest({ series }: RiskRun, rows: readonly ModelLevel[], part: CanceledAfter | undefined): void {
  const column = (name: string, pick: (row: ModelLevel) => number) => ({ name, values: Float64Array.from(rows, pick) });
  const columns = [
    column("Confidence", ({ confidence }) => confidence),
    { name: "Sample", values: rows.map(({ sample }) => sample) },
    column("Steps", ({ counts }) => counts.observations),
    column("Exceptions", ({ counts }) => counts.exceptions),
    column("Expected", ({ expected }) => expected),
    column("Kupiec LR", ({ unconditional }) => unconditional.statistic),
    column("Kupiec p", ({ unconditional }) => unconditional.pValue),
    column("Christoffersen LR", ({ independence }) => independence.statistic),
    column("Christoffersen p", ({ independence }) => independence.pValue),
    column("Both LR", ({ conditional }) => conditional.statistic),
    column("Both p", ({ conditional }) => conditional.pValue),
    column("Excess over ES", ({ shortfall }) => shortfall?.excess ?? Number.NaN),
    column("McNeil–Frey t", ({ shortfall }) => shortfall?.statistic ?? Number.NaN),
    column("McNeil–Frey p", ({ shortfall }) => shortfall?.pValue ?? Number.NaN),
    column(`Exceptions of the latest ${BASEL.steps}`, ({ basel }) => basel?.exceptions ?? Number.NaN),
    { name: "Basel zone", values: rows.map(({ basel }) => basel?.zone ?? "") },
    ...(part ? [{ name: "Note", values: rows.map(({ sample }) => (sample === "in-sample" ? "" : canceledAfter(part, "refits"))) }] : []),
  ];
  void saveTable(columns, stemOfPart(`${fileStem(series.name)}-model-var-backtest`, part));
}

/** Contributions, one row per asset, as CSV. */
export function saveContributions({ value: measured, set }: ContributionsRun): void {
  type Asset = (typeof measured.assets)[number];
  const column = (name: string, pick: (asset: Asset) => number) => ({ name, values: Float64Array.from(measured.assets, pick) });
  const columns = [
    { name: "Asset", values: measured.assets.map(({ name }) => name) },
    column("Weight", ({ weight }) => weight),
    column("Marginal volatility", ({ marginalVolatility }) => marginalVolatility),
    column("Component volatility", ({ componentVolatility }) => componentVolatility),
    column("Share of volatility", ({ percentVolatility }) => percentVolatility),
    column("Component VaR", ({ componentVar }) => componentVar),
    column("Share of VaR", ({ percentVar }) => percentVar),
    column("Component ES", ({ componentShortfall }) => componentShortfall),
    column("Share of ES", ({ percentShortfall }) => percentShortfall),
    column("Return contribution", ({ returnContribution }) => returnContribution),
  ];
  void saveTable(columns, `${fileStem(set.name)}-contributions`);
}

/** Weights and risk contributions, current and proposed, one row per asset, as CSV. */
export function saveBudget({ value: budget, set }: BudgetRun): void {
  const { names, current, proposed } = budget;
  type Path = typeof current;
  const column = (name: string, path: Path, pick: (asset: Path["contributions"]["assets"][number]) => number) => ({
    name,
    values: Float64Array.from(path.contributions.assets, pick),
  });
  const columns = [
    { name: "Asset", values: names },
    column("Current weight", current, ({ weight }) => weight),
    column("Proposed weight", proposed, ({ weight }) => weight),
    column("Current risk share", current, ({ percentVolatility }) => percentVolatility),
    column("Proposed risk share", proposed, ({ percentVolatility }) => percentVolatility),
  ];
  void saveTable(columns, `${fileStem(set.name)}-risk-budget`);
}

export function RiskExports({ shown, settings }: { shown: Shown; settings: RiskSettings }) {
  const { analysis, contributions, budget } = shown;
  const nothing = !analysis && !contributions && !budget;
  const noModel = useWords(analysis?.value.byModel?.reason);
  return (
    <ExportMenu
      report={nothing ? null : () => reportAbout(shown, noModel)}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "all results, settings and data hashes",
          save: () => saveJson(resultDocument(shown, noModel), `${fileNameOf(shown)}.json`),
          disabled: nothing,
        },
        {
          id: "figures",
          label: "Figures",
          table: true,
          note: "with 95% intervals",
          save: () => analysis && saveFigures(analysis),
          disabled: !analysis,
        },
        { id: "drawdown", label: "Drawdown", table: true, save: () => analysis && saveDrawdowns(analysis), disabled: !analysis },
        {
          id: "backtest",
          label: "Backtest",
          table: true,
          save: () => analysis && saveBacktest(analysis),
          disabled: !analysis?.value.backtest,
        },
        {
          id: "contributions",
          label: "Contributions",
          table: true,
          save: () => contributions && saveContributions(contributions),
          disabled: !contributions,
        },
        { id: "budget", label: "Proposed weights", table: true, save: () => budget && saveBudget(budget), disabled: !budget },
        ...scriptFiles(`${fileStem(dataName(shown))}-risk`, analysis && riskQuestion(analysis)),
      ]}
      startedAt={(analysis ?? contributions ?? budget)?.startedAt}
      share={() => shared(settings)}
    />
  );
}
