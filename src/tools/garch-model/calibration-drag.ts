import type { CurvePoint } from "../../../workers/volatility/curve-point";
import type { Evaluation } from "./calibration-charts.tsx";
import type { ManualValues } from "./calibration-values";
import type { GarchRun } from "./use-garch";

export type Side = "losses" | "gains";

/** A drag of the news impact curve to a variance, at a shock on one side. */
export interface CurveDrag {
  side: Side;
  shock: number;
  variance: number;
}

/** Minimum shock for dragging, in long-run σ: around one the curve pivots, and no weight moves it. */
const NEAREST = 1.25;
/** Initial shock of the grips, in long-run σ. */
const FIRST = 2;

type Way = Readonly<Record<string, number>>;
const SIZE: Way = { alpha1: 1 };

/**
 * Weights adjusted by a drag on a side, and in which proportion: for EGARCH the sides are α + γ and α − γ, so that the other side stays.
 */
function wayOf({ variance }: GarchRun["value"]["fit"]["model"], side: Side): Way {
  if (variance === "egarch") return { alpha1: 1, gamma1: side === "gains" ? 1 : -1 };
  return variance === "gjr" && side === "losses" ? { gamma1: 1 } : SIZE;
}

/**
 * Long-run σ of a model whose curve can be dragged; null if none of its weights belongs to the last shock alone, or it has no long-run
 * variance.
 */
export function dragScale({ value: { fit } }: GarchRun): number | null {
  const { model, estimates, unconditionalVariance } = fit;
  const weighted = ["garch", "gjr", "egarch", "aparch"].includes(model.variance) && estimates.some(({ key }) => key === "alpha1");
  return weighted && unconditionalVariance !== null ? Math.sqrt(unconditionalVariance) : null;
}

export function curvePoint({ value: { fit } }: GarchRun, { side, shock, variance }: CurveDrag): CurvePoint {
  const way = wayOf(fit.model, side);
  return { shock, variance, along: fit.estimates.map(({ key }) => way[key] ?? 0) };
}

/** Manual values after a drag of the curve. */
export function afterDrag(run: GarchRun, manual: ManualValues, drag: CurveDrag, { values }: Evaluation): ManualValues {
  const { model, estimates } = run.value.fit;
  const given = Object.keys(wayOf(model, drag.side)).map((key) => [key, values[estimates.findIndex((one) => one.key === key)]]);
  return { ...manual, ...Object.fromEntries(given) };
}

/** The sides with a grip of their own: only one for a symmetric curve. */
export const sidesOf = ({ value: { fit } }: GarchRun): readonly Side[] =>
  fit.model.variance === "garch" ? ["gains"] : ["losses", "gains"];

export const firstShock = (side: Side, sigma: number): number => (side === "losses" ? -FIRST : FIRST) * sigma;

/** A shock of the curve on a side, at least the minimum for dragging. */
export function shockWithin(side: Side, shock: number, sigma: number, { shocks }: Evaluation["news"]): number {
  const most = shocks[shocks.length - 1];
  const size = Math.min(Math.max(side === "losses" ? -shock : shock, NEAREST * sigma), most);
  return side === "losses" ? -size : size;
}

/** The next variance at a shock, interpolated between the evenly spaced points of the curve. */
export function heightAt({ shocks, variances }: Evaluation["news"], shock: number): number {
  const last = shocks.length - 1;
  const at = (last * (shock - shocks[0])) / (shocks[last] - shocks[0]);
  const left = Math.min(Math.max(Math.floor(at), 0), last - 1);
  return variances[left] + (at - left) * (variances[left + 1] - variances[left]);
}
