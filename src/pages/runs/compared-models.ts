import type { QuestionName } from "../../../workers/batch";
import { DISTRIBUTION_NAMES, ordersOf, VARIANCE_NAMES, VARIANCES } from "../../../workers/volatility/schema";

/** A model, or another job on a series, that can be compared. */
export interface ComparedModel {
  id: string;
  label: string;
  question: QuestionName;
  /** Settings of the job; its defaults for the rest. */
  settings: Record<string, unknown>;
  /** The screen that runs it. */
  screen: `/${string}`;
}

const DISTRIBUTIONS = ["skewt", "t", "normal"] as const;
const REGIMES = [2, 3, 4];

const garch = VARIANCES.flatMap((variance) =>
  DISTRIBUTIONS.map((distribution): ComparedModel => {
    const label = `${VARIANCE_NAMES[variance]}${ordersOf(variance, 1, 1)}, ${DISTRIBUTION_NAMES[distribution]}`;
    return { id: `${variance} ${distribution}`, label, question: "garch", settings: { variance, distribution }, screen: "/garch-model" };
  }),
);
const regimes = REGIMES.map((count): ComparedModel => {
  return {
    id: `regimes ${count}`,
    label: `Markov, ${count} regimes`,
    question: "regimes",
    settings: { states: count },
    screen: "/markov-regime",
  };
});

/** All other settings have their screen's defaults. */
export const COMPARED_MODELS: readonly ComparedModel[] = [
  ...garch,
  ...regimes,
  { id: "risk", label: "Risk: drawdowns, VaR, shortfall", question: "risk", settings: {}, screen: "/risk-management" },
  { id: "curiosity", label: "Market Curiosity", question: "curiosity", settings: {}, screen: "/market-curiosity" },
  { id: "lyapunov", label: "Lyapunov exponent", question: "lyapunov", settings: {}, screen: "/lyapunov" },
];

export const modelAt = (id: string): ComparedModel => COMPARED_MODELS.find((model) => model.id === id) ?? COMPARED_MODELS[0];
