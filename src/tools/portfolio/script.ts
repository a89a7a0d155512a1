import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { ProposalInput } from "./proposal-input";
import type { ProposalRun } from "./use-proposal";

interface Proposed extends Pick<ProposalRun, "input" | "value"> {
  set: { name: string; assets: ProposalInput["assets"]; series: readonly { hash: string }[] };
}
type Method = NonNullable<ProposalInput["mean"] | ProposalInput["covariance"]>;

/** Objectives supported by the scripts; hierarchical clustering is not. */
const TOLD: ReadonlySet<string> = new Set([
  "minimum-variance",
  "maximum-sharpe",
  "target-return",
  "maximum-utility",
  "maximum-diversification",
  "minimum-cvar",
  "equal-risk",
  "inverse-volatility",
  "equal-weight",
]);

const spanOf = (method: Method) => ("span" in method ? method.span : null);

/** A proposal for another program; null with views, group limits, hierarchical clustering, or assets of different dates. */
export function portfolioQuestion({ set, input, value }: Proposed): ScriptQuestion | null {
  const { objective, covariance, mean, limits, views } = input;
  if (!covariance || !mean || !limits || views || limits.groups.length > 0 || set.series.length !== 1 || !TOLD.has(value.used)) return null;
  if (covariance.kind === "given" || mean.kind === "given" || ("shares" in objective && objective.shares)) return null;
  const { names, weights, expectedReturn, volatility, sharpe, diversificationRatio, shrinkage, shortfall, riskFree, periodsPerYear } =
    value;
  const held = Object.fromEntries(names.map((name, i) => [`weight of ${name}`, weights[i]]));
  const bound = (bounds: number | ArrayLike<number>) => names.map((_, i) => (typeof bounds === "number" ? bounds : bounds[i]));
  return {
    kind: "portfolio",
    title: `Portfolio of ${set.name}`,
    source: { name: set.name, sha256: set.series[0].hash },
    settings: {
      objective: value.used,
      target: "target" in objective ? objective.target : null,
      aversion: "aversion" in objective ? objective.aversion : null,
      confidence: "confidence" in objective ? objective.confidence : null,
      covariance: covariance.kind === "ledoit-wolf" ? covariance.target : covariance.kind,
      covarianceSpan: spanOf(covariance),
      means: mean.kind,
      meanSpan: spanOf(mean),
      lower: bound(limits.lower),
      upper: bound(limits.upper),
      riskFree,
      perYear: periodsPerYear,
    },
    columns: set.assets.map(({ name, values }) => ({ name, values })),
    figures: [
      // The objective is flat near its optimum: optimizers stop at different weights of almost the same value.
      ...comparedFigures(0, held).map((figure) => ({ ...figure, allowed: 1e-4 })),
      ...comparedFigures(1e-5, { expectedReturn, volatility, sharpe, diversificationRatio }),
      ...comparedFigures(1e-7, { shrinkage, expectedShortfall: shortfall?.expectedShortfall ?? null }),
    ],
  };
}
