import type { ScriptTemplate } from "./script";
import { PYTHON } from "./volatility-python";
import { R } from "./volatility-r";

const CONVENTIONS = [
  "Returns are in the unit they were fitted in. Before the sample, squared shocks and variances are the mean squared residual, or what the setting preSampleVariance says.",
  "The first returns that an autoregressive mean looks back at have no variance of their own, and are not in the likelihood.",
  "EGARCH: alpha weighs the size of a shock less sqrt(2/pi), whatever the distribution, gamma its sign; deviations before the sample are 0.",
  "FIGARCH is cut off at 1000 lags, with phi <= (1 - d) / 2 and beta <= d + phi. HAR weighs the mean squared shocks of 1, 5 and 22 steps.",
  "With variance targeting omega follows from the setting targetVariance and is not estimated; neither is the decay of an EWMA where it is given.",
];

/** Models of volatility beyond a GARCH or GJR of constant mean: EGARCH, FIGARCH, HAR, EWMA, autoregressive means, variance targeting. */
export const volatilityScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for numpy 1.24 and scipy 1.10, which evaluate and maximize the likelihood, and for arch 7 or later, which is asked where it is installed.",
      ...CONVENTIONS,
      "In arch p and q change places, HAR is HARCH([1, 5, 22]), and there is no variance targeting.",
    ],
    code: PYTHON,
  },
  r: {
    notes: [
      "Written for R 4.2, which evaluates and maximizes the likelihood; fGarch has none of these models in the same form.",
      ...CONVENTIONS,
      "In rugarch alpha and gamma of an EGARCH change places and the size of a shock is taken less its own mean; the variances before the sample differ as well.",
    ],
    code: R,
  },
};
