import { COVARIANCES, MEANS } from "../../../workers/portfolio/schema";
import { choiceLabel } from "../../../workers/runtime/schema";
import { count, percent, plain } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { type ObjectiveName, objectiveLabel } from "./settings";
import type { ProposalRun } from "./use-proposal";

/** Estimators for which other programs use another covariance. */
const COVARIANCE_DIFFERS: Partial<Record<ProposalRun["settings"]["covariance"], string>> = {
  "constant-correlation":
    "The sample covariance is over T, as in Ledoit and Wolf. PyPortfolioOpt uses one over T − 1 in the same formula: its shrinkage intensity is smaller by a factor of about 1 − 2/T.",
};

const RULES: Record<ObjectiveName, readonly [formula: string, computedBy?: string]> = {
  "minimum-variance": ["min w′Σw within the limits, weights summing to 1", "minimumVariance"],
  "maximum-sharpe": ["max (μ′w − rf) / √(w′Σw) within the limits", "highestRatio"],
  "target-return": ["min w′Σw with μ′w at least the target", "targetReturn"],
  "maximum-utility": ["max μ′w − ½ aversion · w′Σw", "minimumVariance"],
  "maximum-diversification": ["max σ′w / √(w′Σw)", "highestRatio"],
  "minimum-cvar": ["min expected shortfall of one step, as a linear program", "minimumCvar"],
  "equal-risk": ["w_i (Σw)_i equal for all assets", "equalRisk"],
  hierarchical: ["variance split along the tree of correlation distances", "hierarchicalWeights"],
  "hierarchical-equal-risk": ["capital split by risk at each node of the tree, 1 / σ_i within a cluster", "hierarchicalEqualRisk"],
  "inverse-volatility": ["w_i ∝ 1 / σ_i"],
  "equal-weight": ["w_i = 1 / n"],
};

/** Provenance of the figures of a proposal. */
export function provenanceOf({ value: proposal, settings }: ProposalRun) {
  const { alignment, shrinkage, residual, riskFree, periodsPerYear, used } = proposal;
  const [formula, computedBy] = RULES[used];
  const estimates: [string, string][] = [
    [
      "Covariance",
      `${choiceLabel(COVARIANCES, settings.covariance)}${shrinkage === null ? "" : `, shrinkage intensity ${percent(shrinkage, 1)}`}`,
    ],
    ["Expected returns", choiceLabel(MEANS, settings.mean)],
    ["Risk-free rate", `${percent(riskFree, 2)} per year`],
    ["Steps per year", plain(periodsPerYear)],
  ];
  const n = `${count(alignment.rows - 1)} returns of ${count(proposal.names.length)} assets`;
  const common = { settings: estimates, n, computedBy: "portfolioStatistics" };
  return {
    method: {
      title: objectiveLabel(used),
      formula,
      computedBy,
      settings: [
        ...estimates,
        ["Violation of the optimality conditions", residual === null ? "not applicable" : residual.toExponential(1)],
      ],
      n,
    },
    expectedReturn: { ...common, title: "Expected Return", formula: "μ′w, in-sample estimate, not a forecast" },
    volatility: { ...common, title: "Volatility", formula: "√(w′Σw)", differs: COVARIANCE_DIFFERS[settings.covariance] },
    sharpe: { ...common, title: "Sharpe Ratio", formula: "(return − rf) / volatility", source: "Sharpe (1994)" },
    diversification: {
      ...common,
      title: "Diversification ratio",
      formula: "weighted mean asset volatility / portfolio volatility",
      source: "Choueifaty and Coignard (2008)",
    },
    effective: { ...common, title: "Effective assets", formula: "1 / ∑ w²: equivalent number of equal holdings" },
    views: {
      title: "Expected returns with the views",
      formula: "π = δΣw, mixed with each view by its confidence",
      settings: [...estimates, ["Market's risk aversion", plain(settings.marketAversion)], ["Uncertainty (tau)", plain(settings.tau)]],
      n,
      computedBy: "blackLitterman",
      differs: "A confidence of 50% corresponds to He and Litterman; 100% imposes the view.",
    },
    contributions: {
      title: "Risk contributions",
      formula: "w_i (Σw)_i / (w′Σw)",
      settings: estimates,
      n,
      computedBy: "contributionsOf",
    },
  } satisfies Record<string, Provenance>;
}

/** Provenance of the figures of a backtest. */
export const backtestProvenance = {
  rolling: {
    title: "Rolling returns",
    formula: "(value / value n years earlier)^(1 / n) − 1",
    computedBy: "growthOver",
    differs: "Windows overlap, so neighboring values are highly correlated.",
  },
  starts: {
    title: "Start dates",
    formula: "the full backtest from a later start to the same end, including initial costs; growth per year is compounded",
    computedBy: "varyStart",
    differs: "Later starts have fewer rows, so annual growth varies more.",
  },
} satisfies Record<string, Provenance>;
