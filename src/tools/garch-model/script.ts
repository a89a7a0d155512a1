import type { Jobs } from "../../../workers/jobs";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { JobValue } from "../../client/pool";

interface Fitted {
  series: { name: string; hash: string };
  value: JobValue<Jobs, "fit-garch">;
}

/** A fit for another program; null of a model that none of them fits in the same form. */
export function garchQuestion({ series, value: { fit, returns } }: Fitted): ScriptQuestion | null {
  const { model, estimates, parameters } = fit;
  if (model.targeting || typeof model.mean === "object" || (model.variance !== "garch" && model.variance !== "gjr")) return null;
  const exact = { logLikelihood: fit.logLikelihood, aic: fit.aic, bic: fit.bic };
  return {
    kind: "garch",
    title: `${model.variance === "gjr" ? "GJR-GARCH" : "GARCH"}(${model.p},${model.q}) model of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      p: model.p,
      q: model.q,
      asymmetric: parameters.gamma.length,
      mean: model.mean,
      distribution: model.distribution,
      preSampleVariance: fit.preSampleVariance,
      atBound: fit.persistence > 1 - 1e-6,
      fixedPreSample: model.preSample === "sample" ? null : fit.preSampleVariance,
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
