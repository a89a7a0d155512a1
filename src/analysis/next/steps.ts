/** What people do next with what a tool was given: which tool, with which settings taken along. */
export interface NextStep {
  label: string;
  /** Address of the tool, and the view of it where that is not the first. */
  to: `/${string}`;
  tab?: string;
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

const perYear = ({ annualization }: Readonly<Record<string, unknown>>) => ({ perYear: annualization ?? null });
const annualization = (settings: Readonly<Record<string, unknown>>) => named(settings, "annualization");

const risk = series("Risk of this series", "risk-management", perYear);
/** The model that was fitted, and how it was searched: the Risk Manager fits it again to the same values. */
const riskByModel = series("Risk with this volatility", "risk-management", (settings, { model, options }) => ({
  ...perYear(settings),
  ...named(settings, "returnUnit"),
  kind: settings.kind === "prices" ? "values" : settings.kind,
  volatilityModel: { ...(model as object), options },
}));
const volatility = series("Volatility model of this series", "garch-model", annualization);
const regimes = series("Bull and bear regimes", "markov-regime", annualization);
const backtest = series("Backtest a strategy on it", "backtester");
const factors = series("Factors of this series", "alpha-miner");
const curiosity = series("How unusual it is now", "market-curiosity", annualization);
/** The very strategy, traded as it was, beside its variations and no other; what cannot be taken along is said there. */
const validate = series("Validate the strategy out of sample", "validation", (settings) => ({
  ...named(settings, "startDate", "endDate", "initialCapital", "transactionCosts", "slippage", "fixedCosts", "unitCommission"),
  ...named(settings, "minimumCommission", "borrowFee", "positionSize", "behavioralAdjustment", "direction", "fill", "wholeUnits"),
  ...named(settings, "closeAtEnd", "riskFree", "annualization"),
  holds: "prices",
  tested: { strategy: settings.strategy, leftOut: ["assets", "benchmark"].filter((name) => settings[name]) },
  families: [],
  saved: [],
}));
const strategy = (label: string, screen: string): NextStep =>
  series(label, screen, (settings) => named(settings, "strategy", "startDate", "endDate", "transactionCosts", "slippage"));
const assets = (label: string, screen: string, tab?: string): NextStep => ({
  label,
  to: `/${screen}`,
  tab,
  field: `${screen}/assets`,
  carry: (settings) => named(settings, "assetsFrom", "portfolio", "weights"),
});
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
  "llm-trader": [decision("Trading decision with this text", "market-analysis")],
  "alpha-miner": [backtest, regimes, risk],
  "risk-management": [volatility, regimes, backtest],
  "risk-management/assets": [assets("Optimize these weights", "portfolio")],
  "garch-model": [riskByModel, regimes, backtest],
  "market-curiosity": [regimes, volatility, risk],
  "markov-regime": [backtest, risk, volatility],
  lyapunov: [curiosity, volatility, factors],
  "convert-data": [
    series("Open in Risk Manager", "risk-management"),
    series("Open in Backtester", "backtester"),
    series("Open in Validation", "validation"),
  ],
  backtester: [validate, strategy("Edit the strategy", "strategy-builder"), risk],
  "strategy-builder": [strategy("Stress and sweep the strategy", "backtester"), validate, risk],
  validation: [backtest, risk, regimes],
  portfolio: [assets("Risk contributions of the weights", "risk-management", "metrics")],
};
