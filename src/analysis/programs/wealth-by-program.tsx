import { useMemo } from "react";
import { plural } from "../../lib/format.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useFollowing } from "../use-follow-up";
import type { ToolFigure } from "./tool-figures";
import { ToolsPanel } from "./tools-panel.tsx";
import { type Wealth, wealthQuestion } from "./wealth-question";

export interface WealthByProgramProps extends Wealth {
  /** The screen's own figures. */
  own: Record<Exclude<ToolFigure, "valueAtRisk" | "shortfall">, number | null>;
}

/** A wealth series as other programs report it. */
export function WealthByProgram({ values, times, before, own, periodsPerYear, riskFree }: WealthByProgramProps) {
  const question = useMemo(
    () => wealthQuestion({ values, times, before, periodsPerYear, riskFree }),
    [values, times, before, periodsPerYear, riskFree],
  );
  const { value, failure } = useFollowing("figures-by-tool", question);
  if (failure) return <FailureBox failure={failure} />;
  if (!question) return null;
  if (!value) return <Skeleton rows={8} />;
  return (
    <ToolsPanel
      own={{ ...own, valueAtRisk: null, shortfall: null }}
      byTool={value}
      note={`${plural(question.values.length - 1, "return")}, losses at 95%`}
    />
  );
}
