import { backtestBlock } from "../../assembly/build/backtest-layouts.js";
import { type Count, type Fraction, type Millis, VALUE_BYTES } from "../contract";
import { inPieces, type Performance, PIECE, type RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { Sliding } from "../runtime/wasm/sliding";
import { type AccountFigures, accountFigures, type TradeFigures, type TradeSides, tradeFigures, tradeSides } from "./figures";
import { AT, type BacktestKernels, EXIT_REASONS, type ExitReason, ORDER_RECORD, REJECTED_LISTED, STATE, TRADE_RECORD } from "./layout";
import type { GrowthFigures } from "./swings";
import { wealthMeter } from "./wealth";

/** Rows per call: a millisecond or two. */
const CHUNK = 32_768;
/** Maximum number of trades listed individually: more would block the page. */
export const LISTED = 5_000;

/** Maximum number of orders listed on request. */
export const MAX_ORDERS: Count = 100_000;
/** A bar may close a trade, open one on the other side, and stop it out. */
const ORDERS_A_ROW = 3;

/** A filled order. */
export interface Order {
  row: Count;
  time: Millis | null;
  /** Negative for a sale. */
  quantity: number;
  /** Including slippage, excluding commission. */
  price: number;
}

/** From flat to flat, including changes of the position size. */
export interface Trade {
  /** Name of the instrument, if there are several. */
  asset?: string;
  side: "long" | "short";
  /** Row indices in the input, and their times. */
  entryRow: Count;
  exitRow: Count | null;
  entryTime: Millis | null;
  exitTime: Millis | null;
  /** Maximum position size. */
  quantity: number;
  /** Average fill prices, including slippage; the exit of an open trade is the last close. */
  entryPrice: number;
  exitPrice: number;
  /** Excluding slippage. */
  grossProfit: number;
  /** Commissions, and the borrow fee of a short trade. */
  fees: number;
  slippage: number;
  /** Gross profit less fees and slippage. */
  profit: number;
  /** Profit divided by the amount invested. */
  return: Fraction;
  bars: Count;
  orders: Count;
  exit: ExitReason;
}

export interface Run {
  equity: Float64Array;
  /** Position value as a signed share of equity at each close. */
  weight: Float64Array | null;
  trades: Trade[];
  /** The open trade, valued at the last close; not included in `trades`. */
  openTrade: Trade | null;
  /** All orders, or the first `MAX_ORDERS`; only on request. */
  orders?: Order[];
  canceledRows: Count[];
  figures: TradeFigures;
  sides: TradeSides;
  growth: GrowthFigures;
  account: AccountFigures;
  performance: Performance;
  /** Row at which the account was wiped out. */
  ruined: Count | null;
}

export interface RunPlan {
  /** Addresses of the engine's columns, and of one row of settings. */
  columns: number;
  settings: number;
  capital: number;
  first: Count;
  n: Count;
  closeAtEnd: boolean;
  times: Float64Array | null;
  basis: { perYear: number; riskFree: Fraction; years: number | null };
  /** Omits the list of trades and the weights. */
  brief?: boolean;
  /** Lists every order. */
  listOrders?: boolean;
}

/** Runs the engine over all rows; result columns start at the first traded row. */
export function runEngine(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, plan: RunPlan): Run {
  return context.arena.scope(() => run(context, kernels, risk, plan));
}

function run(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, plan: RunPlan): Run {
  const { arena } = context;
  const { columns, settings, first, n, times, brief = false } = plan;
  const room = brief ? 0 : Math.min(LISTED, n - first);
  const [state, rejected, block] = [arena.take(STATE), arena.take(REJECTED_LISTED), arena.takeBytes(backtestBlock.bytes)];
  const records = arena.take(Math.max(1, room * TRADE_RECORD));
  const rows = n - first;
  const equity = new Sliding(arena, PIECE, 1);
  const weight = brief ? null : { column: context.column(rows), piece: new Sliding(arena, PIECE) };
  const meter = wealthMeter(context, kernels, risk, rows, plan);
  let ruined = -1;
  kernels.backtestStart(settings, rejected, state);
  const orderRoom = plan.listOrders ? Math.min(MAX_ORDERS, ORDERS_A_ROW * rows) : 0;
  const orders = arena.take(Math.max(1, orderRoom * ORDER_RECORD));
  arena.view(state, STATE).set([orders, orderRoom], AT.orderList);
  inPieces(context, rows, (from, to) => {
    const [account, shares] = [equity.at(from), weight?.piece.at(from) ?? 0];
    // The engine indexes rows of its input, while the result columns start at the first traded one.
    const atInput = (address: number) => (address === 0 ? 0 : (address - first * VALUE_BYTES) >>> 0);
    arena.rewrite(block, backtestBlock, {
      columns,
      settings,
      state,
      first,
      equity: atInput(account),
      weight: atInput(shares),
      records,
      room,
    });
    inChunks(context, to - from, CHUNK, (start, end) => {
      ruined = kernels.backtestRun(block, first + from + start, first + from + end);
    });
    if (plan.closeAtEnd && to === rows) kernels.backtestEnd(block, n - 1);
    meter.add(account, from, to);
    weight?.column.set(weight.piece.view(from, to), from);
  });
  const values = arena.view(state, STATE).slice();
  const listed = Math.min(values[AT.trades], room);
  const timeOf = (row: Count) => times?.[row] ?? null;
  const table = arena.view(records, listed * TRADE_RECORD);
  const close = arena.read(arena.read(columns) + (n - 1) * VALUE_BYTES);
  return {
    ...meter.wealth(),
    weight: weight?.column ?? null,
    trades: Array.from({ length: listed }, (_, k) => tradeOf(table.subarray(k * TRADE_RECORD, (k + 1) * TRADE_RECORD), timeOf)),
    ...(plan.listOrders && {
      orders: ordersOf(arena.view(orders, Math.min(values[AT.allOrders], orderRoom) * ORDER_RECORD), timeOf),
    }),
    openTrade: brief || values[AT.quantity] === 0 ? null : openTradeOf(values, close, n - 1, timeOf),
    canceledRows: brief ? [] : Array.from(arena.view(rejected, Math.min(values[AT.rejected], REJECTED_LISTED))),
    figures: tradeFigures(values),
    sides: tradeSides(values),
    account: accountFigures(values, plan.capital, rows),
    ruined: ruined < 0 ? null : ruined,
  };
}

const ordersOf = (list: Float64Array, timeOf: (row: Count) => Millis | null): Order[] =>
  Array.from({ length: list.length / ORDER_RECORD }, (_, k) => {
    const [row, quantity, price] = list.subarray(k * ORDER_RECORD, (k + 1) * ORDER_RECORD);
    return { row, time: timeOf(row), quantity, price };
  });

/** Converts the engine's record of a trade. */
export function tradeOf(record: Float64Array, timeOf: (row: Count) => Millis | null): Trade {
  const [entryRow, exitRow, side, quantity, entryPrice, exitPrice, grossProfit, fees, slippage, invested, reason, orders] = record;
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
    return: profit / invested,
    bars: exitRow - entryRow,
    orders,
    exit: EXIT_REASONS[reason],
  };
}

/** The open trade, valued at the last price. */
export function openTradeOf(state: Float64Array, close: number, last: Count, timeOf: (row: Count) => Millis | null): Trade {
  const quantity = state[AT.quantity];
  const grossProfit = state[AT.flow] + quantity * close;
  const [fees, slippage, invested] = [state[AT.fees], state[AT.slippage], state[AT.invested]];
  const profit = grossProfit - fees - slippage;
  const entryRow = state[AT.entryRow];
  return {
    side: quantity > 0 ? "long" : "short",
    entryRow,
    exitRow: null,
    entryTime: timeOf(entryRow),
    exitTime: null,
    quantity: Math.abs(quantity),
    entryPrice: invested / state[AT.opened],
    exitPrice: close,
    grossProfit,
    fees,
    slippage,
    profit,
    return: profit / invested,
    bars: last - entryRow,
    orders: state[AT.orders],
    exit: "open",
  };
}
