import { weightedScoreBlock } from "../../assembly/build/backtest-layouts.js";
import { rollingScoreBlock } from "../../assembly/build/factors-layouts.js";
import type { FactorKernels } from "../factors";
import { inChunks, type JobContext } from "../runtime/job";
import type { Market } from "./bars";
import type { BacktestKernels } from "./layout";
import { type Block, COMPARISONS, type Condition, type Operand } from "./schema";

/** Values per call; a multiple of the interval at which rolling sums are recomputed. */
const CHUNK = 16_384;
/** Maximum number of values read per call: about a millisecond. */
const MAX_LOOKED_AT = 1_000_000;
/** Size of the RSI kernel's state. */
const STRENGTH_STATE = 4;

/** The input of block strategies. */
interface BlockSource {
  kernels: BacktestKernels;
  factors: FactorKernels;
  market: Pick<Market, "n" | "close">;
  /** Log prices, and log returns. */
  logs: number;
  steps: number;
  periodsPerYear: number;
}

/** The values of an operand on each row, known at its close. Allocates in the arena. */
function operandColumn(context: JobContext, source: BlockSource, { measure, window, value }: Operand): number {
  const { kernels, factors, market, logs, steps, periodsPerYear } = source;
  const { n, close } = market;
  const { arena, kernels: core } = context;
  if (measure === "price") return close;
  const out = arena.take(n);
  const each = (step: (from: number, to: number) => void) => inChunks(context, n, CHUNK, step);
  const deviations = (room: number) => {
    const length = Math.max(window, 2);
    const block = arena.block(rollingScoreBlock, { values: steps, window: length, least: length, score: 0, out: room });
    each((from, to) => factors.rollingScore(block, from, to));
  };
  switch (measure) {
    case "number":
      arena.view(out, n).fill(value);
      break;
    case "average":
      each((from, to) => core.sma(close, from, to, window, out));
      break;
    case "exponential":
      each((from, to) => core.ema(close, from, to, window, out));
      break;
    case "strength": {
      const state = arena.take(STRENGTH_STATE);
      each((from, to) => core.rsi(close, from, to, window, out, state));
      break;
    }
    case "highest":
    case "lowest":
      // In the worst case, with a new extreme on every row, each row scans its whole window.
      inChunks(context, n, Math.min(CHUNK, Math.ceil(MAX_LOOKED_AT / window)), (from, to) =>
        kernels.priorExtreme(close, from, to, window, measure === "highest" ? 1 : -1, out),
      );
      break;
    case "change":
      each((from, to) => kernels.percentChange(close, from, to, window, out));
      break;
    case "volatility": {
      deviations(out);
      // In percent, annualized.
      const scale = { first: out, firstWeight: 100 * Math.sqrt(periodsPerYear), out };
      const block = arena.block(weightedScoreBlock, { ...scale, second: 0, secondWeight: 0, third: 0, thirdWeight: 0 });
      each((from, to) => kernels.weightedScore(block, from, to));
      break;
    }
    case "momentum": {
      const spread = arena.take(n);
      deviations(spread);
      each((from, to) => factors.lagDifference(logs, from, to, window, out));
      each((from, to) => factors.quotient(out, spread, from, to, 1 / Math.sqrt(window), out));
      break;
    }
    case "distance": {
      const length = Math.max(window, 2);
      const block = arena.block(rollingScoreBlock, { values: close, window: length, least: length, score: 1, out });
      each((from, to) => factors.rollingScore(block, from, to));
      break;
    }
  }
  return out;
}

function conditionColumn(context: JobContext, source: BlockSource, { left, is, right }: Condition, out: number): void {
  context.arena.scope(() => {
    const [a, b] = [operandColumn(context, source, left), operandColumn(context, source, right)];
    const how = COMPARISONS.indexOf(is);
    inChunks(context, source.market.n, CHUNK, (from, to) => source.kernels.compareColumns(a, b, how, from, to, out));
  });
}

/**
 * Target weight of a block at each close; NaN if a condition it depends on is not available yet.
 * @formula hold: the weight; if: the first block if the conditions are met, otherwise the second
 * @source definition
 * @tolerance plain twin, row by row, same weights
 */
export function blockColumn(context: JobContext, source: BlockSource, block: Block, out: number): void {
  const { arena } = context;
  const { n } = source.market;
  if (block.kind === "hold") {
    arena.view(out, n).fill(block.weight);
    return;
  }
  arena.scope(() => {
    const [condition, other] = [arena.take(n), arena.take(n)];
    for (const [k, own] of block.conditions.entries()) {
      conditionColumn(context, source, own, k === 0 ? condition : other);
      if (k === 0) continue;
      const any = block.match === "any" ? 1 : 0;
      inChunks(context, n, CHUNK, (from, to) => source.kernels.joinConditions(condition, other, any, from, to, condition));
    }
    blockColumn(context, source, block.yes, out);
    blockColumn(context, source, block.no, other);
    inChunks(context, n, CHUNK, (from, to) => source.kernels.chooseColumns(condition, out, other, from, to, out));
  });
}
