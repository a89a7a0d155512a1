import * as v from "valibot";
import { lyapunovSchema } from "../../chaos/schema";
import { succeed } from "../../contract";
import { curiosityEntries } from "../../curiosity/schema";
import { factorEntries } from "../../factors/schema";
import { fitEntries } from "../../regimes/schema";
import { riskEntries } from "../../risk/schema";
import { structureEntries } from "../../structure/schema";
import { meanLagsSetting, optionEntries, orderEntries } from "../../volatility/schema";
import { chosen, rangesOf, valuesOf } from "./columns";
import { question } from "./question";

/** What the values are; "auto" takes levels that are all above zero for prices. */
const kind = v.optional(v.picklist(["auto", "prices", "returns"]), "auto");

/** A GARCH and its relatives. */
export const garch = question({
  about: "Volatility model: fit with standard errors, persistence, half-life",
  of: "series",
  job: "fit-garch",
  settings: v.object({
    ...orderEntries,
    variance: v.optional(v.picklist(["garch", "gjr", "egarch", "ewma", "figarch", "har"]), "garch"),
    mean: v.optional(v.picklist(["constant", "zero", "ar"]), "constant"),
    meanLags: meanLagsSetting,
    targeting: v.optional(v.boolean(), false),
    ...optionEntries,
    kind,
  }),
  input: (series, { kind, mean, meanLags, nuStart, lambdaStart, tolerance, maxIterations, ...model }) =>
    succeed({
      values: chosen(series).values,
      kind,
      model: { ...model, mean: mean === "ar" ? { ar: meanLags } : mean },
      options: { nuStart, lambdaStart, tolerance, maxIterations },
    }),
});

export const regimes = question({
  about: "Markov regimes: probabilities now, means, volatilities, transitions",
  of: "series",
  job: "fit-regimes",
  settings: v.object({
    ...fitEntries,
    compare: v.optional(v.boolean(), true),
    unit: v.optional(v.picklist(["percent", "fraction"]), "percent"),
    kind,
  }),
  input: (series, settings) => succeed({ ...settings, values: chosen(series).values, times: series.times }),
});

export const lyapunov = question({
  about: "Largest Lyapunov exponent, with a surrogate test",
  of: "series",
  job: "estimate-lyapunov",
  settings: v.object({ ...lyapunovSchema.entries, kind: v.optional(v.picklist(["auto", "prices", "returns", "values"]), "auto") }),
  input: (series, settings) => succeed({ ...settings, close: chosen(series).values, ...rangesOf(series) }),
});

export const curiosity = question({
  about: "Market Curiosity score, its components and alerts",
  of: "series",
  job: "analyze-curiosity",
  settings: v.object({ ...curiosityEntries, kind }),
  input: (series, settings) => succeed({ ...settings, values: chosen(series).values, times: series.times }),
});

export const structure = question({
  about: "Entropy, efficiency, long memory, variance ratios, recurring shapes",
  of: "series",
  job: "measure-structure",
  settings: v.object({ ...structureEntries, kind }),
  input: (series, settings) => succeed({ ...settings, values: chosen(series).values }),
});

export const risk = question({
  about: "Drawdowns, value at risk and shortfall by four methods, performance",
  of: "series",
  job: "analyze-risk",
  settings: v.object({ ...riskEntries, kind: v.optional(v.picklist(["auto", "values", "returns"]), "auto") }),
  input: (series, settings) => succeed({ ...settings, values: chosen(series).values, times: series.times }),
});

/** The factors of one series, and formulas beside them. */
export const factors = question({
  about: "Factors and formulas, tested on forward returns",
  of: "series",
  job: "mine-factors",
  settings: v.object({
    ...factorEntries,
    formulas: v.optional(v.array(v.object({ name: v.string(), text: v.string() })), []),
  }),
  input: (series, { formulas, ...settings }) => {
    const { name, values } = chosen(series);
    const [open, high, low, volume] = (["open", "high", "low", "volume"] as const).map((role) => valuesOf(series, role));
    return succeed({ assets: [{ name, values, volume, open, high, low }], times: series.times, news: null, formulas, settings });
  },
});
