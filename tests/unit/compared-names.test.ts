import { expect, it } from "vitest";
import { worded } from "../../src/pages/runs/worded";

it("names of compared figures and settings are written as the field writes them", () => {
  const names = ["riskAversion", "aic", "logLikelihood", "halfLifeError", "preSample", "alpha1", "mu", "lambdaStart", "n", "p"];
  expect(names.map(worded)).toEqual([
    ...["Risk aversion", "AIC", "Log-likelihood", "Half-life error", "Pre-sample", "α₁", "μ", "λ start", "n", "p"],
  ]);
});
