import { type Count, DAY, type Fraction, type Millis } from "../contract";
import type { JobContext } from "../runtime/job";
import { isWeekend } from "../series";
import type { AccountEvent } from "./account-event";
import { MAX_DAILY_ROWS } from "./schema";

/** Used if the starting balance is unknown. */
const ASSUMED_BALANCE = 10_000;

export interface StatementSummary {
  trades: Count;
  wins: Count;
  losses: Count;
  netProfit: number;
  grossProfit: number;
  grossLoss: number;
  /** Null without a losing trade. */
  profitFactor: number | null;
  winRate: Fraction | null;
  /** Dividends and interest less taxes on them, if the list has rows for them; part of the net profit. */
  income: number;
  /** Deposits less withdrawals after the first trade. */
  cash: number;
  startBalance: number;
  /** statement: deposits before the first trade, or the reported balance. given: entered by the user. assumed: unknown. */
  startFrom: "statement" | "given" | "assumed";
  endBalance: number;
  /** Of the account, excluding deposits and withdrawals. */
  totalReturn: Fraction;
  /** The account was wiped out: later events have no return. */
  ruined: boolean;
}

/** Words of rows as categories: each distinct word once, and a code per row. */
interface WordColumn {
  words: string[];
  codes: Float64Array;
}

/** A row per closed trade. */
interface TradeRows {
  /** Strictly ascending: trades with the same time are a millisecond apart. */
  times: Float64Array;
  profit: Float64Array;
  balance: Float64Array;
  /** Account value excluding deposits and withdrawals. */
  value: Float64Array;
  volume: Float64Array;
  symbol: WordColumn;
  side: WordColumn;
}

/** A row per weekday, and per weekend day with an event. */
interface DailyRows {
  times: Float64Array;
  value: Float64Array;
  profit: Float64Array;
  balance: Float64Array;
}

/** A row per event, deposits before the first trade included: all that the account is computed from. */
interface EventRows {
  times: Float64Array;
  kind: WordColumn;
  net: Float64Array;
  /** As the statement reports it; NaN if it does not. */
  balance: Float64Array;
}

export interface Account {
  summary: StatementSummary;
  events: EventRows;
  trades: TradeRows;
  daily: DailyRows;
}

function startOf(events: readonly AccountEvent[], given: number | null): Pick<StatementSummary, "startBalance" | "startFrom"> {
  const first = events.findIndex(({ kind }) => kind !== "cash");
  const deposits = events.slice(0, first).reduce((sum, { net }) => sum + net, 0);
  if (deposits > 0) return { startBalance: deposits, startFrom: "statement" };
  const { balance, net } = events[first];
  if (balance !== null && balance - net > 0) return { startBalance: balance - net, startFrom: "statement" };
  return given !== null && given > 0
    ? { startBalance: given, startFrom: "given" }
    : { startBalance: ASSUMED_BALANCE, startFrom: "assumed" };
}

/**
 * Account value from the trades of a statement. Deposits and withdrawals change the balance, but not the value.
 * @formula value[t] = value[t-1] (1 + net[t] / balance[t-1]), from the starting balance; net = profit + commission + fee + swap + tax; profit
 * factor = gross profit / |gross loss|; win rate = trades with a profit / all trades
 * @source time-weighted return, as in the Global Investment Performance Standards
 * @tolerance plain sums, 1e-12; balances equal the statement's own
 */
