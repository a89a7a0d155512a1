import { at, BLOCKED_ROW } from "./layout";

// Inlined, so that the single-instrument engine keeps in registers what the multi-instrument one keeps in memory.

/** Side signaled by the score: in beyond the threshold, out once it is back at the exit. */
@inline
export function sideOf(score: f64, before: f64, enter: f64, leave: f64, shorts: bool): f64 {
  if (score > enter) return 1;
  if (score < -enter) return shorts ? -1 : 0;
  if (before > 0) return score >= leave ? before : 0;
  return before < 0 && score <= -leave ? before : 0;
}

/** Whether a stopped-out side may be entered again: the score has left it, or the number of rows in the settings has passed. */
@inline
export function isFree(t: i32, side: f64, blocked: f64, reentry: f64, state: usize): bool {
  return side != blocked || (reentry > 0 && <f64>t >= load<f64>(state, BLOCKED_ROW) + reentry);
}

/** Signed weight decided at a close; 0 while the side waits or its weight is missing. @param longs, shorts columns of weights, or 0 */
@inline
export function targetOf(t: i32, side: f64, blocked: f64, size: f64, longs: usize, shorts: usize): f64 {
  if (side == 0 || side == blocked) return 0;
  const target = side * size;
  const weights = side > 0 ? longs : shorts;
  if (weights == 0) return target;
  const share = at(weights, t);
  return share == share ? target * share : 0;
}
