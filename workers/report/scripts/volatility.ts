import type { ScriptTemplate } from "./script";
import { PYTHON } from "./volatility-python";
import { R } from "./volatility-r";

const CONVENTIONS = [
  "Returns are in the unit they were fitted in. Pre-sample squared shocks and variances are the mean squared residual, or as set by preSampleVariance.",
  "The first returns, used only as lags of the autoregressive mean, are not in the likelihood.",
  "EGARCH: alpha weights the size of a shock minus sqrt(2/pi), whatever the distribution, gamma its sign; pre-sample shocks are 0.",
  "APARCH: alpha weights (|e| - gamma e)^delta, as in arch and in rugarch's apARCH; pre-sample powers are those of the pre-sample variance.",
  "FIGARCH is cut off at 1000 lags, with phi <= (1 - d) / 2 and beta <= d + phi. HAR weighs the mean squared shocks of 1, 5 and 22 steps.",
  "With variance targeting omega follows from the setting targetVariance and is not estimated; neither is the decay of an EWMA if it is given.",
];

/**
 * Volatility models beyond GARCH and GJR with a constant or zero mean: EGARCH, APARCH, FIGARCH, HAR, EWMA, autoregressive means, variance
 * targeting.
 */
export const volatilityScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for numpy 1.24 and scipy 1.10, which evaluate and maximize the likelihood, and for arch 7 or later, which is used if installed.",
      ...CONVENTIONS,
      "In arch p and q are swapped, HAR is HARCH([1, 5, 22]), and there is no variance targeting.",
      "For APARCH, arch keeps alpha + beta below 1, Prospect the persistence: where the former binds, arch has a lower log-likelihood.",
    ],
    code: PYTHON,
  },
  r: {
    notes: [
      "Written for R 4.2, which evaluates and maximizes the likelihood; fGarch has none of these models in the same form.",
      ...CONVENTIONS,
      "In rugarch alpha and gamma of an EGARCH are swapped and the size of a shock is centered by its own mean; the pre-sample variances differ as well.",
      "In rugarch APARCH is ugarchspec(variance.model = list(model = 'apARCH', garchOrder = c(q, p))), with parameters of the same names and signs.",
    ],
    code: R,
  },
};
