import type { Jobs } from "../../../workers/jobs";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { JobValue } from "../../client/pool";

interface Fitted {
  series: { name: string; hash: string };
  value: JobValue<Jobs, "fit-garch">;
}

type Model = Fitted["value"]["fit"]["model"];

/** Models whose persistence is held below 1. */
const BOUNDED: ReadonlySet<Model["variance"]> = new Set<Model["variance"]>(["garch", "gjr", "egarch", "har"]);

/** GARCH and GJR of constant mean, which most programs fit in the same form. */
const isCommon = ({ variance, mean, targeting }: Model): boolean =>
  !targeting && typeof mean !== "object" && (variance === "garch" || variance === "gjr");

const CALLED: Record<Model["variance"], (model: Model) => string> = {
  garch: ({ p, q }) => `GARCH(${p},${q})`,
  gjr: ({ p, q }) => `GJR-GARCH(${p},${q})`,
  egarch: ({ p, q }) => `EGARCH(${p},${q})`,
  ewma: () => "EWMA",
  figarch: () => "FIGARCH(1,d,1)",
  har: () => "HAR(1,5,22)",
};

/** A fit for another program; null of a targeted GJR-GARCH of skewed shocks, whose omega hangs on how skewed they are. */
export function garchQuestion({ series, value: { fit, returns, earlier } }: Fitted): ScriptQuestion | null {
  const { model, estimates, parameters } = fit;
  if (model.targeting && model.variance === "gjr" && model.distribution === "skewt") return null;
  const common = isCommon(model);
  const exact = { logLikelihood: fit.logLikelihood, aic: fit.aic, bic: fit.bic };
  return {
    kind: common ? "garch" : "volatility",
    title: `${CALLED[model.variance](model)} model of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      p: model.p,
      q: model.q,
      mean: typeof model.mean === "object" ? "autoregressive" : model.mean,
      distribution: model.distribution,
      preSampleVariance: fit.preSampleVariance,
      atBound: BOUNDED.has(model.variance) && fit.persistence > 1 - 1e-6,
      fixedPreSample: model.preSample === "sample" ? null : fit.preSampleVariance,
      ...(common
        ? { asymmetric: parameters.gamma.length }
        : {
            variance: model.variance,
            earlier: [...(earlier ?? [])],
            k: fit.k,
            targetVariance: model.targeting ? fit.unconditionalVariance : null,
            decay: model.decay,
          }),
    },
    columns: [{ name: "returns", values: returns }],
    figures: [
      // Optimizers of other programs stop sooner: half a percent of an estimate, or a twentieth of its standard error.
      ...estimates.map(({ key, value, classic }) => ({
        key,
        value,
        allowed: Math.max(0.005 * Math.abs(value), 0.05 * (classic ?? 0), 1e-5),
      })),
      ...comparedFigures(1e-6, exact).map((figure) => ({ ...figure, allowed: Math.max(figure.allowed, 0.05) })),
      ...comparedFigures(0.02, { nextVariance: fit.nextVariance }),
    ],
  };
}
