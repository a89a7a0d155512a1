/** Plain twins of the chaos kernels: the definitions as plain loops. */

/** Nearest neighbor of each of the first `points`, by comparing all pairs; the first of ties, -1 if there is none. */
export function plainNeighbors(x: Float64Array, dimension: number, lag: number, theiler: number, points: number): Int32Array {
  return Int32Array.from({ length: points }, (_, i) => {
    let [nearest, best] = [-1, Number.POSITIVE_INFINITY];
    for (let j = 0; j < points; j++) {
      const square = Math.abs(i - j) > theiler ? plainSquare(x, i, j, dimension, lag) : Number.POSITIVE_INFINITY;
      if (square < best) [nearest, best] = [j, square];
    }
    return nearest;
  });
}

export function plainSquare(x: Float64Array, i: number, j: number, dimension: number, lag: number): number {
  let sum = 0;
  for (let d = 0; d < dimension; d++) sum += (x[i + d * lag] - x[j + d * lag]) ** 2;
  return sum;
}

/** S(k) = mean log distance of neighbors after k steps, skipping pairs at distance 0. */
export function plainDivergence(x: Float64Array, nearest: Int32Array, dimension: number, lag: number, steps: number): number[] {
  return Array.from({ length: steps }, (_, k) => {
    let [sum, count] = [0, 0];
    for (const [i, j] of nearest.entries()) {
      const square = j < 0 ? 0 : plainSquare(x, i + k, j + k, dimension, lag);
      if (square > 0) [sum, count] = [sum + Math.log(Math.sqrt(square)), count + 1];
    }
    return sum / count;
  });
}

/** Mean over reference points of ln(mean distance to their nearest neighbors within a radius) after k steps. */
export function plainKantz(
  x: Float64Array,
  { dimension, lag, theiler, points }: { dimension: number; lag: number; theiler: number; points: number },
  { radius, most, fewest, references }: { radius: number; most: number; fewest: number; references: number },
  steps: number,
): number[] {
  const [sums, counts] = [new Array<number>(steps).fill(0), new Array<number>(steps).fill(0)];
  for (let i = 0; i < references; i++) {
    const near: [number, number][] = [];
    for (let j = 0; j < points; j++) {
      const square = plainSquare(x, i, j, dimension, lag);
      if (Math.abs(i - j) > theiler && square < radius ** 2) near.push([square, j]);
    }
    near.sort((a, b) => a[0] - b[0] || a[1] - b[1]).splice(most);
    for (let k = 0; k < steps && near.length >= fewest; k++) {
      const mean = near.reduce((sum, [, j]) => sum + Math.sqrt(plainSquare(x, i + k, j + k, dimension, lag)), 0) / near.length;
      if (mean > 0) [sums[k], counts[k]] = [sums[k] + Math.log(mean), counts[k] + 1];
    }
  }
  return sums.map((sum, k) => sum / counts[k]);
}

/** Fraction of false neighbors: one more coordinate separates them 15 times as far, or by more than 2 standard deviations. */
export function plainFalseShare(x: Float64Array, nearest: Int32Array, dimension: number, lag: number, deviation: number): number {
  let count = 0;
  for (const [i, j] of nearest.entries()) {
    const square = plainSquare(x, i, j, dimension, lag);
    const apart = (x[i + dimension * lag] - x[j + dimension * lag]) ** 2;
    if (apart > 225 * square || square + apart > 4 * deviation ** 2) count++;
  }
  return count / nearest.length;
}

/** Average mutual information between classes `lag` apart, in nats. */
export function plainInformation(classes: number[], lag: number): number {
  const pairs = classes.length - lag;
  const count = (of: (t: number) => string) => {
    const table = new Map<string, number>();
    for (let t = 0; t < pairs; t++) table.set(of(t), (table.get(of(t)) ?? 0) + 1 / pairs);
    return table;
  };
  const [first, second] = [count((t) => `${classes[t]}`), count((t) => `${classes[t + lag]}`)];
  let sum = 0;
  for (const [key, p] of count((t) => `${classes[t]},${classes[t + lag]}`)) {
    const [a, b] = key.split(",");
    sum += p * Math.log(p / ((first.get(a) ?? 0) * (second.get(b) ?? 0)));
  }
  return sum;
}

/** Growth rate of the 0-1 test for one frequency, on a centered series. */
export function plainZeroOne(x: number[], c: number): number {
  const [p, q, most] = [[] as number[], [] as number[], Math.floor(x.length / 10)];
  for (const [j, value] of x.entries()) {
    p.push((p[j - 1] ?? 0) + value * Math.cos((j + 1) * c));
    q.push((q[j - 1] ?? 0) + value * Math.sin((j + 1) * c));
  }
  const displacement = Array.from({ length: most }, (_, s) => {
    let sum = 0;
    for (let j = 0; j < x.length - most; j++) sum += (p[j + s + 1] - p[j]) ** 2 + (q[j + s + 1] - q[j]) ** 2;
    return sum / (x.length - most);
  });
  const mean = displacement.reduce((sum, d) => sum + d, 0) / most;
  let [td, tt, dd] = [0, 0, 0];
  for (const [s, d] of displacement.entries()) {
    const time = s - (most - 1) / 2;
    [td, tt, dd] = [td + time * (d - mean), tt + time ** 2, dd + (d - mean) ** 2];
  }
  return td / Math.sqrt(tt * dd);
}
