import { cannotBePrices } from "../../../workers/analyzed-column";
import type { Series } from "../../../workers/contract";

/** What people do next with what a tool was given: which tool, with which settings taken along. */
export interface NextStep {
  label: string;
  /** Address of the tool, and the view of it where that is not the first. */
  to: `/${string}`;
  tab?: string;
  /** What is handed over where that is not the data: what the result came to, as a dataset of its own. Offered where the result has one. */
  takes?: "account";
  /** It hands no prices over: the tool runs only if it has some of its own. */
  ownPrices?: true;
  /** The tool takes prices alone: it refuses returns and values of zero or below. */
  pricesOnly?: true;
  /** The field the data goes to, by the name it is kept under. */
  field: string;
  /** Settings that mean the same there, as the other screen calls them. */
  carry?: (settings: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

const named = (settings: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in settings).map((name) => [name, settings[name]]));

/** A tool that takes one series: the column that was analyzed stays the one that is. */
const series = (label: string, screen: string, carry?: NextStep["carry"]): NextStep => ({
  label,
  to: `/${screen}`,
  field: `${screen}/data`,
  carry: (settings, input) => ({ ...named(settings, "column"), ...carry?.(settings, input) }),
});

type Settings = Readonly<Record<string, unknown>>;

/** Steps per year, by the name the other screen has for them; nothing where this one has none. */
const yearAs =
  (name: "perYear" | "annualization") =>
  ({ annualization, perYear }: Settings): Settings => {
    const year = annualization === undefined ? perYear : annualization;
    return year === undefined ? {} : { [name]: year };
  };

/** What the values were taken for, by the other screen's word for prices: those of tools that make returns of them. */
const readAs = (prices: "prices" | "values", { kind, returnUnit }: Settings): Settings => {
  if (returnUnit === undefined) return {};
  const knownKind = kind === "prices" || kind === "values" ? prices : kind === "log-returns" && prices === "prices" ? "returns" : kind;
  return { returnUnit, ...(knownKind !== undefined && { kind: knownKind }) };
};

const toRisk = (settings: Settings) => ({ ...yearAs("perYear")(settings), ...readAs("values", settings) });
const toReturns = (settings: Settings) => ({ ...yearAs("annualization")(settings), ...readAs("prices", settings) });

const risk = series("Risk of this series", "risk-management", toRisk);
/** The risk of what a result came to, which is never below zero. @param percents 100 for a screen that has its rates as fractions */
const riskOfAccount = (label: string, percents: 1 | 100): NextStep => ({
  label,
  to: "/risk-management",
  field: "risk-management/data",
  takes: "account",
  carry: (settings) => {
    const rate = settings.riskFree;
    // A hundredfold fraction has the digits of its rounding.
    const riskFree = typeof rate === "number" ? Math.round(1e10 * percents * rate) / 1e10 : null;
    return { column: null, kind: "auto", returnUnit: "auto", riskFree, ...yearAs("perYear")(settings) };
  },
});
const riskOfStrategy = riskOfAccount("Risk of this strategy", 100);
/** Of the equity of a walk-forward; a track record has no choice whose equity differs from its own. */
const riskOutOfSample = riskOfAccount("Risk of this strategy (out of sample)", 100);
const riskOfPortfolio = riskOfAccount("Risk of this portfolio", 1);

/** The model that was fitted, and how it was searched: the Risk Manager fits it again to the same values. */
const riskByModel = series("Risk with this volatility", "risk-management", (settings, { model, options }) => ({
  ...toRisk(settings),
  volatilityModel: { ...(model as object), options },
}));
const volatility = series("Volatility model of this series", "garch-model", toReturns);
const regimes = series("Bull and bear regimes", "markov-regime", toReturns);
const ofPrices = (step: NextStep): NextStep => ({ ...step, pricesOnly: true });
const backtest = ofPrices(series("Backtest a strategy on it", "backtester", yearAs("annualization")));
/** The regimes that were found: the Backtester finds them again in the same prices. */
const backtestByRegime = ofPrices(
  series("Backtest a strategy by regime", "backtester", ({ states, seed, ...settings }) => ({
    ...yearAs("annualization")(settings),
    regimes: { states: Number(states), seed },
  })),
);
const factors = ofPrices(series("Factors of this series", "alpha-miner", yearAs("perYear")));
const curiosity = series("How unusual it is now", "market-curiosity", toReturns);

/** How an account trades, which all screens of strategies call alike. */
const trading = (settings: Settings) => ({
  ...named(settings, "startDate", "endDate", "initialCapital", "transactionCosts", "slippage", "fixedCosts", "unitCommission"),
  ...named(settings, "minimumCommission", "borrowFee", "positionSize", "behavioralAdjustment", "direction", "fill", "wholeUnits"),
  ...named(settings, "closeAtEnd", "riskFree", "annualization"),
});
/** The very strategy, traded as it was, beside its variations and no other; what cannot be taken along is said there. */
const validate = series("Validate the strategy out of sample", "validation", (settings) => ({
  ...trading(settings),
  holds: "prices",
  tested: { strategy: settings.strategy, leftOut: ["assets", "benchmark"].filter((name) => settings[name]) },
  families: [],
  saved: [],
}));
/** Between the two screens that trade one strategy: all that it was traded with. */
const strategy = (label: string, screen: string): NextStep =>
  series(label, screen, (settings) => ({
    ...trading(settings),
    ...named(settings, "strategy", "assets", "allocation", "benchmark", "regimes", "resamples"),
  }));
/** The strategy that was validated, where one was taken there, and how it was traded. */
const backtestValidated = ofPrices(
  series("Backtest a strategy on it", "backtester", (settings) => {
    const { strategy } = (settings.tested ?? {}) as { strategy?: object };
    return { ...trading(settings), ...(strategy && { strategy, chosen: null }) };
  }),
);
const assets = (label: string, screen: string, tab?: string): NextStep => ({
  label,
  to: `/${screen}`,
  tab,
  field: `${screen}/assets`,
  carry: (settings) => ({ assetsFrom: "dataset", ...named(settings, "assetsFrom", "portfolio", "weights", "perYear", "riskFree") }),
});
const contributions = assets("Risk contributions of the weights", "risk-management", "metrics");
const decision = (label: string, screen: string): NextStep =>
  series(label, screen, (settings) => named(settings, "news", "smaPeriod", "emaPeriod", "rsiPeriod"));

/** By the folder of the tool. A result of several assets continues with assets, any other with its series. */
export const NEXT_STEPS: Readonly<Record<string, readonly NextStep[]>> = {
  "market-analysis": [
    decision("Every rule and its history", "quant-edge-ai"),
    { ...decision("Replay bar by bar", "quant-edge-ai"), tab: "replay" },
    risk,
    volatility,
  ],
  "quant-edge-ai": [decision("Chart and indicators", "market-analysis"), backtest, risk],
  "llm-trader": [{ ...decision("Trading decision with this text", "market-analysis"), ownPrices: true }],
  "alpha-miner": [backtest, regimes, risk],
  "alpha-miner/assets": [assets("Optimize a portfolio of these assets", "portfolio"), backtest, risk],
  "risk-management": [volatility, regimes, backtest],
  "risk-management/assets": [assets("Optimize these weights", "portfolio")],
  "garch-model": [riskByModel, regimes, backtest],
  "market-curiosity": [regimes, volatility, risk],
  "markov-regime": [backtestByRegime, risk, volatility],
  lyapunov: [curiosity, volatility, factors],
  "convert-data": [
    series("Open in Risk Manager", "risk-management"),
    ofPrices(series("Open in Backtester", "backtester")),
    series("Open in Validation", "validation"),
  ],
  backtester: [validate, strategy("Edit the strategy", "strategy-builder"), riskOfStrategy],
  "strategy-builder": [strategy("Stress and sweep the strategy", "backtester"), validate, riskOfStrategy],
  validation: [backtestValidated, riskOutOfSample, risk, regimes],
  portfolio: [contributions, riskOfPortfolio],
};

/** The steps of a tool's result that can use its data. */
export function stepsFor(tool: string, series: Pick<Series, "columns" | "primary" | "quality"> | null | undefined): readonly NextStep[] {
  const steps = NEXT_STEPS[tool] ?? [];
  return series && cannotBePrices(series) ? steps.filter(({ pricesOnly }) => !pricesOnly) : steps;
}
