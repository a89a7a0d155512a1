import { useMemo } from "react";
import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import { plural } from "../../lib/format.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useFollowing } from "../use-follow-up";
import type { ToolFigure } from "./tool-figures";
import { ToolsPanel } from "./tools-panel.tsx";

export interface WealthByProgramProps {
  /** A value after each row, with their dates if there are any. */
  values: Float64Array;
  times: Float64Array | null;
  /** The money before the first row, where the first return is made from it. */
  before?: number;
  /** The screen's own figures of it. */
  own: Record<Exclude<ToolFigure, "valueAtRisk" | "shortfall">, number | null>;
  periodsPerYear: number | undefined;
  riskFree: number | undefined;
}

/** Rows from which returns have a deviation. */
const FEWEST = 3;

/** A column with a value ahead of it. */
function from(first: number, column: Float64Array): Float64Array {
  const longer = new Float64Array(column.length + 1);
  longer[0] = first;
  longer.set(column, 1);
  return longer;
}

/** A growth of wealth as other programs report it: an equity curve, the value of a portfolio. Losses are those of all its returns. */
export function WealthByProgram({ values, times, before, own, periodsPerYear, riskFree }: WealthByProgramProps) {
  const question = useMemo((): JobInput<Jobs, "figures-by-tool"> | null => {
    const wealth = before === undefined ? values : from(before, values);
    const dates = before === undefined || !times ? times : from(times[0], times);
    if (wealth.length < FEWEST) return null;
    return { values: wealth, kind: "values", times: dates, perYear: periodsPerYear, riskFree, lookbackPeriod: wealth.length - 1 };
  }, [values, times, before, periodsPerYear, riskFree]);
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
