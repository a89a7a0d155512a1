import { memo, useMemo, useState } from "react";
import type { ChartGrip } from "../../charts/chart-grips";
import type { ChartAxis, ChartPane, ChartSeries } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import { fixed } from "../../lib/format.ts";
import { type Evaluation, type EvaluationProps, MANUAL, MAXIMUM } from "./calibration-charts.tsx";
import { type CurveDrag, dragScale, firstShock, heightAt, type Side, shockWithin, sidesOf } from "./calibration-drag";

/** Room above the curve for dragging it up, as a factor. */
const HEADROOM = 1.3;
/** Steps of an arrow key: as a share of the variance, and the number of steps along the curve. */
const RISE = 0.01;
const PARTS = 120;

const WORDS: Record<Side, string> = { losses: "losses", gains: "gains" };
const HOW = "Drag the curve at a shock: ";
const GIVES: Partial<Record<string, string>> = {
  garch: "α₁ follows, within the stationary region.",
  gjr: "α₁ follows for gains, γ₁ for losses, within the stationary region.",
  egarch: "α₁ and γ₁ move together, so the other side stays fixed.",
  aparch: "α₁ follows, within the stationary region; γ₁ and δ stay fixed.",
};
const NOT_PULLED =
  "This curve cannot be dragged: it needs a weight α₁ of the last shock and a long-run variance (GARCH, GJR-GARCH, EGARCH, APARCH). Adjust the parameters instead.";

interface ImpactProps extends EvaluationProps {
  /** Drag target of the curve, which may not have been reached yet. */
  drag: CurveDrag | null;
  onDrag: (drag: CurveDrag) => void;
}

const topOf = ({ news: { variances } }: Evaluation): number => Math.max(variances[0], variances[variances.length - 1]);

/** Response of the next variance to a shock, manual and fitted; the curve can be dragged by its grips. */
export const CalibratedImpact = memo(function CalibratedImpact({ run, maximum, manual, drag, onDrag }: ImpactProps) {
  const sigma = useMemo(() => dragScale(run), [run]);
  const [shocks, setShocks] = useState<Partial<Record<Side, number>>>({});
  const [held, setHeld] = useState<number | null>(null);
  const shown = manual ?? maximum;
  // During a drag the axis is fixed, so that the curve follows the pointer.
  const top = held ?? HEADROOM * Math.max(topOf(shown), topOf(maximum));
  const x = useMemo<ChartAxis>(() => ({ kind: "number", values: maximum.news.shocks, label: "Shock", digits: 2 }), [maximum]);
  const panes = useMemo<ChartPane[]>(() => {
    const line = ({ news }: Evaluation, named: Pick<ChartSeries, "label" | "color">): ChartSeries => {
      return { key: named.label, ...named, kind: "line", values: news.variances };
    };
    return [{ key: "impact", share: 1, digits: 3, range: [0, top], series: [line(shown, MANUAL), line(maximum, MAXIMUM)] }];
  }, [shown, maximum, top]);
  const gripOf = (side: Side, sigma: number): ChartGrip => {
    const { news } = maximum;
    const shock = shockWithin(side, shocks[side] ?? firstShock(side, sigma), sigma, news);
    const height = heightAt(shown.news, shock);
    const goTo = (next: number) => {
      const at = shockWithin(side, next, sigma, news);
      setShocks({ ...shocks, [side]: at });
      return at;
    };
    return {
      key: side,
      label: `Manual news impact, ${WORDS[side]}: shock ${fixed(shock, 2)}, next variance ${fixed(height, 3)}`,
      x: shock,
      y: height,
      onMove: (at, variance) => onDrag({ side, shock: goTo(at), variance: Math.max(variance, Number.EPSILON) }),
      onStep: (across, up) => {
        // Keys repeat faster than results arrive: a step continues from the last target, unless the curve was stopped by a limit.
        const from = drag?.side === side && drag.shock === shock && !shown.stopped ? drag.variance : height;
        if (up !== 0) onDrag({ side, shock, variance: Math.max(from * (1 + RISE * up), Number.EPSILON) });
        else goTo(shock + (across * 2 * news.shocks[news.shocks.length - 1]) / PARTS);
      },
      onHold: (holds) => setHeld(holds ? top : null),
    };
  };
  return (
    <TimeChart
      title="Manual news impact"
      subtitle={run.unit ? `next variance, ${run.unit}²` : "next variance"}
      x={x}
      panes={panes}
      grips={sigma === null ? undefined : sidesOf(run).map((side) => gripOf(side, sigma))}
      exportName="news-impact-by-hand"
      height={300}
      footer={sigma === null ? NOT_PULLED : HOW + GIVES[run.value.fit.model.variance]}
    />
  );
});
