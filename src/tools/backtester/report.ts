import type { ReportBlock } from "../../../workers/report/types";
import { fileStem } from "../../analysis/data/save-table.ts";
import { type Intervals, intervalRow } from "../../analysis/intervals/interval-words";
import { printedByPrograms, printedTable } from "../../analysis/programs/in-files";
import { type OwnReport, type ReportDraft, sourceOf } from "../../analysis/report/about";
import { MONTH_NAMES } from "../../charts/time-ticks.ts";
import { compute } from "../../client/compute";
import { clockTime, count, fixed, percent, sentences, significant } from "../../lib/format.ts";
import { loadTexts } from "../../lib/texts.ts";
import { backtestFigures } from "../../strategies/backtest-files";
import { familyOf } from "../../strategies/families";
import { intervalsQuestion } from "../../strategies/intervals-question";
import { monthsQuestion } from "../../strategies/months-question";
import { openTrades } from "../../strategies/save-backtest";
import { linesOf } from "../../strategies/statistics-panel.tsx";
import { summaryQuestion, tearLines } from "../../strategies/tear-lines";
import { tradeLinesOf } from "../../strategies/trade-figures-panel.tsx";
import type { BacktestRun } from "../../strategies/use-backtest";
import { equityQuestion } from "../../strategies/use-equity-by-program";
import { whenTraded } from "../../strategies/when-traded";
import { heading, table, words } from "./report-blocks";
import { growthPicture } from "./report-picture";
import { describedRun, settingRows } from "./setting-rows";
import { regimeParts, stressParts } from "./stress-report";
import type { StressValue } from "./stress-words";

const MAX_TRADES = 2000;

function tradeRows({ value }: BacktestRun): string[][] {
  return [...value.trades.slice(0, MAX_TRADES), ...openTrades(value)].map((trade) => [
    ...(value.assets ? [trade.asset ?? ""] : []),
    whenTraded(trade.entryTime, trade.entryRow),
    whenTraded(trade.exitTime, trade.exitRow),
    trade.side,
    trade.exit,
    fixed(trade.quantity, 2),
    significant(trade.entryPrice, 6),
    significant(trade.exitPrice, 6),
    fixed(trade.fees + trade.slippage, 2),
    fixed(trade.profit, 2),
    percent(trade.return, 2),
  ]);
}

/** Results per asset, if there are several. */
function assetParts({ value: { assets } }: BacktestRun): ReportBlock[] {
  if (!assets) return [];
  const rows = assets.map(({ name, rows: traded, profit, statistics, account }) => [
    name,
    count(traded),
    count(statistics.trades),
    percent(statistics.winRate),
    fixed(account.costs, 2),
    fixed(profit, 2),
  ]);
  return [heading("Assets with shared cash"), table(["Asset", "Rows", "Closed trades", "Win rate", "Costs", "Profit"], rows)];
}

/** Returns of the strategy by month, one row per year. */
async function monthParts(run: BacktestRun): Promise<ReportBlock[]> {
  const question = monthsQuestion(run);
  const found = question && (await compute.run("returns-by-month", question));
  if (!found?.ok) return [];
  const { years, values, totals } = found.value.strategy;
  const rows = years.map((year, i) => [year, ...Array.from(values.subarray(12 * i, 12 * i + 12), inTenths), inTenths(totals[i])]);
  return [heading("Monthly returns"), table(["Year", ...MONTH_NAMES, "Total"], rows)];
}

/** Figures added by the tear sheet. */
async function tearParts(run: BacktestRun): Promise<ReportBlock[]> {
  const found = await compute.run("summarize-performance", summaryQuestion(run));
  if (!found.ok) return [];
  const rows = tearLines(run, found.value).map(({ name, strategy, benchmark }) => [name, strategy, benchmark]);
  const falls = found.value.drawdowns.map((fall) => [
    percent(fall.depth, 2),
    whenTraded(fall.peakTime, fall.peak),
    whenTraded(fall.troughTime, fall.trough),
    fall.recovery === null ? "ongoing" : whenTraded(fall.recoveryTime, fall.recovery),
    count(fall.length),
  ]);
  return [
    heading("Tear sheet"),
    table(["Figure", "Strategy", "Benchmark"], rows),
    heading("Worst drawdowns"),
    table(["Depth", "Start", "Trough", "End", "Length"], falls),
  ];
}

