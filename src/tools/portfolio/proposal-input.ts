import type { Jobs } from "../../../workers/jobs";
import type { AssetSet } from "../../analysis/assets/asset-set";
import type { JobInput } from "../../client/pool";
import type { PortfolioSettings } from "./settings";

export type ProposalInput = JobInput<Jobs, "optimize-portfolio">;

const share = (percent: number | null) => (percent ?? Number.NaN) / 100;

function objectiveOf({ objective, target, aversion, confidence, linkage, clusters }: PortfolioSettings): ProposalInput["objective"] {
  switch (objective) {
    case "target-return":
      return { kind: objective, target: share(target) };
    case "maximum-utility":
      return { kind: objective, aversion: aversion ?? Number.NaN };
    case "minimum-cvar":
      return { kind: objective, confidence: share(confidence), target: null };
    case "equal-risk":
      return { kind: objective, shares: null };
    case "hierarchical":
      return { kind: objective, linkage };
    case "hierarchical-equal-risk":
      return { kind: objective, linkage, clusters };
    default:
      return { kind: objective };
  }
}

function covarianceOf({ covariance, span }: PortfolioSettings): ProposalInput["covariance"] {
  switch (covariance) {
    case "sample":
    case "oracle-approximating":
      return { kind: covariance };
    case "exponential":
      return { kind: covariance, span: span ?? Number.NaN };
    default:
      return { kind: "ledoit-wolf", target: covariance };
  }
}

/** Bounds of every asset as fractions: its own, or the common ones. */
export function boundsOf(names: readonly string[], { least, most, lower, upper }: PortfolioSettings) {
  const own = (bounds: Record<string, number>, name: string, usual: number | null) =>
    share(Object.hasOwn(bounds, name) ? bounds[name] : usual);
  return { lower: names.map((name) => own(lower, name, least)), upper: names.map((name) => own(upper, name, most)) };
}

/** Limits of groups that contain at least one of these assets, as fractions. */
const groupsOf = (names: readonly string[], { groups }: PortfolioSettings) =>
  groups
    .map(({ name, assets, least, most }) => ({
      name,
      assets: assets.filter((asset) => names.includes(asset)),
      least: least === null ? null : share(least),
      most: most === null ? null : share(most),
    }))
    .filter(({ assets, least, most }) => assets.length > 0 && (least !== null || most !== null));

/** Views on the available assets, combined with the returns implied by the current weights; null if means are estimated. */
function viewsOf({ names, weights }: AssetSet, { mean, views, marketAversion, tau }: PortfolioSettings): ProposalInput["views"] {
  if (mean !== "views") return undefined;
  const known = views.filter(({ asset, over }) => names.includes(asset) && (over === null || names.includes(over)) && asset !== over);
  return {
    market: weights,
    aversion: marketAversion ?? Number.NaN,
    tau: tau ?? Number.NaN,
    views: known.map(({ asset, over, expected, confidence }) => ({
      weights: names.map((name) => (name === asset ? 1 : name === over ? -1 : 0)),
      expected: share(expected),
      variance: null,
      confidence: share(confidence),
    })),
  };
}

const meanOf = ({ mean, span }: PortfolioSettings): ProposalInput["mean"] =>
  mean === "exponential" ? { kind: mean, span: span ?? Number.NaN } : { kind: mean === "views" ? "arithmetic" : mean };

/** The job's input for an asset set and the settings of the screen. */
export function proposalInput(set: AssetSet, settings: PortfolioSettings, perYear: number): ProposalInput {
  return {
    assets: set.assets,
    objective: objectiveOf(settings),
    covariance: covarianceOf(settings),
    mean: meanOf(settings),
    views: viewsOf(set, settings),
    limits: { ...boundsOf(set.names, settings), groups: groupsOf(set.names, settings) },
    riskFree: share(settings.riskFree),
    periodsPerYear: perYear,
  };
}
