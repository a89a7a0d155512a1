/** Relative change of the moving average over `average` values within the last `sequence` values. */
export function trendTwin(x: Float64Array, average: number, sequence: number): Float64Array {
  return x.map((_, t) => {
    const window = Array.from(x.subarray(Math.max(0, t - sequence + 1), t + 1));
    const width = Math.min(average, window.length - 1);
    if (width < 1) return 0;
    const mean = (part: number[]) => part.reduce((total, value) => total + value, 0) / width;
    const first = mean(window.slice(0, width));
    return first === 0 ? 0 : (mean(window.slice(-width)) - first) / Math.abs(first);
  });
}

/** Permutation entropy of order 3 over the last `sequence` values, 1 for equally frequent orderings. */
export function complexityTwin(x: Float64Array, sequence: number): Float64Array {
  return x.map((_, t) => {
    const window = Array.from(x.subarray(Math.max(0, t - sequence + 1), t + 1));
    const counts = new Map<string, number>();
    for (let i = 2; i < window.length; i++) {
      const order = [0, 1, 2].sort((a, b) => window[i - 2 + a] - window[i - 2 + b] || a - b).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    const total = window.length - 2;
    let entropy = 0;
    for (const count of counts.values()) entropy -= (count / total) * Math.log(count / total);
    return entropy / Math.log(6);
  });
}
