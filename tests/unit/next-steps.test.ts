import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { MARKET_DEFAULTS, marketInputs } from "../../src/analysis/decision/market-inputs";
import { NEXT_STEPS } from "../../src/analysis/next/steps";
import { screenAt } from "../../src/routes";
import { tradingOf } from "../../src/strategies/backtest-input";
import { BACKTEST_DEFAULTS } from "../../src/strategies/backtest-settings";
import { ALPHA_DEFAULTS, alphaSettingsSchema } from "../../src/tools/alpha-miner/settings";
import { BACKTESTER_DEFAULTS, backtesterInputsSchema } from "../../src/tools/backtester/settings";
import { fitOptionsOf, GARCH_DEFAULTS, garchSettingsSchema, modelOf } from "../../src/tools/garch-model/settings";
import { LYAPUNOV_DEFAULTS, lyapunovSettingsSchema } from "../../src/tools/lyapunov/settings";
import { CURIOSITY_DEFAULTS, curiositySettingsSchema } from "../../src/tools/market-curiosity/settings";
import { MARKOV_DEFAULTS, markovSettingsSchema } from "../../src/tools/markov-regime/settings";
import { PORTFOLIO_DEFAULTS, portfolioSettingsSchema } from "../../src/tools/portfolio/settings";
import { RISK_DEFAULTS, riskSettingsSchema } from "../../src/tools/risk-management/settings";
import { BUILDER_DEFAULTS, builderInputsSchema } from "../../src/tools/strategy-builder/settings";
import { familyDefault } from "../../src/tools/validation/candidates";
import { VALIDATION_DEFAULTS, validationInputsSchema } from "../../src/tools/validation/settings";
import { type Block, RULES_DEFAULT } from "../../workers/backtest/schema";

/** Each screen's stored settings, and their defaults. */
const SCREENS: Record<string, readonly [schema: v.GenericSchema, defaults: object]> = {
  "market-analysis": [marketInputs, MARKET_DEFAULTS],
  "quant-edge-ai": [marketInputs, MARKET_DEFAULTS],
  "alpha-miner": [alphaSettingsSchema, ALPHA_DEFAULTS],
  "alpha-miner/assets": [alphaSettingsSchema, ALPHA_DEFAULTS],
  "risk-management": [riskSettingsSchema, { ...RISK_DEFAULTS, kind: "log-returns", returnUnit: "fraction", perYear: 365 }],
  "risk-management/assets": [riskSettingsSchema, { ...RISK_DEFAULTS, weights: { Gold: 40, Bonds: 60 } }],
  "garch-model": [garchSettingsSchema, { ...GARCH_DEFAULTS, annualization: 52, column: "Close" }],
  "market-curiosity": [curiositySettingsSchema, CURIOSITY_DEFAULTS],
  "markov-regime": [markovSettingsSchema, MARKOV_DEFAULTS],
  lyapunov: [lyapunovSettingsSchema, LYAPUNOV_DEFAULTS],
  backtester: [backtesterInputsSchema, BACKTESTER_DEFAULTS],
  "strategy-builder": [builderInputsSchema, BUILDER_DEFAULTS],
  validation: [validationInputsSchema, VALIDATION_DEFAULTS],
  portfolio: [portfolioSettingsSchema, { ...PORTFOLIO_DEFAULTS, weights: { Gold: 40, Bonds: 60 } }],
};
/** The input of a screen's job, where a next step passes part of it on. */
const ASKED: Record<string, Record<string, unknown>> = {
  "garch-model": {
    model: { ...modelOf({ ...GARCH_DEFAULTS, mean: "ar" }), targeting: true, decay: null },
    options: fitOptionsOf(GARCH_DEFAULTS),
  },
};
const steps = Object.entries(NEXT_STEPS).flatMap(([from, all]) => all.map((step) => ({ from, step, name: `${from}: ${step.label}` })));

