import { memo, type ReactNode, useDeferredValue, useState } from "react";
import { DrawdownTable } from "../../analysis/drawdown-table.tsx";
import { PartNote } from "../../analysis/part-note.tsx";
import { FiguresAsField } from "../../analysis/programs/figures-as.tsx";
import { ToolsPanel } from "../../analysis/programs/tools-panel.tsx";
import { useFollowing } from "../../analysis/use-follow-up";
import { count, plural } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { BacktestChart } from "./backtest-chart";
import { BacktestPanel } from "./backtest-panel";
import { DrawdownChart } from "./drawdown-chart";
import { saveBacktest, saveDrawdowns } from "./exports.tsx";
import { FiguresPanel } from "./figures-panel";
import { comparable, KeyFigures } from "./key-figures.tsx";
import { LossesPanel } from "./losses-panel";
import { ModelBacktestPanel } from "./model-backtest-panel.tsx";
import { ModelStrip } from "./model-strip.tsx";
import { provenanceOf } from "./provenance";
import { RiskWarning } from "./risk-warning";
import type { RiskRun } from "./use-risk";
import { VolatilityTable } from "./volatility-table.tsx";

interface AnalysisTabProps {
  run: RiskRun;
  preliminary: boolean;
}

/** Number of resamples for the intervals. */
const drawnFor = (drawn = 0): string => (drawn > 0 ? plural(drawn, "resample") : "none");

/** Supplementary panels yield to anything the user requests. */
const LATER = { priority: "batch" } as const;

/** Warning, headline figures, drawdowns, losses by method with their backtest, performance: most urgent first. */
export const AnalysisTab = memo(function AnalysisTab({ run, preliminary }: AnalysisTabProps) {
  const { value: report, settings, series } = run;
  const { value } = useFollowing("figures-by-tool", run.byTool ? null : run.input, LATER);
  const byTool = value ?? run.byTool ?? null;
  const [focus, setFocus] = useState<{ of: RiskRun["value"]; rows: { from: number; to: number } } | null>(null);
  return (
    <>
      <RiskWarning report={report} />
      <PartNote part={report.canceledAfter} things="resamples">
        Intervals of losses: {drawnFor(report.canceledAfter?.losses)}; of performance: {drawnFor(report.canceledAfter?.performance)}. The
        figures themselves are complete. Not added to the list of runs.
      </PartNote>
      <KeyFigures run={run} preliminary={preliminary} byTool={byTool} />
      <p className="-mt-2 text-muted text-small">
        {series.made ? `${series.made} ` : ""}
        {`Drawdowns and performance of ${settings.timeframe === "all" ? "all" : `${settings.timeframe}:`} ${plural(report.returns, "return")}; `}
        VaR lookback {count(report.lookback)}. Below each figure: its 95% bootstrap interval.
      </p>
      <ModelStrip run={run} />
      <ModelBacktestPanel run={run} />
      {report.returns < 30 ? <Caution>Only {plural(report.returns, "return")}: every figure here is a rough guess.</Caution> : null}
      <DrawdownChart run={run} focus={focus?.of === report ? focus.rows : null} onExportTable={() => saveDrawdowns(run)} />
      <InTurn>
        <DrawdownTable
          episodes={report.episodes}
          values={report.wealth.length}
          times={run.times}
          info={provenanceOf(run).drawdowns}
          onShow={(rows) => setFocus({ of: report, rows })}
        />
        <InTurn>
          {report.backtest ? <BacktestChart run={run} backtest={report.backtest} onExportTable={() => saveBacktest(run)} /> : null}
          <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4">
              <LossesPanel run={run} preliminary={preliminary} />
              <BacktestPanel run={run} />
            </div>
            <FiguresPanel run={run} preliminary={preliminary} />
          </div>
          {byTool ? (
            <ToolsPanel own={comparable(report)} byTool={byTool} note="same returns, risk-free rate and lookback">
              <VolatilityTable of={byTool.volatilities} perYear={report.settings.perYear} />
              <div className="border-line border-t px-3.5 py-3">
                <FiguresAsField className="max-w-80" />
              </div>
            </ToolsPanel>
          ) : null}
        </InTurn>
      </InTurn>
    </>
  );
});

/** Rendered after the content above it: two charts and three tables at once would block the page. */
function InTurn({ children }: { children: ReactNode }) {
  const due = useDeferredValue(true, false);
  return due ? children : null;
}