/** The figures of other programs, each named: a report is the same whichever is chosen. */
async function programParts(run: BacktestRun): Promise<ReportBlock[]> {
  const printed = await printedByPrograms(equityQuestion(run));
  if (!printed) return [];
  const { head, rows } = printedTable(printed);
  return [heading("As other programs report it"), table(head, rows)];
}

/** Intervals from all resamples, computed even if those on the screen are still pending. */
async function intervalsFor(run: BacktestRun): Promise<Intervals | null> {
  const question = intervalsQuestion(run);
  const found = question && (await compute.run("resample-performance", question));
  return found && { value: found.ok ? found.value : null, waiting: false };
}

const inTenths = (share: number) => percent(share, 1);

/** Contents of the report: figures, chart, trades, settings, and what is needed to reproduce them. */
async function contentOf(run: BacktestRun, stress: StressValue | null): Promise<ReportDraft> {
  const { value, series, benchmark, strategy, input } = run;
  const { bars: _, times: __, sentiment: ___, benchmark: ____, assets, ...rest } = input;
  const config = { ...rest, ...(assets && { assets: assets.map(({ name }) => name) }) };
  const open = openTrades(value).length;
  await loadTexts();
  const unadjusted = value.unadjusted !== null;
  const intervals = await intervalsFor(run);
  const without = unadjusted ? ["Without adjustment"] : [];
  const figures = linesOf(run).map((line) => [
    line.name,
    line.strategy(),
    ...(intervals ? [line.interval?.(intervals) ?? "—"] : []),
    ...(unadjusted ? [line.unadjusted?.() ?? "—"] : []),
    line.benchmark?.() ?? "—",
  ]);
  const trading = tradeLinesOf(run).map((line) => [
    line.name,
    ...[line.all, line.long, line.short, ...(unadjusted ? [line.unadjusted] : [])].map((text) => text()),
  ]);
  const listed =
    value.statistics.trades > MAX_TRADES
      ? `the first ${count(MAX_TRADES)} of ${count(value.statistics.trades)}`
      : count(value.statistics.trades);
  const stillOpen = open > 0 ? `, and ${open === 1 ? "one" : open} still open, valued at the last close` : "";
  const tradeHead = ["Entry", "Exit", "Side", "Exit reason", "Quantity", "Entry price", "Exit price", "Costs", "Profit", "Return"];
  const blocks: ReportBlock[] = [
    { kind: "chart", title: "Value of strategy and benchmark", svg: growthPicture(value.performanceData, value.settings.initialCapital) },
    ...(await monthParts(run)),
    heading("Figures"),
    table(["Figure", "Strategy", ...(intervals ? ["95% interval"] : []), ...without, "Benchmark"], figures),
    ...(await tearParts(run)),
    ...(await programParts(run)),
    ...(await regimeParts(run)),
    heading("Closed trades"),
    table(["Figure", "All", "Long", "Short", ...without], trading),
    ...(value.notes.length > 0 ? [words(sentences(value.notes))] : []),
    ...stressParts(run, stress),
    ...assetParts(run),
    heading("Trades"),
    words(`${listed} closed${stillOpen}.`),
    table([...(value.assets ? ["Asset"] : []), ...tradeHead], tradeRows(run)),
  ];
  return {
    title: `Backtest of ${strategy.name || familyOf(strategy.type).label} on ${series.name}`,
    computedAt: clockTime(run.at),
    sources: [sourceOf(series), ...(benchmark ? [sourceOf(benchmark)] : [])],
    settings: [...settingRows(describedRun(run)), intervalRow(intervals?.value?.bootstrap?.replicates ?? null, intervals?.value?.settings)],
    blocks,
    methods: [],
    result: { settings: config, ...backtestFigures(run, intervals?.value ?? null) },
    columns: [],
  };
}

/** The report of a backtest, with every trade; the screen renders only part of its list. */
export const backtestReport = (run: BacktestRun, stress: StressValue | null): OwnReport => ({
  note: "chart, statistics, trades, settings and hashes in one file",
  fileName: `${fileStem(run.series.name)}-backtest`,
  content: () => contentOf(run, stress),
});
