import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import type { Distribution } from "./garch-model";
import { GarchLikelihood } from "./likelihoods/garch-likelihood";
import { checks as egarch } from "./self-test-egarch";
import { checks as gjr } from "./self-test-gjr";

const ARITHMETIC = "40-digit arithmetic";

/** Pseudo-random shocks, for likelihoods computed with 40 digits. */
const SHOCKS = Float64Array.from({ length: 40 }, (_, i) => ((i * 7919) % 1009) / 504.5 - 1);
const GARCH = [0.02, 0.05, 0.1, 0.8];
/** Log-likelihood and gradient at mu, omega, alpha, beta and the density's own parameters. */
const LIKELIHOODS: [Distribution, number[], number[]][] = [
  ["normal", [], [-36.138913890907844, -3.862554655631431, -32.530016280541076, -15.533097496081666, -14.61402132554678]],
  ["t", [6], [-37.942654007041604, -3.8728192022605525, 20.110964927813345, 1.5285819447160716, 6.8931027547088375, 0.43406571419850387]],
  [
    "skewt",
    [6, -0.2],
    [
      -37.821473149488405, -2.1252258535514446, 19.095393669730733, 2.581192776673888, 6.350863989511864, 0.4401470342639637,
      -0.13634017226292203,
    ],
  ],
];

function likelihoodError(context: JobContext, distribution: Distribution, shape: number[], expected: number[]): number {
  const { arena } = context;
  return arena.scope(() => {
    const address = arena.put(SHOCKS);
    const sum = SHOCKS.reduce((total, x) => total + x, 0);
    const sumOfSquares = SHOCKS.reduce((total, x) => total + x * x, 0);
    const series = { address, n: SHOCKS.length, sum, sumOfSquares, mean: 0, scale: 1 };
    const likelihood = new GarchLikelihood(context, { p: 1, q: 1, distribution, preSample: "sample" }, series, 1);
    const value = likelihood.value(Float64Array.of(...GARCH, ...shape));
    return largestError([value, ...likelihood.gradient()], expected);
  });
}

const garch: SelfCheck[] = LIKELIHOODS.map(([distribution, shape, expected]) => ({
  kernel: `garchForward and garchBackward, ${distribution}`,
  source: ARITHMETIC,
  tolerance: 1e-12,
  errorOf: (context) => likelihoodError(context, distribution, shape, expected),
}));

export const checks: SelfCheck[] = [...garch, ...egarch, ...gjr];
