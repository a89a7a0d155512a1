import { useMemo } from "react";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { InfoButton } from "../../ui/info-button.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { provenanceOf } from "./provenance";

/** Permutation entropy of the returns and the surprise of each return, over the whole series. */
export function ComplexityChart({ run }: { run: CuriosityRun }) {
  const { complexity, novelty, offset } = run.value;
  const { times } = run.series;
  const x = useMemo(() => datedAxis(times?.subarray(offset), "Row"), [times, offset]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "complexity",
        share: 1,
        digits: 3,
        series: [{ key: "entropy", label: "Permutation entropy", short: "entropy", kind: "line", color: "accent", values: complexity }],
      },
      ...(novelty
        ? [
            {
              key: "surprise",
              share: 1,
              digits: 2,
              unit: "nats",
              series: [{ key: "surprise", label: "Surprise", kind: "line" as const, color: "warn" as const, values: novelty.column }],
            },
          ]
        : []),
    ],
    [complexity, novelty],
  );
  return (
    <TimeChart
      title="Complexity and surprise"
      subtitle="of the last 128 returns, and of each return"
      x={x}
      panes={panes}
      exportName="complexity"
      height={novelty ? 300 : 200}
      footer={
        <span className="flex items-center gap-1.5">
          Low entropy: returns are less random. High surprise: a return unlikely given prior volatility.
          <InfoButton placement="bottom start" {...provenanceOf(run).complexity} />
        </span>
      }
    />
  );
}