describe("next steps", () => {
  it.each(steps)("$name leads to a screen with such a field", ({ step: { to, field } }) => {
    expect(screenAt(to)?.paths[0]).toBe(to);
    const own = screenAt(to)?.dataField;
    expect([own, `${to.slice(1)}/assets`]).toContain(field);
  });

  it.each(steps.filter(({ from }) => from in SCREENS))(
    "$name takes settings along that are known there",
    ({ from, step: { to, carry } }) => {
      const [schema, defaults] = SCREENS[to.slice(1)];
      const carried = carry?.({ ...SCREENS[from][1] }, ASKED[from] ?? {}) ?? {};
      const read = v.parse(schema, { ...defaults, ...carried }) as Record<string, unknown>;
      for (const [name, value] of Object.entries(carried)) if (name in read) expect(read[name]).toEqual(value);
      expect(Object.keys(carried).filter((name) => name !== "column" && !(name in read))).toEqual([]);
    },
  );

  it("passes on a volatility model with its annualization, and the strategy of a backtest", () => {
    const of = (tool: string, label: RegExp) =>
      NEXT_STEPS[tool].find((step) => label.test(step.label))?.carry?.({ ...SCREENS[tool][1] }, ASKED[tool] ?? {});
    const model = { variance: "garch", mean: { ar: 1 }, distribution: "skewt", p: 1, q: 1, targeting: true };
    expect(of("garch-model", /^Risk with this/)).toMatchObject({ perYear: 52, column: "Close", volatilityModel: model });
    expect(of("risk-management", /^Volatility/)).toMatchObject({ annualization: 365, kind: "returns", returnUnit: "fraction" });
    expect(of("markov-regime", /by regime/)).toMatchObject({ regimes: { states: 2, seed: MARKOV_DEFAULTS.seed } });
    expect(of("alpha-miner/assets", /^Optimize/)).toMatchObject({ assetsFrom: "dataset", perYear: null });
    expect(of("portfolio", /^Risk/)).toMatchObject({ weights: { Gold: 40, Bonds: 60 } });
  });

  it.each(["backtester", "strategy-builder"])(
    "validates the very strategy that %s has tested, with all that it was traded with",
    (tool) => {
      const validate = NEXT_STEPS[tool].find((step) => step.to === "/validation");
      const asked = {
        ...BACKTEST_DEFAULTS,
        initialCapital: 5000,
        transactionCosts: 0.002,
        slippage: 0,
        fixedCosts: 1,
        unitCommission: 0.01,
        minimumCommission: 2,
        borrowFee: 0.03,
        positionSize: 0.5,
        behavioralAdjustment: false,
        wholeUnits: true,
        closeAtEnd: true,
        direction: "long-short",
        fill: "same-close",
        riskFree: 0.01,
        annualization: 260,
        benchmark: "b",
        assets: null,
      } as const;
      const strategy = { ...familyDefault("rules"), name: "Mine", rules: RULES_DEFAULT };
      const read = v.parse(validationInputsSchema, { ...VALIDATION_DEFAULTS, ...validate?.carry?.({ ...asked, strategy }, {}) });
      expect(read.tested).toEqual({ strategy, leftOut: ["benchmark"] });
      expect(tradingOf(read)).toEqual(tradingOf(asked));
      expect([read.families, read.saved, read.riskFree, read.annualization]).toEqual([[], [], 0.01, 260]);
      expect([read.startDate, read.endDate]).toEqual([asked.startDate, asked.endDate]);
    },
  );

  it.each([
    ["backtester", "strategy-builder"],
    ["strategy-builder", "backtester"],
  ])("%s takes all that a strategy was traded with to %s", (from, to) => {
    const asked = {
      ...BACKTEST_DEFAULTS,
      borrowFee: 0.03,
      fill: "same-close",
      regimes: { states: 3, seed: 2 },
      assets: ["A", "B"],
      benchmark: "b",
    };
    const step = NEXT_STEPS[from].find((one) => one.to === `/${to}`);
    const carried = step?.carry?.({ ...asked, strategy: familyDefault("momentum") }, {});
    const [schema, defaults] = SCREENS[to];
    expect(v.parse(schema, { ...defaults, ...carried })).toMatchObject({ ...asked, strategy: familyDefault("momentum") });
  });

  it("backtests the validated strategy, if one was selected", () => {
    const step = NEXT_STEPS.validation.find(({ to }) => to === "/backtester");
    const tested = { strategy: { ...familyDefault("momentum"), name: "Mine" }, leftOut: [] };
    const carried = step?.carry?.({ ...VALIDATION_DEFAULTS, tested, borrowFee: 0.05 }, {});
    expect(v.parse(backtesterInputsSchema, { ...BACKTESTER_DEFAULTS, ...carried })).toMatchObject({
      strategy: { ...tested.strategy },
      borrowFee: 0.05,
      chosen: null,
    });
    expect(step?.carry?.({ ...VALIDATION_DEFAULTS }, {})).not.toHaveProperty("strategy");
  });

  it("accepts no strategy from a link that violates its schema", () => {
    const given = (strategy: object) => v.safeParse(validationInputsSchema, { ...VALIDATION_DEFAULTS, tested: { strategy, leftOut: [] } });
    const strategy = familyDefault("momentum");
    expect(given(strategy).success).toBe(true);
    expect(given({ ...strategy, parameters: { lookback: -1 } }).success).toBe(false);
    expect(given({ ...strategy, type: "other" }).success).toBe(false);
    expect(given({ ...strategy, name: "n".repeat(201) }).success).toBe(false);
    let rules: Block = { kind: "hold", weight: 1 };
    for (let depth = 0; depth < 6; depth++) rules = { ...(RULES_DEFAULT as Extract<Block, { kind: "if" }>), yes: rules };
    expect(given({ ...strategy, type: "rules", rules }).success).toBe(false);
  });

  it("exist for every tool", () => {
    expect(Object.keys(NEXT_STEPS).filter((tool) => NEXT_STEPS[tool].length === 0)).toEqual([]);
  });
});
