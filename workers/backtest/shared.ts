import { sharedBacktestBlock } from "../../assembly/build/backtest-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import { lowerBound } from "../numerics/lower-bound";
import type { RiskKernels } from "../performance";
import { columnOf, inChunks, type JobContext } from "../runtime/job";
import type { AssetsMarket } from "./assets";
import { LISTED, openTradeOf, type Run, type RunPlan, type Trade, tradeOf } from "./engine";
import { type AccountFigures, accountFigures, type TradeFigures, tradeFigures, tradeSides } from "./figures";
import { ACCOUNT, AT, type BacktestKernels, BOOK, REJECTED_LISTED, SIDE, SIDES, STATE, TRADE_RECORD } from "./layout";
import { wealthOver } from "./wealth";

/** Results of one of several instruments. */
export interface AssetFigures {
  name: string;
  /** Number of rows in the period on which it was traded. */
  rows: Count;
  /** Of closed trades and the open one, net of costs: the profits of all instruments sum to the change of the account. */
  profit: number;
  statistics: TradeFigures;
  account: AccountFigures;
  openTrade: Trade | null;
}

export interface SharedRun extends Run {
  assets: AssetFigures[];
}

/** Rows times instruments per call: about 2 ms. */
const CHUNK = 32_768;

interface SharedPlan extends Omit<RunPlan, "columns" | "first" | "n" | "times"> {
  tables: number;
}

/** Runs the engine over instruments that share their cash; result columns start at the first traded row. */
export function runShared(
  context: JobContext,
  kernels: BacktestKernels,
  risk: RiskKernels,
  market: AssetsMarket,
  plan: SharedPlan,
): SharedRun {
  return context.arena.scope(() => run(context, kernels, risk, market, plan));
}

function run(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, market: AssetsMarket, plan: SharedPlan): SharedRun {
  const { arena } = context;
  const { n, first, times, assets } = market;
  const { tables, settings, brief = false } = plan;
  const count = assets.length;
  const rows = n - first;
  const room = brief ? 0 : Math.min(rows, Math.ceil(LISTED / count));
  const [states, account, book] = [count * STATE, ACCOUNT, count * BOOK].map((length) => arena.take(length));
  const rejected = brief ? 0 : arena.take(count * REJECTED_LISTED);
  const [equity, weight] = [arena.take(n), brief ? 0 : arena.take(n)];
  const records = arena.take(Math.max(1, count * room * TRADE_RECORD));
  const block = arena.block(sharedBacktestBlock, {
    tables,
    settings,
    count,
    states,
    account,
    book,
    rejected,
    equity,
    weight,
    records,
    room,
  });
  kernels.sharedStart(block);
  let ruined = -1;
  inChunks(context, rows, Math.max(1, Math.floor(CHUNK / count)), (from, to) => {
    ruined = kernels.sharedRun(block, first + from, first + to);
  });
  if (plan.closeAtEnd) kernels.sharedEnd(block, n - 1);
  const wealth = wealthOver(context, kernels, risk, { values: equity + first * VALUE_BYTES, rows }, plan);
  const timeOf = (row: Count) => times?.[row] ?? null;
  const figures: AssetFigures[] = [];
  const trades: Trade[] = [];
  const canceled: Count[] = [];
  const all = Array.from({ length: count }, (_, k) => arena.view(states + k * STATE * VALUE_BYTES, STATE).slice());
  for (const [k, values] of all.entries()) {
    const { name, rows: traded, count: own } = assets[k];
    const table = arena.view(records + k * room * TRADE_RECORD * VALUE_BYTES, room * TRADE_RECORD);
    for (let place = 0; place < Math.min(values[AT.trades], room); place++) {
      trades.push({ ...tradeOf(table.subarray(place * TRADE_RECORD, (place + 1) * TRADE_RECORD), timeOf), asset: name });
    }
    if (rejected !== 0) {
      const list = arena.view(rejected + k * REJECTED_LISTED * VALUE_BYTES, REJECTED_LISTED);
      canceled.push(...list.subarray(0, Math.min(values[AT.rejected], REJECTED_LISTED)));
    }
    const price = arena.read(book + k * BOOK * VALUE_BYTES);
    const openTrade = values[AT.quantity] === 0 ? null : { ...openTradeOf(values, price, n - 1, timeOf), asset: name };
    figures.push({
      name,
      rows: traded === 0 ? rows : own - lowerBound(arena.view(traded, own), first),
      profit: values[AT.net] + (openTrade?.profit ?? 0),
      statistics: tradeFigures(values),
      account: accountFigures(values, plan.capital, rows),
      openTrade,
    });
  }
  const together = sumOf(all, arena.view(account, ACCOUNT)[2]);
  return {
    ...wealth,
    weight: weight === 0 ? null : columnOf(context, weight + first * VALUE_BYTES, rows),
    // Stable, so that trades on the same rows stay sorted by name.
    trades: trades.sort((a, b) => a.entryRow - b.entryRow || (a.exitRow ?? n) - (b.exitRow ?? n)),
    openTrade: null,
    canceledRows: canceled.sort((a, b) => a - b).slice(0, REJECTED_LISTED),
    figures: tradeFigures(together),
    sides: tradeSides(together),
    account: accountFigures(together, plan.capital, rows),
    ruined: ruined < 0 ? null : ruined,
    assets: figures,
  };
}

const ADDED = [
  "trades",
  "wins",
  "net",
  "gains",
  "losses",
  "shares",
  "held",
  "gross",
  "allFees",
  "allSlippage",
  "allBorrow",
  "turnover",
  "allOrders",
  "rejected",
] as const;

/** Combines the states of all instruments; sums of squared deviations are merged with a correction for the means. */
function sumOf(states: readonly Float64Array[], inMarket: Count): Float64Array {
  const sum = new Float64Array(STATE);
  for (const state of states) {
    const [before, own] = [sum[AT.trades], state[AT.trades]];
    const distance = state[AT.mean] - sum[AT.mean];
    if (own > 0) {
      sum[AT.squares] += state[AT.squares] + (before > 0 ? (distance * distance * before * own) / (before + own) : 0);
      sum[AT.mean] += before > 0 ? (distance * own) / (before + own) : distance;
    }
    for (const name of ADDED) sum[AT[name]] += state[AT[name]];
    for (const side of Object.values(SIDES)) {
      for (let place = side; place < side + SIDE.best; place++) sum[place] += state[place];
      sum[side + SIDE.best] = Math.max(sum[side + SIDE.best], state[side + SIDE.best]);
      sum[side + SIDE.worst] = Math.min(sum[side + SIDE.worst], state[side + SIDE.worst]);
    }
  }
  sum[AT.inMarket] = inMarket;
  return sum;
}
