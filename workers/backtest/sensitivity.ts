import { type Fraction, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import type { MarketInput } from "./bars";
import { runnable, strategyAt } from "./grid";
import type { BacktestSettings, FullStrategy } from "./schema";
import type { SweptParameter } from "./search-schema";
import { sweepGrids } from "./sweep-grids";

export const CHANGES = [-0.2, -0.1, -0.05, 0.05, 0.1, 0.2] as const;

interface Shifted {
  change: Fraction;
  value: number;
  /** Null if the run is invalid or the figure undefined. */
  returns: Fraction | null;
  sharpeRatio: number | null;
  maxDrawdown: Fraction | null;
}

export interface Sensitivity {
  parameter: SweptParameter;
  value: number;
  shifted: Shifted[];
}

const STOPS = ["stopLoss", "takeProfit", "trailingStop"] as const;
const OF_SCORES = ["lookback", "threshold", "exitThreshold", ...STOPS] as const;
/** The parameters each type of strategy reads. */
const READ: Record<FullStrategy["type"], readonly SweptParameter[]> = {
  momentum: OF_SCORES,
  "mean-reversion": OF_SCORES,
  behavioral: [...OF_SCORES, "momentum", "meanReversion", "sentiment"],
  rules: STOPS,
  "smart-beta": ["lookback", "targetVolatility", ...STOPS],
};

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

/** The parameters to perturb; 0 cannot be changed by a percentage. */
export const movable = ({ type, parameters, behavioralFactors }: FullStrategy): SweptParameter[] => {
  const values: Record<string, number> = { ...parameters, ...behavioralFactors };
  return READ[type].filter((parameter) => values[parameter] !== 0);
};

/** Runs the strategy with one parameter decreased and increased by 5, 10 and 20%. */
export async function sensitivityTo(
  context: JobContext,
  market: MarketInput,
  settings: BacktestSettings,
  strategy: FullStrategy,
  parameter: SweptParameter,
): Promise<Outcome<Sensitivity>> {
  const values: Record<string, number> = { ...strategy.parameters, ...strategy.behavioralFactors };
  const value = values[parameter];
  const near = CHANGES.map((change) => Number((value * (1 + change)).toPrecision(12)));
  const axis = { parameter, values: parameter === "lookback" ? near.map((own) => Math.max(1, Math.round(own))) : near };
  const possible = axis.values.map((_, place) => runnable(strategyAt(strategy, [axis], [place])));
  const grids = await sweepGrids(context, market, settings, strategy, { axes: [axis], paired: false }, [null]);
  if (!grids.ok) return grids;
  const [grid] = grids.value.grids;
  const shifted = CHANGES.map((change, place) => ({
    change,
    value: axis.values[place],
    returns: possible[place] ? orNull(grid.returns[place]) : null,
    sharpeRatio: possible[place] ? orNull(grid.sharpeRatio[place]) : null,
    maxDrawdown: possible[place] ? orNull(grid.maxDrawdown[place]) : null,
  }));
  return succeed({ parameter, value, shifted });
}
