import { columnFor, returnsAsked, simpleAsked } from "../../analyzed-column";
import { succeed } from "../../contract";
import { questionSettings } from "../schema";
import { analyzedOf, chosen, rangesOf, valuesOf } from "./columns";
import { question } from "./question";

/** GARCH and related volatility models. */
export const garch = question({
  about: "Volatility model: fit with standard errors, persistence, half-life",
  of: "series",
  job: "fit-garch",
  settings: questionSettings.garch,
  input: (series, { kind, mean, meanLags, nuStart, lambdaStart, tolerance, maxIterations, ...model }) =>
    succeed({
      ...analyzedOf(series, kind),
      model: { ...model, mean: mean === "ar" ? { ar: meanLags } : mean },
      options: { nuStart, lambdaStart, tolerance, maxIterations },
    }),
});

export const regimes = question({
  about: "Markov regimes: probabilities now, means, volatilities, transitions",
  of: "series",
  job: "fit-regimes",
  settings: questionSettings.regimes,
  input: (series, settings) => {
    const { kind, unit } = settings;
    return succeed({ ...settings, ...returnsAsked(series, columnFor(series, kind), kind, unit), times: series.times });
  },
});

export const lyapunov = question({
  about: "Largest Lyapunov exponent, with a surrogate test",
  of: "series",
  job: "estimate-lyapunov",
  settings: questionSettings.lyapunov,
  input: (series, settings) => {
    const { values: close, kind } = analyzedOf(series, settings.kind);
    return succeed({ ...settings, close, kind, ...rangesOf(series) });
  },
});

export const curiosity = question({
  about: "Market Curiosity score, its components and alerts",
  of: "series",
  job: "analyze-curiosity",
  settings: questionSettings.curiosity,
  input: (series, settings) => {
    const { kind, unit } = settings;
    return succeed({ ...settings, ...returnsAsked(series, columnFor(series, kind), kind, unit), times: series.times });
  },
});

export const structure = question({
  about: "Entropy, efficiency, long memory, variance ratios, recurring shapes",
  of: "series",
  job: "measure-structure",
  settings: questionSettings.structure,
  input: (series, settings) => succeed({ ...settings, ...analyzedOf(series, settings.kind) }),
});

export const risk = question({
  about: "Drawdowns, value at risk and shortfall by four methods, performance",
  of: "series",
  job: "analyze-risk",
  settings: questionSettings.risk,
  input: (series, settings) =>
    succeed({
      ...settings,
      ...simpleAsked(series, columnFor(series, settings.kind), settings.kind, settings.unit),
      times: series.times,
    }),
});

/** The factors of one series, and formulas given by the user. */
export const factors = question({
  about: "Factors and formulas, tested on forward returns",
  of: "series",
  job: "mine-factors",
  settings: questionSettings.factors,
  input: (series, { formulas, ...settings }) => {
    const { name, values } = chosen(series);
    const [open, high, low, volume] = (["open", "high", "low", "volume"] as const).map((role) => valuesOf(series, role));
    return succeed({ assets: [{ name, values, volume, open, high, low }], times: series.times, news: null, formulas, settings });
  },
});
