/** An event-by-event backtest on plain objects. */
export interface Bar {
  open: number | null;
  high: number | null;
  low: number | null;
  close: number;
}

export interface PlainRules {
  capital: number;
  fee: number;
  fixed: number;
  slippage: number;
  size: number;
  enter: number;
  exit: number;
  stopLoss: number;
  takeProfit: number;
  trailing: number;
  band: number;
  shorts: boolean;
  onClose: boolean;
  whole: boolean;
  reentry: number;
  /** Commission per unit, minimum commission of an order, borrow fee as a fraction of a short position's value per row. */
  unit: number;
  least: number;
  borrow: number;
}

/** Cost of an order besides slippage. */
export const plainFee = (units: number, price: number, { fee, unit, least, fixed }: PlainRules): number =>
  Math.max(units * price * fee + units * unit, least) + fixed;

/** Maximum units that `cash` buys at a price, with fees of a fraction `rate` of the value. */
export const plainRoom = (cash: number, price: number, rate: number, { unit, least, fixed }: PlainRules): number =>
  Math.min((cash - fixed) / (price * (1 + rate) + unit), (cash - fixed - least) / price);

interface PlainTrade {
  side: number;
  entryRow: number;
  exitRow: number;
  gross: number;
  costs: number;
  exit: string;
}

interface Position {
  side: number;
  units: number;
  /** Average entry price, best price since, latest target weight. */
  entry: number;
  best: number;
  weight: number;
  row: number;
  gross: number;
  costs: number;
}

interface Account {
  rules: PlainRules;
  cash: number;
  position: Position | null;
  /** Side blocked until a new signal, and since which row. */
  waiting: number;
  since: number;
  trades: PlainTrade[];
  costs: number;
  canceled: number[];
}

/** Buys (positive units) or sells at a price worsened by slippage. */
function trade(account: Account, position: Position, units: number, reference: number): number {
  const { slippage } = account.rules;
  const price = reference * (1 + Math.sign(units) * slippage);
  const fees = plainFee(Math.abs(units), price, account.rules);
  const costs = fees + Math.abs(units) * reference * slippage;
  account.cash -= units * price + fees;
  account.costs += costs;
  position.gross -= units * reference;
  position.costs += costs;
  return price;
}

function add(account: Account, position: Position, units: number, reference: number): void {
  const price = trade(account, position, position.side * units, reference);
  position.entry = (position.entry * position.units + price * units) / (position.units + units);
  position.units += units;
}

function close(account: Account, row: number, reference: number, exit: string): void {
  const position = account.position!;
  trade(account, position, -position.side * position.units, reference);
  account.trades.push({ side: position.side, entryRow: position.row, exitRow: row, gross: position.gross, costs: position.costs, exit });
  account.position = null;
}

/** Maximum units that can be added: paid from cash, or, for a short sale, limited to the account's value after costs. */
function most(account: Account, side: number, reference: number): number {
  const { slippage, fee } = account.rules;
  const held = account.position?.units ?? 0;
  const price = reference * (1 + slippage);
  if (side > 0) return plainRoom(account.cash, price, fee, account.rules);
  return plainRoom(account.cash - 2 * held * reference, price, (fee * (1 - slippage)) / (1 + slippage), account.rules);
}

/** Executes at a price what a close has signaled: a weight from -1 to 1. */
function carryOut(account: Account, row: number, weight: number, reference: number): void {
  const { rules } = account;
  if (account.position && Math.sign(weight) !== account.position.side) close(account, row, reference, weight === 0 ? "signal" : "reversal");
  const { position } = account;
  const side = Math.sign(weight);
  if (position) {
    if (Math.abs(weight - position.weight) <= rules.band) return;
    const worth = account.cash + side * position.units * reference;
    let units = (Math.abs(weight) * worth) / reference - position.units;
    if (units > 0) units = Math.max(0, Math.min(units, most(account, side, reference)));
    if (rules.whole) units = Math.trunc(units);
    const got = reference * (1 - rules.slippage);
    // A sale that does not cover its own costs is skipped if no cash is left to pay them.
    if (units < 0 && side > 0 && account.cash - units * got < plainFee(-units, got, rules)) return;
    if (units > 0) add(account, position, units, reference);
    if (units < 0) {
      trade(account, position, side * units, reference);
      position.units += units;
    }
    position.weight = weight;
  } else if (side !== 0) {
    let units = Math.min((Math.abs(weight) * account.cash) / reference, most(account, side, reference));
    if (rules.whole) units = Math.floor(units);
    if (!(units > 0)) {
      account.canceled.push(row);
      account.waiting = side;
      account.since = row;
      return;
    }
    account.position = { side, units: 0, entry: 0, best: 0, weight, row, gross: 0, costs: 0 };
    add(account, account.position, units, reference);
    account.position.best = account.position.entry;
  }
}

