import { count, percent, plain } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { covarianceLabel, meanLabel, type ObjectiveName, objectiveLabel } from "./settings";
import type { ProposalRun } from "./use-proposal";

/** Where other programs take another covariance. */
const COVARIANCE_DIFFERS: Partial<Record<ProposalRun["settings"]["covariance"], string>> = {
  "constant-correlation":
    "The sample covariance is over T, as in Ledoit and Wolf. PyPortfolioOpt puts one over T − 1 into the same formula: its weight of the target is smaller by a factor of about 1 − 2/T.",
};

const RULES: Record<ObjectiveName, readonly [formula: string, computedBy?: string]> = {
  "minimum-variance": ["least w′Σw within the limits, weights adding up to 1", "leastVariance"],
  "maximum-sharpe": ["highest (μ′w − rf) / √(w′Σw) within the limits", "highestRatio"],
  "target-return": ["least w′Σw with μ′w at the target or above", "targetReturn"],
  "maximum-utility": ["highest μ′w − ½ aversion · w′Σw", "leastVariance"],
  "maximum-diversification": ["highest σ′w / √(w′Σw)", "highestRatio"],
  "minimum-cvar": ["least mean loss beyond the value at risk of one step, as a linear program", "minimumCvar"],
  "equal-risk": ["w_i (Σw)_i equal for all assets", "equalRisk"],
  hierarchical: ["variance split down the tree of correlation distances", "hierarchicalWeights"],
  "hierarchical-equal-risk": ["capital by the risk of either side down the tree, 1 / σ_i within a cluster", "hierarchicalEqualRisk"],
  "inverse-volatility": ["w_i in proportion to 1 / σ_i"],
  "equal-weight": ["w_i = 1 / n"],
};

/** What stands behind the figures of a proposal. */
export function provenanceOf({ value: proposal, settings }: ProposalRun) {
  const { alignment, shrinkage, residual, riskFree, periodsPerYear, used } = proposal;
  const [formula, computedBy] = RULES[used];
  const estimates: [string, string][] = [
    ["Covariance", `${covarianceLabel(settings.covariance)}${shrinkage === null ? "" : `, weight of the target ${percent(shrinkage, 1)}`}`],
    ["Expected returns", meanLabel(settings.mean)],
    ["Risk-free rate", `${percent(riskFree, 2)} a year`],
    ["Steps per year", plain(periodsPerYear)],
  ];
  const n = `${count(alignment.rows - 1)} returns of ${count(proposal.names.length)} assets`;
  const common = { settings: estimates, n, computedBy: "portfolioStatistics" };
  return {
    method: {
      title: objectiveLabel(used),
      formula,
      computedBy,
      settings: [...estimates, ["Breach of the optimality conditions", residual === null ? "no such rule" : residual.toExponential(1)]],
      n,
    },
    expectedReturn: { ...common, title: "Expected Return", formula: "μ′w, by the estimates: a fit, not a forecast" },
    volatility: { ...common, title: "Volatility", formula: "√(w′Σw)", differs: COVARIANCE_DIFFERS[settings.covariance] },
    sharpe: { ...common, title: "Sharpe Ratio", formula: "(return − rf) / volatility", source: "Sharpe (1994)" },
    diversification: {
      ...common,
      title: "Diversification ratio",
      formula: "weighted mean of the assets' volatilities over the portfolio's",
      source: "Choueifaty and Coignard (2008)",
    },
    effective: { ...common, title: "Effective assets", formula: "1 / Σw²: how many equal holdings are as concentrated" },
    views: {
      title: "Expected returns with the views",
      formula: "π = δΣw, mixed with each view by its confidence",
      settings: [...estimates, ["Market's risk aversion", plain(settings.marketAversion)], ["Uncertainty (tau)", plain(settings.tau)]],
      n,
      computedBy: "blackLitterman",
      differs: "A confidence of 50% is He and Litterman's rule; 100% takes the view for certain.",
    },
    contributions: {
      title: "Risk contributions",
      formula: "w_i (Σw)_i / w′Σw",
      settings: estimates,
      n,
      computedBy: "contributionsOf",
    },
  } satisfies Record<string, Provenance>;
}

/** What stands behind the other sides of a backtest. */
export const backtestProvenance = {
  months: {
    title: "Monthly returns",
    formula: "value at the last row of the month / value at the last row of the month before − 1; the first month counts from the capital",
    computedBy: "monthlyReturns",
  },
  rolling: {
    title: "Rolling returns",
    formula: "(value / value so many years before)^(1 / years) − 1",
    computedBy: "growthOver",
    differs: "Windows overlap: neighboring ones say nearly the same.",
  },
  starts: {
    title: "Start dates",
    formula: "the whole backtest from a later first day to the same end, costs of the first purchase included; growth is compounded a year",
    computedBy: "varyStart",
    differs: "Later starts have fewer rows, so their growth a year varies more.",
  },
} satisfies Record<string, Provenance>;
