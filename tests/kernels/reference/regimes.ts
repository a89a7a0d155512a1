/** Plain TypeScript twin of the regime model's filter, smoother and Viterbi path; also the slow baseline of the benchmark. */
interface TwinModel {
  transition: number[][];
  mean: number[];
  variance: number[];
}

const densities = ({ mean, variance }: TwinModel, y: number) =>
  mean.map((m, i) => Math.exp((-0.5 * (y - m) ** 2) / variance[i]) / Math.sqrt(2 * Math.PI * variance[i]));

const normalize = (weights: number[]) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { total, shares: weights.map((weight) => weight / total) };
};

/** Stationary distribution, by iterating the chain until its start is forgotten. */
export function longRun({ transition }: TwinModel): number[] {
  let shares = transition.map(() => 1 / transition.length);
  for (let step = 0; step < 20_000; step++)
    shares = shares.map((_, j) => shares.reduce((sum, share, i) => sum + share * transition[i][j], 0));
  return shares;
}

/** Hamilton's filter and Kim's smoother, textbook form. @param start initial regime probabilities */
export function plainRegimes(y: ArrayLike<number>, model: TwinModel, start = longRun(model)) {
  const filtered: number[][] = [];
  const predicted: number[][] = [];
  let logLikelihood = 0;
  let next = start;
  for (let t = 0; t < y.length; t++) {
    const { total, shares } = normalize(densities(model, y[t]).map((f, i) => f * next[i]));
    logLikelihood += Math.log(total);
    predicted.push(next);
    filtered.push(shares);
    next = next.map((_, j) => shares.reduce((sum, share, i) => sum + share * model.transition[i][j], 0));
  }
  const smoothed = filtered.slice();
  const moves = model.transition.map((row) => row.map(() => 0));
  for (let t = y.length - 2; t >= 0; t--) {
    const joint = model.transition.map((row, i) => row.map((p, j) => (filtered[t][i] * p * smoothed[t + 1][j]) / predicted[t + 1][j]));
    for (const [i, row] of joint.entries()) for (const [j, share] of row.entries()) moves[i][j] += share;
    smoothed[t] = joint.map((row) => row.reduce((sum, share) => sum + share, 0));
  }
  return { logLikelihood, filtered, smoothed, moves };
}

/** The most probable path (Viterbi), in logarithms. */
export function plainPath(y: ArrayLike<number>, model: TwinModel): number[] {
  const log = model.transition.map((row) => row.map(Math.log));
  const score = (t: number, j: number) => -0.5 * (Math.log(model.variance[j]) + (y[t] - model.mean[j]) ** 2 / model.variance[j]);
  let scores = longRun(model).map((share, j) => Math.log(share) + score(0, j));
  const origins: number[][] = [];
  for (let t = 1; t < y.length; t++) {
    const best = scores.map((_, j) => scores.reduce((most, value, i) => (value + log[i][j] > scores[most] + log[most][j] ? i : most), 0));
    origins.push(best);
    scores = best.map((i, j) => scores[i] + log[i][j] + score(t, j));
  }
  const path = [scores.indexOf(Math.max(...scores))];
  for (let t = origins.length - 1; t >= 0; t--) path.push(origins[t][path[path.length - 1]]);
  return path.reverse();
}
