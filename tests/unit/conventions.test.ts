import { describe, expect, it } from "vitest";
import { aheadProvenance } from "../../src/tools/garch-model/forecast-provenance";
import { LONG_RUN } from "../../src/tools/garch-model/provenance";
import { provenanceOf as chaos } from "../../src/tools/lyapunov/provenance";
import { structureProvenance } from "../../src/tools/market-curiosity/provenance";
import { provenanceOf as portfolio } from "../../src/tools/portfolio/provenance";

/** The fields of a run that the text of an ⓘ needs. */
const lyapunovRun = {
  value: {
    n: 500,
    kind: "values",
    embedding: { dimension: 2, lag: 1, theiler: 5 },
    region: { from: 0, to: 5 },
    surrogates: { slopes: [], method: "iaaft", n: 500 },
  },
  settings: { seed: 1 },
  ranges: false,
} as unknown as Parameters<typeof chaos>[0];

const proposal = (covariance: string) =>
  ({
    settings: { covariance, mean: "arithmetic", marketAversion: 2.5, tau: 0.05 },
    value: {
      alignment: { rows: 100 },
      shrinkage: 0.2,
      residual: null,
      riskFree: 0.02,
      periodsPerYear: 252,
      used: "equal-weight",
      names: [],
    },
  }) as unknown as Parameters<typeof portfolio>[0];

describe("an ⓘ says where other programs follow another convention", () => {
  it.each([
    ["ties of permutation entropy", structureProvenance.entropy.differs, /Equal values count as rising, by order of appearance/],
    ["blocks of detrended fluctuation", structureProvenance.dfa.differs, /taken from both ends/],
    ["last point of Kantz's curve", chaos(lyapunovRun).kantz.differs, /tseriesChaos omits the last one/],
    ["shrinkage to one correlation", portfolio(proposal("constant-correlation")).volatility.differs, /PyPortfolioOpt .* 1 − 2\/T/],
    ["share below 0 of a GJR", aheadProvenance("gjr").differs, /Python arch takes ½ for every density/],
    ["EGARCH beyond one step", aheadProvenance("egarch").differs, /Beyond one step an EGARCH has no closed form/],
    ["long-run volatility of an EGARCH", LONG_RUN.egarch, /^ln σ²∞ = ω .*; simulations end at the mean of σ²/],
    ["long-run volatility of an APARCH", LONG_RUN.aparch, /^σ∞\^δ = ω .*; simulations end at the mean of σ²/],
  ])("%s", (_, said, words) => expect(said).toMatch(words));

  it("and says nothing where they do not", () => {
    expect(portfolio(proposal("sample")).volatility.differs).toBeUndefined();
    expect(aheadProvenance("garch").differs).toBeUndefined();
  });
});
