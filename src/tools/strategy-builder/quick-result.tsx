import type { Intervals } from "../../analysis/intervals/interval-words";
import { KeyFigures } from "../../strategies/key-figures.tsx";
import { PerformanceChart } from "../../strategies/performance-chart.tsx";
import type { BacktestRun } from "../../strategies/use-backtest";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";

interface QuickResultProps {
  run: BacktestRun;
  intervals: Intervals | null;
  stale: boolean;
  onMore: () => void;
}

/** Key figures of the last test, above the designer; the full result is under Backtest. */
export function QuickResult({ run, intervals, stale, onMore }: QuickResultProps) {
  return (
    <section aria-label="Test result" className="flex flex-col gap-3">
      {stale ? <Caution>Strategy, data or settings have changed. Test the strategy again.</Caution> : null}
      <KeyFigures run={run} intervals={intervals} />
      <PerformanceChart run={run} />
      <div>
        <Button size="small" onPress={onMore}>
          All results and trades
        </Button>
      </div>
    </section>
  );
}
