import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { LyapunovRun } from "./use-lyapunov";

type Estimated = Pick<LyapunovRun, "input" | "value"> & { series: { name: string; hash: string } };

/** Scripts compare all pairs of rows: with more rows they take hours. */
const MAX_ROWS = 20_000;

/** An estimate for another program; null for a series too long to compare all pairs, and if neighbors never diverge. */
export function lyapunovQuestion({ series, input, value }: Estimated): ScriptQuestion | null {
  const { embedding, curve, points, region, n, fit, kind, behavioral_metrics: metrics } = value;
  if (n > MAX_ROWS || fit === null) return null;
  const last = curve.length - 1;
  const at = Object.fromEntries([0, region.from, region.to, last].map((k) => [`S(${k})`, curve[k]]));
  return {
    kind: "lyapunov",
    title: `Lyapunov exponent of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      kind,
      n,
      dimension: embedding.dimension,
      lag: embedding.lag,
      theiler: embedding.theiler,
      steps: last,
      from: region.from,
      to: region.to,
      interval: value.lyapunov_exponent === null ? 1 : fit.slope / value.lyapunov_exponent,
    },
    columns: [{ name: "values", values: input.close }],
    figures: comparedFigures(1e-8, {
      exponent: value.lyapunov_exponent,
      points,
      ...at,
      clustering: metrics.volatility_clustering,
      priceEfficiency: metrics.price_efficiency,
    }),
  };
}
