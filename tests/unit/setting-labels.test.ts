import { describe, expect, it } from "vitest";
import { settingFacts } from "../../src/analysis/report/setting-facts";
import { settingLabel } from "../../src/analysis/setting-words/setting-labels";
import { alphaSettingsSchema } from "../../src/tools/alpha-miner/settings";
import { backtesterInputsSchema } from "../../src/tools/backtester/settings";
import { garchSettingsSchema } from "../../src/tools/garch-model/settings";
import { lyapunovSettingsSchema } from "../../src/tools/lyapunov/settings";
import { curiositySettingsSchema } from "../../src/tools/market-curiosity/settings";
import { markovSettingsSchema } from "../../src/tools/markov-regime/settings";
import { portfolioSettingsSchema } from "../../src/tools/portfolio/settings";
import { riskSettingsSchema } from "../../src/tools/risk-management/settings";
import { builderInputsSchema } from "../../src/tools/strategy-builder/settings";
import { validationInputsSchema } from "../../src/tools/validation/settings";
import { labelOf } from "../../workers/runtime/schema";

/** What each screen keeps. */
const KEPT = {
  "/alpha-miner": alphaSettingsSchema,
  "/backtester": backtesterInputsSchema,
  "/garch-model": garchSettingsSchema,
  "/lyapunov": lyapunovSettingsSchema,
  "/market-curiosity": curiositySettingsSchema,
  "/markov-regime": markovSettingsSchema,
  "/portfolio": portfolioSettingsSchema,
  "/risk-management": riskSettingsSchema,
  "/strategy-builder": builderInputsSchema,
  "/validation": validationInputsSchema,
};

describe("names of settings in a comparison", () => {
  for (const [screen, { entries }] of Object.entries(KEPT))
    it(`${screen}: the labels on the screen`, () => {
      const labels = Object.entries(entries).map(([key, setting]) => [key, labelOf(setting)] as const);
      const named = labels.filter(([, label]) => label !== "");
      expect(named.length).toBeGreaterThan(0);
      expect(Object.fromEntries(named.map(([key]) => [key, settingLabel(screen, key)]))).toEqual(Object.fromEntries(named));
    });
});

it("a report lists settings and choices by their labels on the screen, and user text verbatim", () => {
  const settings = {
    variance: "gjr",
    distribution: "skewt",
    preSample: "sample",
    column: "skewt",
    refitStep: null,
    own: { refitWindow: 250 },
  };
  const facts = Object.fromEntries(settingFacts("/garch-model", settings));
  const label = (key: string) => settingLabel("/garch-model", key);
  expect(facts).toEqual({
    [label("variance")]: "GJR-GARCH",
    [label("distribution")]: "Skewed-t",
    [label("preSample")]: facts[label("preSample")],
    [label("column")]: "skewt",
    [label("refitStep")]: "automatic",
    [`Own: ${label("refitWindow")}`]: "250",
  });
  expect(facts[label("preSample")]).not.toBe("sample");
});
