import { garchFamily, garchSentences, gjrPasses, meanStart } from "./garch-family";
import type { VolatilityModel } from "./volatility-model";

const DECAYS = [0.8, 0.9, 0.94, 0.97, 0.99];

/** RiskMetrics' exponentially weighted variance: a GARCH(1,1) without omega whose two weights add up to 1. */
export const ewma: VolatilityModel = {
  ...garchFamily,
  title: "EWMA",
  label: () => "EWMA",
  fixedForm: true,
  settle: (model) => ({ ...model, p: 1, q: 1, targeting: false }),
  regressesMean: () => true,
  likelihood: gjrPasses,
  starts({ model }, series, { shape }) {
    const mean = meanStart(model, series);
    const decays = model.decay === null ? DECAYS.map((decay) => [decay]) : [[]];
    return { grid: decays.map((decay, kind) => ({ theta: Float64Array.of(...mean, ...decay, ...shape), kind })) };
  },
  persistence: ({ keys }) => ({ value: 1, slopes: new Float64Array(keys.length), error: null }),
  boundSentences: (ending) => garchSentences(ending, () => []),
};
