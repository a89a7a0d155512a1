/**
 * Benchmarks by commit: the machine-independent figure of every line (time relative to a rival or to the machine's floor, lower is better), and
 * what has become slower since.
 *
 * @typedef {{ commit: string, where: string, lines: Record<string, number> }} Run
 */

/** Number of consecutive slower runs before a commit is named, so that one busy moment names none. */
export const RUNS = 3;
/** Factor from which a run counts as slower. */
export const SLOWER = 1.1;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Lines whose last three runs in a row each took over 10 % more than the median of the runs before them, with the first commit of the three.
 *
 * @param {readonly Run[]} history oldest first
 * @returns {{ where: string, line: string, times: number, commit: string }[]}
 */
export function slowdowns(history) {
  const byLine = new Map();
  for (const { commit, where, lines } of history) {
    for (const [line, value] of Object.entries(lines)) {
      const key = JSON.stringify([where, line]);
      byLine.set(key, [...(byLine.get(key) ?? []), { commit, value }]);
    }
  }
  const found = [];
  for (const [key, runs] of byLine) {
    const [before, last] = [runs.slice(0, -RUNS), runs.slice(-RUNS)];
    if (before.length === 0) continue;
    const usual = median(before.map(({ value }) => value));
    if (!last.every(({ value }) => value > SLOWER * usual)) continue;
    const [where, line] = JSON.parse(key);
    found.push({ where, line, times: median(last.map(({ value }) => value)) / usual, commit: last[0].commit });
  }
  return found;
}

/**
 * What a run is remembered by. Speeds of a rival become times, so that lower is better throughout.
 *
 * @param {string} commit
 * @param {string} where engine and version
 * @param {{ verdicts: { what: string, ours?: number, rival?: number, floor?: number }[], kernels: { kernel: string, n: number, nanos: number }[], yardstick: { chain: number } | null }} measured
 * @returns {Run}
 */
export function runOf(commit, where, { verdicts, kernels, yardstick }) {
  const lines = {};
  for (const { what, ours, rival, floor } of verdicts) {
    const against = rival ?? floor;
    if (ours !== undefined && against !== undefined) lines[what] = Number((ours / against).toPrecision(4));
  }
  if (yardstick) {
    for (const { kernel, n, nanos } of kernels) lines[`${kernel}, ${n}: steps`] = Number((nanos / (yardstick.chain * 1e6)).toPrecision(4));
  }
  return { commit, where, lines };
}
