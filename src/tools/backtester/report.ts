import { fileStem } from "../../data/save-table.ts";
import { clockTime, count, day, fixed, percent, significant } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { appVersion, kernelDigest } from "../../state/build-facts";
import { familyOf, labelOf } from "../../strategies/families";
import { linesOf } from "../../strategies/statistics-panel.tsx";
import { tradeLinesOf } from "../../strategies/trade-figures-panel.tsx";
import { openTrades } from "../../strategies/trade-list.tsx";
import type { BacktestRun } from "../../strategies/use-backtest";
import { growthPicture } from "./report-picture";
import { describedRun, settingRows } from "./setting-rows";
import type { StressValue } from "./stress-panel.tsx";

const MOST_TRADES = 2000;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const cells = (values: readonly string[], tag: "td" | "th") =>
  `<tr>${values.map((value) => `<${tag}>${escaped(value)}</${tag}>`).join("")}</tr>`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead>${cells(head, "th")}</thead><tbody>${rows.map((row) => cells(row, "td")).join("")}</tbody></table>`;

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1rem;margin-top:2rem}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.2rem .6rem;border-bottom:1px solid #8884}th:first-child,td:first-child{text-align:left}
code,pre{font:12px/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}svg{width:100%;height:auto}.muted{opacity:.7}`;

function tradeRows({ value }: BacktestRun): string[][] {
  const when = (time: number | null, row: number | null) => (row === null ? "open" : time === null ? `row ${row + 1}` : day(time));
  return [...value.trades.slice(0, MOST_TRADES), ...openTrades(value)].map((trade) => [
    ...(value.assets ? [trade.asset ?? ""] : []),
    when(trade.entryTime, trade.entryRow),
    when(trade.exitTime, trade.exitRow),
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

function stressParts(stress: StressValue | null): string {
  if (!stress) return "";
  const { luck, luckReason, sensitivity, regimes, regimeReason, prefixes } = stress;
  const levels = ["5 %", "25 %", "50 %", "75 %", "95 %"];
  const drawn = luck
    ? table(
        ["Monte Carlo of trades", "as they came", ...levels],
        [
          ["Total return", percent(luck.totalReturn), ...luck.returns.map((share) => percent(share))],
          ["Max drawdown", percent(luck.maxDrawdown), ...luck.drawdowns.map((share) => percent(share))],
        ],
      )
    : `<p>${escaped(luckReason ?? "")}</p>`;
  const moved = table(
    ["Sharpe ratio with", "−20 %", "−10 %", "−5 %", "+5 %", "+10 %", "+20 %"],
    sensitivity.map(({ parameter, shifted }) => [labelOf(parameter), ...shifted.map(({ sharpeRatio }) => fixed(sharpeRatio, 2))]),
  );
  const told = regimes
    ? table(
        ["Regime", "rows", "return per year", "Sharpe ratio", "benchmark per year"],
        regimes.map((one) => [
          one.label,
          count(one.rows),
          percent(one.annualReturn),
          fixed(one.sharpeRatio, 2),
          percent(one.benchmarkReturn),
        ]),
      )
    : `<p>${escaped(regimeReason ?? "")}</p>`;
  const ahead =
    prefixes.firstDifference === null
      ? `On data cut at ${prefixes.lengths.map(count).join(", ")} rows the account is the same to the last bit: nothing looks ahead.`
      : `Uses future data from row ${count(prefixes.firstDifference + 1)} on.`;
  return `<h2>Robustness</h2><p>${count(stress.iterations)} runs, seed ${stress.seed}. ${escaped(ahead)}</p>${drawn}${moved}${told}`;
}

/** What each of several assets came to. */
function assetParts({ value: { assets } }: BacktestRun): string {
  if (!assets) return "";
  const rows = assets.map(({ name, rows: traded, profit, statistics, account }) => [
    name,
    count(traded),
    count(statistics.trades),
    percent(statistics.winRate),
    fixed(account.costs, 2),
    fixed(profit, 2),
  ]);
  return `<h2>Assets with shared cash</h2>${table(["Asset", "Rows", "Closed trades", "Win rate", "Costs", "Profit"], rows)}`;
}

/** The report as one file that needs no other: settings, figures, chart, trades, and the hashes to make it again. */
export function reportText(run: BacktestRun, stress: StressValue | null): string {
  const { value, series, benchmark, strategy, input } = run;
  const { bars: _, times: __, sentiment: ___, rival: ____, assets, ...rest } = input;
  const config = { ...rest, ...(assets && { assets: assets.map(({ name }) => name) }) };
  const open = openTrades(value).length;
  const head = ["Figure", "Strategy", ...(value.unadjusted ? ["Without adjustment"] : []), "Benchmark"];
  const figures = linesOf(run).map((line) => [
    line.name,
    line.strategy,
    ...(value.unadjusted ? [line.unadjusted ?? "—"] : []),
    line.benchmark ?? "—",
  ]);
  const trading = tradeLinesOf(run).map((line) => [
    line.name,
    line.all,
    line.long,
    line.short,
    ...(value.unadjusted ? [line.unadjusted] : []),
  ]);
  const trades =
    value.statistics.trades > MOST_TRADES
      ? `the first ${count(MOST_TRADES)} of ${count(value.statistics.trades)}`
      : count(value.statistics.trades);
  const title = `Backtest of ${strategy.name || familyOf(strategy.type).label} on ${series.name}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p class="muted">Made ${escaped(clockTime(run.startedAt))} by Prospect ${escaped(appVersion)} on this device; nothing was sent anywhere.</p>
${growthPicture(value.performanceData, value.settings.initialCapital)}
<h2>Figures</h2>${table(head, figures)}
<h2>Closed trades</h2>${table(["Figure", "All", "Long", "Short", ...(value.unadjusted ? ["Without adjustment"] : [])], trading)}
${value.notes.length > 0 ? `<p>${escaped(value.notes.join(" "))}</p>` : ""}
${stressParts(stress)}
${assetParts(run)}
<h2>Settings</h2>${table(["Setting", "Value"], settingRows(describedRun(run)))}
<h2>Trades</h2><p>${trades} closed${open > 0 ? `, and ${open === 1 ? "one" : open} still open, valued at the last close` : ""}.</p>
${table([...(value.assets ? ["Asset"] : []), "Entry", "Exit", "Side", "Closed by", "Quantity", "Entry price", "Exit price", "Costs", "Profit", "Return"], tradeRows(run))}
<h2>To make it again</h2>
<pre>data SHA-256       ${escaped(series.hash)}${benchmark ? `\nbenchmark SHA-256  ${escaped(benchmark.hash)}` : ""}
kernels            ${escaped(kernelDigest)}
app                ${escaped(appVersion)}
settings           ${escaped(JSON.stringify(config))}</pre>
</body></html>
`;
}

export const saveReport = (run: BacktestRun, stress: StressValue | null): void =>
  saveFile(reportText(run, stress), `${fileStem(run.series.name)}-backtest.html`, "text/html");
