import { backtestBlock } from "../../assembly/build/backtest-layouts.js";
import type { Count, Fraction, Millis } from "../contract";
import type { Performance, RiskKernels } from "../performance";
import { performanceAt } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { type AccountFigures, accountFigures, type TradeFigures, type TradeSides, tradeFigures, tradeSides } from "./figures";
import { AT, type BacktestKernels, EXIT_REASONS, type ExitReason, REJECTED_LISTED, STATE, TRADE_RECORD } from "./layout";
import { type GrowthFigures, growthOf } from "./swings";

/** Rows per call: a millisecond or two. */
const CHUNK = 32_768;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Most trades listed individually: more would block the page. */
export const LISTED = 5_000;

/** From flat to flat, changes of weight in between included. */
export interface Trade {
  /** Which of several instruments. */
  asset?: string;
  side: "long" | "short";
  /** Rows of the input, and their times. */
  entryRow: Count;
  exitRow: Count | null;
  entryTime: Millis | null;
  exitTime: Millis | null;
  /** The largest held. */
  quantity: number;
  /** Mean prices paid and got, slippage included; the exit of an open trade is the last close. */
  entryPrice: number;
  exitPrice: number;
  /** At prices without slippage. */
  grossProfit: number;
  fees: number;
  slippage: number;
  /** Gross profit less fees and slippage. */
  profit: number;
  /** Profit over the amount invested. */
  return: Fraction;
  bars: Count;
  orders: Count;
  exit: ExitReason;
}

export interface Run {
  equity: Float64Array;
  /** Share of the equity in the instrument at each close, signed. */
  weight: Float64Array | null;
  trades: Trade[];
  /** The trade not closed yet, valued at the last close; never among `trades`. */
  openTrade: Trade | null;
  canceledRows: Count[];
  figures: TradeFigures;
  sides: TradeSides;
  growth: GrowthFigures;
  account: AccountFigures;
  performance: Performance;
  /** Row at which the account came to nothing. */
  ruined: Count | null;
}

export interface RunPlan {
  /** Addresses of the engine's columns, and of one line of settings. */
  columns: number;
  settings: number;
  capital: number;
  first: Count;
  n: Count;
  closeAtEnd: boolean;
  times: Float64Array | null;
  basis: { perYear: number; riskFree: Fraction; years: number | null };
  /** Leaves out the list of trades and the weights. */
  brief?: boolean;
}

/** Runs the engine over all rows; result columns begin with the first row traded. */
export function runEngine(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, plan: RunPlan): Run {
  return context.arena.scope(() => run(context, kernels, risk, plan));
}

function run(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, plan: RunPlan): Run {
  const { arena } = context;
  const { columns, settings, first, n, times, brief = false } = plan;
  const room = brief ? 0 : Math.min(LISTED, n - first);
  const [state, equity, rejected] = [arena.take(STATE), arena.take(n), arena.take(REJECTED_LISTED)];
  const records = arena.take(Math.max(1, room * TRADE_RECORD));
  const rows = n - first;
  let ruined = -1;
  // The figures take the place of the weights, once these are out.
  const weights = arena.scope(() => {
    const weight = brief ? 0 : arena.take(n);
    const block = arena.block(backtestBlock, { columns, settings, state, first, equity, weight, records, room });
    kernels.backtestStart(settings, rejected, state);
    inChunks(context, rows, CHUNK, (from, to) => {
      ruined = kernels.backtestRun(block, first + from, first + to);
    });
    if (plan.closeAtEnd) kernels.backtestEnd(block, n - 1);
    return weight === 0 ? null : columnOf(context, weight + first * BYTES, rows);
  });
  const wealth = wealthOver(context, kernels, risk, { equity, first, rows }, plan);
  const values = arena.view(state, STATE).slice();
  const listed = Math.min(values[AT.trades], room);
  const timeOf = (row: Count) => times?.[row] ?? null;
  const table = arena.view(records, listed * TRADE_RECORD);
  const close = arena.read(arena.read(columns) + (n - 1) * BYTES);
  return {
    ...wealth,
    weight: weights,
    trades: Array.from({ length: listed }, (_, k) => tradeOf(table.subarray(k * TRADE_RECORD, (k + 1) * TRADE_RECORD), timeOf)),
    openTrade: brief || values[AT.quantity] === 0 ? null : openTradeOf(values, close, n - 1, timeOf),
    canceledRows: brief ? [] : Array.from(arena.view(rejected, Math.min(values[AT.rejected], REJECTED_LISTED))),
    figures: tradeFigures(values),
    sides: tradeSides(values),
    account: accountFigures(values, plan.capital, rows),
    ruined: ruined < 0 ? null : ruined,
  };
}

/** A column of the kernels' memory as one of the result. */
export function columnOf(context: JobContext, address: number, rows: Count): Float64Array {
  const out = context.column(rows);
  out.set(context.arena.view(address, rows));
  return out;
}

/** What an account came to over the rows traded: its value, a column that begins with the first of them, and the figures. */
export function wealthOver(
  context: JobContext,
  kernels: BacktestKernels,
  risk: RiskKernels,
  { equity, first, rows }: { equity: number; first: Count; rows: Count },
  { basis, capital }: Pick<RunPlan, "basis" | "capital">,
): Pick<Run, "equity" | "performance" | "growth"> {
  const traded = equity + first * BYTES;
  return {
    equity: columnOf(context, traded, rows),
    performance: performanceAt(context, risk, traded, rows, basis),
    growth: growthOf(context, kernels, traded, rows, capital),
  };
}

/** A trade from the engine's record. */
export function tradeOf(record: Float64Array, timeOf: (row: Count) => Millis | null): Trade {
  const [entryRow, exitRow, side, quantity, entryPrice, exitPrice, grossProfit, fees, slippage, putIn, reason, orders] = record;
  const profit = grossProfit - fees - slippage;
  return {
    side: side > 0 ? "long" : "short",
    entryRow,
    exitRow,
    entryTime: timeOf(entryRow),
    exitTime: timeOf(exitRow),
    quantity,
    entryPrice,
    exitPrice,
    grossProfit,
    fees,
    slippage,
    profit,
    return: profit / putIn,
    bars: exitRow - entryRow,
    orders,
    exit: EXIT_REASONS[reason],
  };
}

/** The trade that is still open, valued at the last price. */
export function openTradeOf(state: Float64Array, close: number, last: Count, timeOf: (row: Count) => Millis | null): Trade {
  const quantity = state[AT.quantity];
  const grossProfit = state[AT.flow] + quantity * close;
  const [fees, slippage, putIn] = [state[AT.fees], state[AT.slippage], state[AT.putIn]];
  const profit = grossProfit - fees - slippage;
  const entryRow = state[AT.entryRow];
  return {
    side: quantity > 0 ? "long" : "short",
    entryRow,
    exitRow: null,
    entryTime: timeOf(entryRow),
    exitTime: null,
    quantity: Math.abs(quantity),
    entryPrice: putIn / state[AT.opened],
    exitPrice: close,
    grossProfit,
    fees,
    slippage,
    profit,
    return: profit / putIn,
    bars: last - entryRow,
    orders: state[AT.orders],
    exit: "open",
  };
}
