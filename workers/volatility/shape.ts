import type { Distribution } from "./garch-model";

/** Names of a density's shape parameters, in the order of every fit. */
export function shapeKeys(distribution: Distribution): string[] {
  return distribution === "normal" ? [] : distribution === "skewt" ? ["nu", "lambda"] : ["nu"];
}

/** Smallest and largest value of each shape parameter. */
export function shapeBounds(distribution: Distribution): [number, number][] {
  const bounds: Record<Distribution, [number, number][]> = {
    normal: [],
    t: [[2.05, 500]],
    skewt: [
      [2.05, 300],
      [-0.98, 0.98],
    ],
    ged: [[1.01, 500]],
  };
  return bounds[distribution];
}

const GED_START = 1.5;
/** Kurtosis above which the tails are inferred from the sample (Python arch's rule). */
const HEAVY = 3.75;
const NU_OTHERWISE = 12;

/** Degrees of freedom of the t distribution with the sample's kurtosis, at least 4. */
const startingNu = (kurtosis: number): number => (kurtosis > HEAVY ? Math.max(4, (4 * kurtosis - 6) / (kurtosis - 3)) : NU_OTHERWISE);

/** Starting values of the shape parameters. */
export function shapeStart(distribution: Distribution, kurtosis: number, nuStart: number | null, lambdaStart: number): number[] {
  if (distribution === "ged") return [GED_START];
  const nu = nuStart ?? startingNu(kurtosis);
  return distribution === "normal" ? [] : distribution === "t" ? [nu] : [nu, lambdaStart];
}
