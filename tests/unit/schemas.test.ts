import { readdirSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { strategyContentSchema } from "../../src/state/strategy-body";
import { AXES_DEFAULT, axesSchema } from "../../src/strategies/axes";
import { backtestSettingsSchema, BACKTEST_DEFAULTS as FORM_DEFAULTS } from "../../src/strategies/backtest-settings";
import { ALPHA_DEFAULTS, alphaSettingsSchema } from "../../src/tools/alpha-miner/settings";
import { BACKTESTER_DEFAULTS, backtesterInputsSchema } from "../../src/tools/backtester/settings";
import { GARCH_DEFAULTS, garchSettingsSchema } from "../../src/tools/garch-model/settings";
import { TRADER_DEFAULTS, traderInputs } from "../../src/tools/llm-trader/trader-inputs";
import { LYAPUNOV_DEFAULTS, lyapunovSettingsSchema } from "../../src/tools/lyapunov/settings";
import { CURIOSITY_DEFAULTS, curiositySettingsSchema } from "../../src/tools/market-curiosity/settings";
import { MARKOV_DEFAULTS, markovSettingsSchema } from "../../src/tools/markov-regime/settings";
import { PORTFOLIO_DEFAULTS, portfolioSettingsSchema } from "../../src/tools/portfolio/settings";
import { ENGINE_DEFAULTS, engineInputs } from "../../src/tools/quant-edge-ai/limits";
import { RISK_DEFAULTS, riskSettingsSchema } from "../../src/tools/risk-management/settings";
import { BUILDER_DEFAULTS, builderInputsSchema } from "../../src/tools/strategy-builder/settings";
import { VALIDATION_DEFAULTS, validationInputsSchema } from "../../src/tools/validation/settings";
import { json, openApi } from "../../workers/api/openapi";
import { operations } from "../../workers/api/operations";
import { accountEntries } from "../../workers/backtest/account-schema";
import { backtestEntries, factorEntries, parameterEntries, stressSchema } from "../../workers/backtest/schema";
import { searchSchema } from "../../workers/backtest/search-schema";
import { questionSettings } from "../../workers/batch/schema";
import { embeddingEntries, regionEntries, surrogateEntries } from "../../workers/chaos/schema";
import type { Cause } from "../../workers/contract";
import { curiosityEntries, limitEntries } from "../../workers/curiosity/schema";
import { averageEntries, engineEntries, REGIME_THRESHOLDS, limitEntries as regimeLimits } from "../../workers/engine/schema";
import { factorEntries as factorSettings, searchEntries } from "../../workers/factors/schema";
import { indicatorEntries } from "../../workers/indicators/schema";
import { DEFAULT_NEWS_SETTINGS, newsEntries, reflectionEntries } from "../../workers/news/schema";
import { yearEntries } from "../../workers/performance/schema";
import { boundEntries, budgetEntries } from "../../workers/portfolio/budget-schema";
import {
  estimateEntries,
  frontierSchema,
  marketEntries,
  objectiveEntries,
  rebalanceEntries,
  rebalanceSchema,
  viewEntries,
} from "../../workers/portfolio/schema";
import { fitEntries, timingEntries } from "../../workers/regimes/schema";
import { contributionEntries, riskEntries, riskSchema } from "../../workers/risk/schema";
import { limitsOf, nearest, readSettings, type Setting } from "../../workers/runtime/schema";
import { structureEntries } from "../../workers/structure/schema";
import { candidatesEntries } from "../../workers/validation/schema";
import { behaviorEntries, forecastEntries, optionEntries, orderEntries, refitEntries } from "../../workers/volatility/schema";
import { failureText } from "../fixtures/failure-text";

const SETTINGS: Record<string, Record<string, Setting>> = {
  performance: yearEntries,
  strategy: { ...parameterEntries, ...factorEntries },
  backtest: { ...backtestEntries, ...stressSchema.entries, windows: searchSchema.entries.windows },
  validation: candidatesEntries,
  volatility: { ...orderEntries, ...optionEntries, ...behaviorEntries, ...forecastEntries, ...refitEntries },
  regimes: { ...fitEntries, ...timingEntries },
  curiosity: { ...curiosityEntries, ...limitEntries },
  risk: { ...riskEntries, ...contributionEntries },
  portfolio: {
    ...objectiveEntries,
    ...estimateEntries,
    tau: marketEntries.tau,
    marketAversion: marketEntries.aversion,
    ...rebalanceEntries,
    ...accountEntries,
    least: boundEntries.lower,
    most: boundEntries.upper,
    ...frontierSchema.entries,
  },
  views: { confidence: viewEntries.confidence },
  budget: budgetEntries,
  chaos: { ...embeddingEntries, seed: surrogateEntries.seed },
  factors: { ...factorSettings, trials: searchEntries.trials, depth: searchEntries.depth, holdout: searchEntries.holdout },
  structure: structureEntries,
  engine: { ...averageEntries, ...engineEntries, buy: regimeLimits.normal.entries.buy, sell: regimeLimits.normal.entries.sell },
  ...Object.fromEntries(Object.entries(indicatorEntries).map(([kind, entries]) => [`indicators ${kind}`, entries])),
  news: { ...newsEntries, depth: reflectionEntries.depth },
};
/** Fractions a form keeps as percent. */
const KEPT_AS_PERCENT = [
  "riskFree",
  "threshold",
  "cost",
  "volatility",
  "entropy",
  "novelty",
  "switch",
  "ties",
  "drawdownCap",
  "confidenceThreshold",
];

/** Numbers of a room that a form, a link or the API may state, by name; moments are dates there. */
const numbersOf = (entries: Record<string, Setting>) =>
  Object.entries(entries).flatMap(([name, setting]) => (isNumber(setting) ? [{ name, setting }] : []));
const isNumber = (setting: Setting): boolean => {
  const inner = "wrapped" in setting ? (setting.wrapped as Setting) : setting;
  return (inner.type === "number" && "pipe" in inner) || ("wrapped" in inner && isNumber(inner));
};

describe("settings", () => {
  for (const [room, entries] of Object.entries(SETTINGS)) {
    it.each(numbersOf(entries))(`${room}: $name has a label, a valid default and limits that its schema enforces`, ({ setting }) => {
      const { label, minValue, maxValue, whole } = limitsOf(setting);
      expect(label).not.toBe("");
      expect(v.is(setting, undefined)).toBe(true);
      const step = whole ? 1 : 1e-6;
      if (minValue !== undefined) expect(v.is(setting, minValue - step)).toBe(false);
      if (maxValue !== undefined) expect(v.is(setting, maxValue + step)).toBe(false);
      if (whole) expect(v.is(setting, 1.5)).toBe(false);
      for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, "1"]) expect(v.is(setting, odd)).toBe(false);
      const refused = readSettings(v.object({ setting }), { setting: Number.NaN });
      expect(failureText(refused.refusal as Cause)).not.toMatch(/^Invalid/);
    });
  }

  it("of a form accept only values of the domain: a link cannot set what a job refuses", () => {
    const forms: [v.GenericSchema, object, Record<string, Setting>, string[]?][] = [
      [markovSettingsSchema, MARKOV_DEFAULTS, SETTINGS.regimes, KEPT_AS_PERCENT],
      [curiositySettingsSchema, CURIOSITY_DEFAULTS, SETTINGS.curiosity, KEPT_AS_PERCENT],
      [backtesterInputsSchema, BACKTESTER_DEFAULTS, SETTINGS.backtest],
      [builderInputsSchema, BUILDER_DEFAULTS, SETTINGS.backtest],
      [backtestSettingsSchema, FORM_DEFAULTS, SETTINGS.backtest],
      [validationInputsSchema, VALIDATION_DEFAULTS, SETTINGS.validation],
      [garchSettingsSchema, GARCH_DEFAULTS, SETTINGS.volatility],
      [lyapunovSettingsSchema, LYAPUNOV_DEFAULTS, { ...SETTINGS.chaos, ...regionEntries }],
      [alphaSettingsSchema, ALPHA_DEFAULTS, SETTINGS.factors, ["holdout"]],
      [engineInputs, ENGINE_DEFAULTS, SETTINGS.engine],
      [traderInputs, TRADER_DEFAULTS, SETTINGS.news, KEPT_AS_PERCENT],
      [riskSettingsSchema, RISK_DEFAULTS, { ...SETTINGS.risk, ...SETTINGS.budget }, KEPT_AS_PERCENT],
      [
        portfolioSettingsSchema,
        PORTFOLIO_DEFAULTS,
        SETTINGS.portfolio,
        ["target", "confidence", "threshold", "maxTurnover", "least", "most"],
      ],
    ];
    let checked = 0;
    for (const [schema, defaults, entries, percents = []] of forms) {
      expect(v.is(schema, defaults)).toBe(true);
      for (const { name, setting } of numbersOf(entries)) {
        // A number of few values is chosen from a list, by its text.
        if (!(name in defaults) || typeof Object(defaults)[name] === "string") continue;
        for (const value of [-1e9, -1, 0, 0.5, 1, 1.5, 3, 9, 13, 1e9]) {
          const own = percents.includes(name) ? value / 100 : value;
          expect([name, value, v.is(schema, { ...defaults, [name]: value })]).toEqual([name, value, v.is(setting, own)]);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(300);
  });

  it("of the API's strategies are the domain's, in openapi.json too", () => {
    const description = openApi(operations);
    const body = (path: string) => {
      const content: Record<string, { schema: unknown }> = description.paths[path].post.requestBody?.content ?? {};
      return content["application/json"].schema as { properties: Record<string, { properties: Record<string, unknown> }> };
    };
    const told = (setting: Setting) => {
      const { default: _, ...rest } = json(setting, "input");
      return rest;
    };
    const strategy = body("/v1/strategies").properties;
    expect(strategy.parameters.properties).toEqual({
      lookback_period: told(parameterEntries.lookback),
      entry_threshold: told(parameterEntries.threshold),
      exit_threshold: told(parameterEntries.exitThreshold),
    });
    expect(strategy.parameters.properties.lookback_period).toEqual({
      type: "integer",
      title: "Lookback Period",
      minimum: 1,
      maximum: 10_000,
      "x-unit": limitsOf(parameterEntries.lookback).unit,
    });
    expect(told(parameterEntries.targetVolatility)).toEqual({
      type: "number",
      title: "Target Volatility",
      exclusiveMinimum: 0,
      "x-unit": "fraction",
    });
    expect(strategy.risk_constraints.properties.stop_loss).toMatchObject(told(parameterEntries.stopLoss));
    expect(body("/v1/backtest").properties.initial_capital).toEqual(told(backtestEntries.initialCapital));
  });

  it("clamp to the nearest value", () => {
    expect([9, 0, 2.4].map((value) => nearest(orderEntries.p, value))).toEqual([5, 1, 2]);
    expect([20, 1].map((value) => nearest(candidatesEntries.pathFolds, value))).toEqual([12, 2]);
  });

  it("are declared once per domain", () => {
    const rooms = readdirSync("workers", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const withSchema = rooms.filter(({ name }) => readdirSync(`workers/${name}`).includes("schema.ts")).map(({ name }) => name);
    expect(withSchema).toEqual(expect.arrayContaining(["backtest", "performance", "runtime", "validation", "volatility"]));
  });
});

describe("defaults of the specification", () => {
  it("backtester: the year 2023, a million, 0.1% each, adjustment on", () => {
    expect(FORM_DEFAULTS).toMatchObject({
      startDate: "2023-01-01",
      endDate: "2023-12-31",
      initialCapital: 1_000_000,
      transactionCosts: 0.001,
      slippage: 0.001,
      behavioralAdjustment: true,
    });
  });

  it("strategy: lookback 20, threshold 1.5, stops of 2 and 5%; the form and the builder keep their own weights", () => {
    const parameters = { lookback: 20, threshold: 1.5, stopLoss: 0.02, takeProfit: 0.05 };
    expect(v.parse(strategyContentSchema, { name: "" }).parameters).toMatchObject(parameters);
    expect(BACKTESTER_DEFAULTS.strategy.behavioralFactors).toEqual({ momentum: 0.33, meanReversion: 0.33, sentiment: 0.34 });
    expect(BUILDER_DEFAULTS.strategy.behavioralFactors).toEqual({ momentum: 0.3, meanReversion: 0.3, sentiment: 0.4 });
    expect(v.is(axesSchema, AXES_DEFAULT)).toBe(true);
  });

  it("validation: walk-forward, window 252, step 21, 30% out of sample, level 5%, 1000 iterations", () => {
    expect(VALIDATION_DEFAULTS).toMatchObject({
      method: "walk-forward",
      windowSize: 252,
      stepSize: 21,
      outOfSamplePct: 0.3,
      significanceLevel: 0.05,
      iterations: 1000,
    });
  });

  it("GARCH: p 1, q 1, Skewed-t, aversions of 2.25, reference window 22", () => {
    expect(GARCH_DEFAULTS).toMatchObject({
      p: 1,
      q: 1,
      variance: "garch",
      distribution: "skewt",
      riskAversion: 2.25,
      lossAversion: 2.25,
      referenceWindow: 22,
    });
  });

  it("decisions: RSI over 14 rows, Buy and Sell limits by regime; news: signals below 60% are flagged", () => {
    expect(ENGINE_DEFAULTS).toMatchObject({ rsiPeriod: 14, smaPeriod: null, emaPeriod: null });
    expect(Object.values(REGIME_THRESHOLDS).map(({ buy, sell }) => [buy, sell])).toEqual([
      [0.55, 0.45],
      [0.55, 0.42],
      [0.58, 0.45],
      [0.6, 0.4],
      [0.57, 0.43],
      [0.56, 0.44],
    ]);
    expect(DEFAULT_NEWS_SETTINGS).toEqual({ context: "", negation: false, confidenceThreshold: 0.6 });
    expect(TRADER_DEFAULTS.confidenceThreshold).toBe(60);
  });

  it("risk: drawdown 20%, value at risk 0.15, confidence 0.95, lookback 252", () =>
    expect(v.getDefaults(riskSchema)).toMatchObject({ maxDrawdown: 20, varThreshold: 0.15, confidenceLevel: 0.95, lookbackPeriod: 252 }));

  it("rebalancing: monthly, 5%, turnover of 20%, risk budget 0.15; the screen's year is 2023", () => {
    const { config, ...account } = v.parse(rebalanceSchema, {});
    expect(config).toEqual({ frequency: "monthly", threshold: 0.05, maxTurnover: 0.2, riskBudget: 0.15 });
    expect(account).toMatchObject({ initialCapital: 1_000_000, transactionCosts: 0.001, slippage: 0.001 });
    expect(PORTFOLIO_DEFAULTS).toMatchObject({ startDate: "2023-01-01", endDate: "2024-01-01", threshold: 5, maxTurnover: 20 });
  });

  it("annualization: 252 steps, risk-free rate 2%", () =>
    expect(v.getDefaults(v.object(yearEntries))).toEqual({ riskFree: 0.02, periodsPerYear: 252 }));
});

it("every batch question can be asked without settings", () => {
  for (const [name, settings] of Object.entries(questionSettings)) expect(v.safeParse(settings, {}).issues, name).toBeUndefined();
});
