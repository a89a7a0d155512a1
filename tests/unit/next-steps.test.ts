import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { MARKET_DEFAULTS, marketInputs } from "../../src/analysis/decision/market-inputs";
import { NEXT_STEPS } from "../../src/analysis/next/steps";
import { screenAt } from "../../src/routes";
import { ALPHA_DEFAULTS, alphaSettingsSchema } from "../../src/tools/alpha-miner/settings";
import { BACKTESTER_DEFAULTS, backtesterInputsSchema } from "../../src/tools/backtester/settings";
import { GARCH_DEFAULTS, garchSettingsSchema } from "../../src/tools/garch-model/settings";
import { LYAPUNOV_DEFAULTS, lyapunovSettingsSchema } from "../../src/tools/lyapunov/settings";
import { CURIOSITY_DEFAULTS, curiositySettingsSchema } from "../../src/tools/market-curiosity/settings";
import { MARKOV_DEFAULTS, markovSettingsSchema } from "../../src/tools/markov-regime/settings";
import { PORTFOLIO_DEFAULTS, portfolioSettingsSchema } from "../../src/tools/portfolio/settings";
import { RISK_DEFAULTS, riskSettingsSchema } from "../../src/tools/risk-management/settings";
import { BUILDER_DEFAULTS, builderInputsSchema } from "../../src/tools/strategy-builder/settings";
import { VALIDATION_DEFAULTS, validationInputsSchema } from "../../src/tools/validation/settings";

/** What each screen keeps, and what it starts with. */
const SCREENS: Record<string, readonly [schema: v.GenericSchema, defaults: object]> = {
  "market-analysis": [marketInputs, MARKET_DEFAULTS],
  "quant-edge-ai": [marketInputs, MARKET_DEFAULTS],
  "alpha-miner": [alphaSettingsSchema, ALPHA_DEFAULTS],
  "risk-management": [riskSettingsSchema, RISK_DEFAULTS],
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
const steps = Object.entries(NEXT_STEPS).flatMap(([from, all]) => all.map((step) => ({ from, step, name: `${from}: ${step.label}` })));

describe("what people do next", () => {
  it.each(steps)("$name is a screen with such a field", ({ step: { to, field } }) => {
    expect(screenAt(to)?.paths[0]).toBe(to);
    const own = screenAt(to)?.dataField;
    expect([own, `${to.slice(1)}/assets`]).toContain(field);
  });

  it.each(steps.filter(({ from }) => from in SCREENS))(
    "$name takes settings along that are known there",
    ({ from, step: { to, carry } }) => {
      const [schema, defaults] = SCREENS[to.slice(1)];
      const carried = carry?.(SCREENS[from][1] as Record<string, unknown>) ?? {};
      const read = v.parse(schema, { ...defaults, ...carried }) as Record<string, unknown>;
      for (const [name, value] of Object.entries(carried)) if (name in read) expect(read[name]).toEqual(value);
      expect(Object.keys(carried).filter((name) => name !== "column" && !(name in read))).toEqual([]);
    },
  );

  it("carries the year of a volatility model and the strategy of a backtest", () => {
    const of = (tool: string, label: RegExp) =>
      NEXT_STEPS[tool].find((step) => label.test(step.label))?.carry?.(SCREENS[tool][1] as Record<string, unknown>);
    expect(of("garch-model", /^Risk/)).toMatchObject({ perYear: 52, column: "Close" });
    expect(of("backtester", /^Validate/)).toMatchObject({ families: ["momentum"], holds: "prices" });
    expect(of("portfolio", /^Risk/)).toMatchObject({ weights: { Gold: 40, Bonds: 60 } });
  });

  it("has steps for every tool", () => {
    expect(Object.keys(NEXT_STEPS).filter((tool) => NEXT_STEPS[tool].length === 0)).toEqual([]);
  });
});