function levels({ rules }: Account, { side, entry, best }: Position) {
  const fixed = rules.stopLoss > 0 ? entry * (1 - side * rules.stopLoss) : -side * Infinity;
  const trailing = rules.trailing > 0 ? best * (1 - side * rules.trailing) : -side * Infinity;
  const stop = side > 0 ? Math.max(fixed, trailing) : Math.min(fixed, trailing);
  return {
    stop,
    goal: rules.takeProfit > 0 ? entry * (1 + side * rules.takeProfit) : side * Infinity,
    kind: stop === fixed ? "stop-loss" : "trailing-stop",
  };
}

function stopOut(account: Account, row: number, price: number, exit: string): void {
  account.waiting = account.position!.side;
  account.since = row;
  close(account, row, price, exit);
}

/** Whether the bar opens beyond a level. */
function gap(account: Account, row: number, open: number): boolean {
  const { side } = account.position!;
  const { stop, goal, kind } = levels(account, account.position!);
  if (side * open >= side * goal) stopOut(account, row, open, "take-profit");
  else if (side * open <= side * stop) stopOut(account, row, open, kind);
  return account.position === null;
}

/** Processes stops and targets between open and close, or at the close if only that is known. */
function within(account: Account, row: number, { open, high, low, close: last }: Bar): boolean {
  const position = account.position!;
  const { side } = position;
  const { stop, goal, kind } = levels(account, position);
  const ranged = open !== null && high !== null && low !== null;
  const [worst, best] = ranged ? (side > 0 ? [low, high] : [high, low]) : [last, last];
  if (side * worst <= side * stop) stopOut(account, row, ranged ? side * Math.min(side * open, side * stop) : last, kind);
  else if (side * best >= side * goal) stopOut(account, row, goal, "take-profit");
  else position.best = side > 0 ? Math.max(position.best, best) : Math.min(position.best, best);
  return account.position === null;
}

/** Side implied by the score, given the previous side. */
export function plainSide(score: number, before: number, { enter, exit, shorts }: PlainRules): number {
  if (score > enter) return 1;
  if (score < -enter) return shorts ? -1 : 0;
  if (before > 0 && score >= exit) return 1;
  return before < 0 && score <= -exit ? -1 : 0;
}

export function plainBacktest(bars: Bar[], scores: number[], weights: number[], rules: PlainRules) {
  const account: Account = { rules, cash: rules.capital, position: null, waiting: 0, since: 0, trades: [], costs: 0, canceled: [] };
  const equity: number[] = [];
  const cash: number[] = [];
  let side = 0;
  let wanted = 0;
  for (const [row, bar] of bars.entries()) {
    const atOpen = bar.open !== null && !rules.onClose;
    const short = account.position && account.position.side < 0 ? account.position : null;
    if (short) {
      const fee = short.units * bars[row - 1].close * rules.borrow;
      account.cash -= fee;
      account.costs += fee;
      short.costs += fee;
    }
    if (row > 0) {
      let free = true;
      const leaving = atOpen && account.position !== null && Math.sign(wanted) !== account.position.side;
      if (account.position && bar.open !== null && !leaving) free = !gap(account, row, bar.open);
      if (free && atOpen) carryOut(account, row, wanted, bar.open!);
      if (account.position) free = !within(account, row, bar) && free;
      if (free && !atOpen && !rules.onClose) carryOut(account, row, wanted, bar.close);
    }
    side = plainSide(scores[row], side, rules);
    if (side !== account.waiting || (rules.reentry > 0 && row >= account.since + rules.reentry)) account.waiting = 0;
    wanted = side === account.waiting ? 0 : side * rules.size * weights[row];
    if (rules.onClose) carryOut(account, row, wanted, bar.close);
    cash.push(account.cash);
    equity.push(account.cash + (account.position ? account.position.side * account.position.units * bar.close : 0));
  }
  return { equity, cash, trades: account.trades, open: account.position, costs: account.costs, canceled: account.canceled };
}