export function accountOf(context: JobContext, events: readonly AccountEvent[], given: number | null): Account {
  const { startBalance, startFrom } = startOf(events, given);
  const first = events.findIndex(({ kind }) => kind !== "cash");
  const acting = events.slice(first);
  const closed = acting.filter(({ kind }) => kind === "trade");
  const n = closed.length;
  const trades: TradeRows = {
    times: context.column(n),
    profit: context.column(n),
    balance: context.column(n),
    value: context.column(n),
    volume: context.column(n),
    symbol: wordsOf(
      context,
      closed.map(({ symbol }) => symbol),
    ),
    side: wordsOf(
      context,
      closed.map(({ side }) => side),
    ),
  };
  const days: { day: Millis; value: number; balance: number; profit: number }[] = [];
  let [balance, value, row, cash, ruined] = [startBalance, startBalance, 0, 0, false];
  let [grossProfit, grossLoss, wins, losses] = [0, 0, 0, 0];
  for (const event of acting) {
    const { kind, net, time } = event;
    if (kind === "cash") cash += net;
    else if (balance > 0 && !ruined) value = Math.max(0, value * (1 + net / balance));
    ruined ||= value <= 0;
    balance = event.balance ?? balance + net;
    if (kind === "trade") {
      if (net > 0) {
        wins++;
        grossProfit += net;
      } else if (net < 0) {
        losses++;
        grossLoss -= net;
      }
      trades.times[row] = row > 0 ? Math.max(time, trades.times[row - 1] + 1) : time;
      trades.profit[row] = tidy(net);
      trades.balance[row] = tidy(balance);
      trades.value[row] = tidy(value);
      trades.volume[row++] = event.volume;
    }
    const day = Math.floor(time / DAY) * DAY;
    const newest = days[days.length - 1];
    const profit = kind === "cash" ? 0 : net;
    if (newest?.day === day) Object.assign(newest, { value, balance, profit: newest.profit + profit });
    else days.push({ day, value, balance, profit });
    if (row % 10_000 === 9999) context.checkpoint();
  }
  const sumOf = (of: AccountEvent["kind"]) => acting.reduce((sum, { kind, net }) => (kind === of ? sum + net : sum), 0);
  const income = sumOf("income");
  return {
    summary: {
      trades: n,
      wins,
      losses,
      netProfit: grossProfit - grossLoss + sumOf("entry") + income,
      grossProfit,
      grossLoss,
      profitFactor: grossLoss > 0 ? grossProfit / grossLoss : null,
      winRate: n > 0 ? wins / n : null,
      income,
      cash,
      startBalance,
      startFrom,
      endBalance: balance,
      totalReturn: value / startBalance - 1,
      ruined,
    },
    events: eventRows(context, events),
    trades,
    daily: dailyOf(context, days, startBalance),
  };
}

function columnOf<Row>(context: JobContext, rows: readonly Row[], pick: (row: Row) => number): Float64Array {
  const values = context.column(rows.length);
  for (const [place, row] of rows.entries()) values[place] = pick(row);
  return values;
}

function eventRows(context: JobContext, events: readonly AccountEvent[]): EventRows {
  const column = (pick: (event: AccountEvent) => number) => columnOf(context, events, pick);
  const kinds = events.map(({ kind }) => kind);
  return {
    times: column(({ time }) => time),
    kind: wordsOf(context, kinds),
    net: column(({ net }) => net),
    balance: column(({ balance }) => balance ?? Number.NaN),
  };
}

/** Receiving a hundred thousand strings would block the page; a few words and a column of codes do not. */
function wordsOf(context: JobContext, texts: readonly string[]): WordColumn {
  const places = new Map<string, number>();
  const codes = context.column(texts.length);
  for (const [row, text] of texts.entries()) {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    codes[row] = place;
  }
  return { words: [...places.keys()], codes };
}

/** Twelve digits are enough for sums of cents; further digits are rounding errors. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** The weekday before the first trade, then every weekday and every day with an event, with the last known value carried forward. */
function dailyOf(
  context: JobContext,
  days: readonly { day: Millis; value: number; balance: number; profit: number }[],
  startBalance: number,
): DailyRows {
  const rows: { day: Millis; value: number; balance: number; profit: number }[] = [];
  let before = days[0].day - DAY;
  while (isWeekend(before)) before -= DAY;
  rows.push({ day: before, value: startBalance, balance: startBalance, profit: 0 });
  for (const day of days) {
    const last = rows[rows.length - 1];
    for (let quiet = last.day + DAY; quiet < day.day && rows.length < MAX_DAILY_ROWS; quiet += DAY) {
      if (!isWeekend(quiet)) rows.push({ ...last, day: quiet, profit: 0 });
    }
    rows.push(day);
  }
  const column = (pick: (row: (typeof rows)[number]) => number) => columnOf(context, rows, (row) => tidy(pick(row)));
  return {
    times: column(({ day }) => day),
    value: column((row) => row.value),
    profit: column(({ profit }) => profit),
    balance: column((row) => row.balance),
  };
}
