import { stepName } from "../../../workers/step-name";
import type { VarianceModel } from "../../../workers/volatility/garch-model";
import { modelLabel } from "../../../workers/volatility/schema";
import { count } from "../../lib/format.ts";
import { returnsUsed } from "../../lib/return-words.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { GarchRun } from "./use-garch";

const PRE_SAMPLE = { sample: "mean squared residual", ewma75: "exponential back-cast of the first 75" } as const;

const PERSISTENCE: Readonly<Record<VarianceModel, string>> = {
  garch: "∑α + ∑β",
  gjr: "∑α + ∑β + ∑γ · share of z² below 0",
  egarch: "∑β, of the logarithm of the variance",
  aparch: "∑α · E(|z| − γz)^δ + ∑β, of the power δ of volatility",
  figarch: "1: shocks fade like a power of time, not geometrically",
  har: "∑α",
  ewma: "1: the weights of the past variance and of the last square",
};
/** Relation of omega to the long-run volatility shown; null if there is none. */
export const LONG_RUN: Readonly<Record<VarianceModel, string | null>> = {
  garch: "σ²∞ = ω / (1 − persistence)",
  gjr: "σ²∞ = ω / (1 − persistence)",
  egarch: "ln σ²∞ = ω / (1 − persistence), the mean of ln σ² under Normal errors; simulations end at the mean of σ², which differs",
  aparch: "σ∞^δ = ω / (1 − persistence), the mean of σ^δ; simulations end at the mean of σ², which differs unless δ = 2",
  figarch: null,
  har: "σ²∞ = ω / (1 − persistence)",
  ewma: null,
};
const EXPONENT: Readonly<Record<VarianceModel, string>> = {
  garch: "γ = E ln(β + α z²)",
  gjr: "γ = E ln(β + (α + γ [z < 0]) z²)",
  egarch: "γ = ln |β|, for (1,1)",
  aparch: "γ = 2/δ · E ln(β + α (|z| − γz)^δ)",
  figarch: "γ = growth per step of v[t] = ∑ λ[i] z²[t−i] v[t−i] over the residuals",
  har: "γ = growth per step of v[t] = ∑ λ[i] z²[t−i] v[t−i] over the residuals",
  ewma: "γ = E ln(λ + (1 − λ) z²)",
};

/** Provenance of every figure of the screen: formula, settings, sample, source, and why other programs may differ. */
export function provenanceOf(run: GarchRun): Record<string, Provenance> {
  const { fit, kind } = run.value;
  const n = `${count(fit.n)} ${returnsUsed(kind, run.unit === "%")}`;
  const model: [string, string] = ["Model", modelLabel(fit.model)];
  const { variance } = fit.model;
  const start: [string, string] = ["Pre-sample variance", PRE_SAMPLE[fit.model.preSample]];
  const likelihood = {
    computedBy: "garchLogLikelihood",
    settings: [model, start, ["Parameters k", count(fit.k)]],
    n,
    differs: "rugarch divides by n; Python arch uses this form. Values for prices and returns, or in different units, are not comparable.",
  } satisfies Partial<Provenance>;
  const behavior = {
    computedBy: "prospectValues",
    settings: [
      ["Loss aversion λ", String(run.settings.lossAversion ?? "–")],
      ["Risk aversion ρ", String(run.settings.riskAversion ?? "–")],
      ["Reference window", `${run.settings.referenceWindow ?? "–"} ${stepName(run.times)}s`],
    ],
    n,
    source: "Tversky and Kahneman (1992): curvature 0.88",
  } satisfies Partial<Provenance>;
  return {
    aic: { title: "AIC", formula: "−2 LL + 2k", source: "Akaike (1974)", ...likelihood },
    bic: { title: "BIC", formula: "−2 LL + k ln n", source: "Schwarz (1978)", ...likelihood },
    persistence: {
      title: "Persistence",
      formula: `${PERSISTENCE[variance]}; its error by the delta method from the robust covariance`,
      settings: [model, start],
      n,
      source: "Bollerslev (1986); Bollerslev and Wooldridge (1992)",
      differs: "Packages with another pre-sample variance give a different persistence.",
    },
    halfLife: {
      title: "Half-life",
      formula: "ln 0.5 / ln persistence, in steps of the series",
      settings: [model],
      n,
      differs: "Infinite at a persistence of 1: variance shocks do not decay on average.",
    },
    chaos: {
      title: "Chaos Level",
      computedBy: "nelsonIntegral",
      formula: `${EXPONENT[variance]}; the top Lyapunov exponent of the variance recursion. exp γ below 0.97 Stable, 0.97 to 1 Near-critical, 1 and above Explosive`,
      settings: [model],
      n,
      source: "Nelson (1990); Bougerol and Picard (1992)",
      differs: "γ < 0 means strictly stationary, possible even at a persistence of 1. It does not indicate deterministic chaos.",
    },
    reversion: {
      title: "Mean Reversion",
      formula: "1 − persistence per step; the speed −ln persistence is in the export",
      settings: [model, ["Long-run volatility", LONG_RUN[variance] ?? "none"]],
      n,
      differs: "Mean-reverting only if the upper 95% bound of the persistence is below 1.",
    },
    memory: {
      title: "Volatility Memory",
      computedBy: "localWhittle",
      formula: "persistence, with the local Whittle estimate of d for ln |r|",
      settings: [model],
      n,
      source: "Robinson (1995)",
      differs:
        "Long memory only if the lower 95% bound of d is above 0 and FIGARCH or HAR has a lower BIC than GARCH(1,1) on the latest 5,000 returns; persistent if not, and the persistence is above 0.98.",
    },
    meanUtility: {
      title: "Mean Utility",
      formula: "mean of v(x): x^0.88 for gains, −λ (−x)^0.88 for losses; x = return − mean of the preceding window, as a fraction",
      ...behavior,
    },
    utilityStd: { title: "Utility Std", formula: "standard deviation (n − 1) of v(x)", ...behavior },
    breakEven: {
      title: "Break-even loss aversion",
      formula:
        "(mean of gains^0.88) / (mean of losses^0.88): an investor with a higher loss aversion would not hold the asset over this horizon",
      ...behavior,
      source: "the reasoning of Benartzi and Thaler (1995)",
    },
    certainty: {
      title: "Certainty equivalent",
      formula: "annual mean − ρ/2 · annual variance",
      ...behavior,
      source: "mean-variance utility",
    },
    regimes: {
      title: "Regime probabilities",
      formula: "filtered probability of each of two Gaussian regimes of the returns at the last observation",
      settings: [
        ["Estimation", "EM from several starts, then gradient ascent; variance floor"],
        ["Sample", "latest 1,000,000 returns at most"],
      ],
      n,
      source: "Hamilton (1989), (1991)",
      differs: "Bull is the regime with the higher mean or, if the means do not differ, the lower volatility.",
    },
  };
}
