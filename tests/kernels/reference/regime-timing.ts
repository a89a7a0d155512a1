/** Plain TypeScript twin of regime timing and its circular-shift test. */
export function plainTiming(risk: ArrayLike<number>, simple: ArrayLike<number>, threshold: number, cash: number, cost: number) {
  const positions = Array.from(simple, (_, t) => (t > 0 && risk[t - 1] < threshold ? 1 : 0));
  let [before, wealth, changes] = [0, 1, 0];
  const path = [1];
  for (const [t, w] of positions.entries()) {
    const change = Math.abs(w - before);
    wealth *= 1 + (w * simple[t] + (1 - w) * cash - cost * change);
    path.push(wealth);
    changes += change;
    before = w;
  }
  return { positions, path, changes };
}

/** Sharpe ratio per step over cash for each circular shift of the positions, starting with no shift. */
export function plainShifts(positions: readonly number[], simple: ArrayLike<number>, cash: number): number[] {
  const n = positions.length;
  return positions.map((_, shift) => {
    const gains = positions.map((__, t) => positions[(t - shift + n) % n] * (simple[t] - cash));
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / n;
    const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (n - 1);
    return mean / Math.sqrt(variance);
  });
}
