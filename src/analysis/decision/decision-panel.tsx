import { ChevronRight } from "lucide-react";
import type { Fallback } from "../../../workers/engine/guarded";
import type { Action, AnalysisResult, Trace } from "../../../workers/engine/types";
import { percent } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { actionInfo } from "./provenance.tsx";
import { RuleTrace } from "./rule-trace.tsx";

const SHAPE: Record<Action, { mark: string; color: string; edge: string }> = {
  Buy: { mark: "▲", color: "text-up", edge: "border-l-up" },
  Sell: { mark: "▼", color: "text-down", edge: "border-l-down" },
  Hold: { mark: "■", color: "text-warn", edge: "border-l-warn" },
};

interface DecisionPanelProps {
  result: AnalysisResult;
  trace: Trace | null;
  fallbacks: Fallback[];
  /** The rule trace starts expanded. */
  traceOpen?: boolean;
}

/** The decision: action by color, shape and word, reasons, and every rule behind it. */
export function DecisionPanel({ result, trace, fallbacks, traceOpen }: DecisionPanelProps) {
  const { action, explanation, decisionScores } = result;
  const { mark, color, edge } = SHAPE[action];
  const [hold, buy, sell] = decisionScores;
  return (
    <section aria-labelledby="recommended-action" className={`rounded-[8px] border border-line border-l-4 bg-surface ${edge}`}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-3.5 py-3">
        <div className="min-w-32">
          <div className="flex items-center gap-1.5">
            <h2 id="recommended-action" className="text-muted text-small">
              Recommended Action
            </h2>
            <InfoButton {...actionInfo(result)} placement="bottom start" />
          </div>
          <p data-testid="action" className={`font-[620] text-page tracking-[-0.02em] ${color}`}>
            <span aria-hidden="true">{mark}</span> {action}
          </p>
        </div>
        <p className="min-w-0 flex-[1_1_20rem]">{explanation}</p>
      </div>
      {fallbacks.length > 0 ? (
        <div className="px-3.5 pb-3">
          <Caution>{fallbacks.map(({ part, reason }) => `The ${part} part failed (${reason}); a safe default is used.`).join(" ")}</Caution>
        </div>
      ) : null}
      {trace ? (
        <details open={traceOpen} className="group border-line border-t">
          <summary className="flex min-h-9 cursor-default list-none items-center gap-1.5 px-3.5 py-1.5 text-muted hover:text-text [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden="true" size={14} className="shrink-0 group-open:rotate-90" />
            Rule trace{" "}
            <span className="ml-auto text-faint text-small">
              scores: Hold {percent(hold, 0)}, Buy {percent(buy, 0)}, Sell {percent(sell, 0)}
            </span>
          </summary>
          <RuleTrace trace={trace} />
        </details>
      ) : null}
    </section>
  );
}
