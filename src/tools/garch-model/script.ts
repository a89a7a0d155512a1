import type { Jobs } from "../../../workers/jobs";
import { ordersOf, VARIANCE_NAMES } from "../../../workers/volatility/schema";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { JobValue } from "../../client/pool";

interface Fitted {
  series: { name: string; hash: string };
  value: JobValue<Jobs, "fit-garch">;
}

type Model = Fitted["value"]["fit"]["model"];

/** Models whose persistence is constrained below 1. */
const BOUNDED: ReadonlySet<Model["variance"]> = new Set<Model["variance"]>(["garch", "gjr", "egarch", "aparch", "har"]);

/** GARCH and GJR with constant mean, which most programs fit in the same form. */
const isCommon = ({ variance, mean, targeting }: Model): boolean =>
  !targeting && typeof mean !== "object" && (variance === "garch" || variance === "gjr");

/** A fit for another program; null for a GJR-GARCH with targeting and skewed shocks, whose omega depends on the skewness. */
export function garchQuestion({ series, value: { fit, returns, earlier } }: Fitted): ScriptQuestion | null {
  const { model, estimates, parameters } = fit;
  if (model.targeting && model.variance === "gjr" && model.distribution === "skewt") return null;
  const common = isCommon(model);
  const exact = { logLikelihood: fit.logLikelihood, aic: fit.aic, bic: fit.bic };
  return {
    kind: common ? "garch" : "volatility",
    title: `${VARIANCE_NAMES[model.variance]}${ordersOf(model.variance, model.p, model.q)} model of ${series.name}`,
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
      // Other programs' optimizers stop earlier: tolerance is half a percent of an estimate, or a twentieth of its standard error.
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
