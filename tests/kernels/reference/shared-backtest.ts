import { type PlainRules, plainFee, plainRoom, plainSide } from "./backtest";

interface Held {
  side: number;
  units: number;
  entry: number;
  best: number;
  weight: number;
  gross: number;
  costs: number;
}

/** Several instruments with shared cash, on closes; NaN marks a row on which an instrument is not traded. */
export function plainShared(closes: number[][], scores: number[][], weights: number[][], rules: PlainRules) {
  const { fee, slippage, band, borrow } = rules;
  const places = closes.map((_, k) => k);
  const assets = closes.map(() => ({
    held: null as Held | null,
    side: 0,
    wanted: 0,
    score: 0,
    waiting: 0,
    since: 0,
    price: Number.NaN,
    profit: 0,
  }));
  let cash = rules.capital;
  const value = (k: number) => (assets[k].held ? assets[k].held.side * assets[k].held.units * assets[k].price : 0);
  const equity = () => cash + places.reduce((sum, k) => sum + value(k), 0);
  const trade = (held: Held, units: number, reference: number) => {
    const price = reference * (1 + Math.sign(units) * slippage);
    const fees = plainFee(Math.abs(units), price, rules);
    cash -= units * price + fees;
    held.gross -= units * reference;
    held.costs += fees + Math.abs(units) * reference * slippage;
    return price;
  };
  const close = (k: number, reference: number) => {
    const held = assets[k].held!;
    trade(held, -held.side * held.units, reference);
    assets[k].profit += held.gross - held.costs;
    assets[k].held = null;
  };
  const wait = (k: number, side: number, row: number) => Object.assign(assets[k], { waiting: side, since: row });
  const most = (k: number, side: number, reference: number) => {
    const owed = places.reduce((sum, j) => sum + (j === k ? 0 : 2 * Math.min(0, value(j))), 0);
    const price = reference * (1 + slippage);
    if (side > 0) return plainRoom(cash + owed, price, fee, rules);
    const owned = cash + owed - 2 * (assets[k].held?.units ?? 0) * reference;
    return plainRoom(owned, price, (fee * (1 - slippage)) / (1 + slippage), rules);
  };
  const carryOut = (k: number, row: number) => {
    const asset = assets[k];
    const { wanted, price } = asset;
    const side = Math.sign(wanted);
    if (asset.held && side !== asset.held.side) close(k, price);
    if (!asset.held && side === 0) return;
    if (asset.held && Math.abs(wanted - asset.held.weight) <= band) return;
    let units = (Math.abs(wanted) * equity()) / price - (asset.held?.units ?? 0);
    if (units > 0) units = Math.max(0, Math.min(units, most(k, side, price)));
    if (rules.whole) units = asset.held ? Math.trunc(units) : Math.floor(units);
    if (!asset.held && !(units > 0)) return wait(k, side, row);
    // A sale that does not cover its own costs is skipped if no cash is left to pay them.
    const got = price * (1 - slippage);
    if (units < 0 && side > 0 && cash - units * got < plainFee(-units, got, rules)) return;
    asset.held ??= { side, units: 0, entry: 0, best: 0, weight: 0, gross: 0, costs: 0 };
    const { held } = asset;
    const paid = units === 0 ? 0 : trade(held, side * units, price);
    if (units > 0) held.entry = (held.entry * held.units + paid * units) / (held.units + units);
    if (held.units === 0) held.best = held.entry;
    held.units += units;
    held.weight = wanted;
  };
  /** Orders that release cash first, then the highest scores. */
  const orders = (row: number, traded: number[]) => {
    const isOrder = (k: number) => {
      const { held, wanted } = assets[k];
      return held ? wanted * held.side <= 0 || Math.abs(wanted - held.weight) > band : wanted !== 0;
    };
    const waiting: number[] = [];
    for (const k of traded.filter(isOrder)) {
      const { held, wanted, price } = assets[k];
      if (held && wanted * held.side <= 0) {
        close(k, price);
        if (wanted !== 0) waiting.push(k);
      } else if (held && Math.abs(wanted) < Math.abs(held.weight)) carryOut(k, row);
      else waiting.push(k);
    }
    for (const k of waiting.sort((a, b) => assets[b].score - assets[a].score || a - b)) carryOut(k, row);
  };
  const worth: number[] = [];
  for (let row = 0; row < closes[0].length; row++) {
    const traded = places.filter((k) => !Number.isNaN(closes[k][row]));
    for (const k of places) {
      const { held } = assets[k];
      if (!held || held.side > 0) continue;
      const paid = held.units * assets[k].price * borrow;
      cash -= paid;
      held.costs += paid;
    }
    for (const k of traded) assets[k].price = closes[k][row];
    const stopped = new Set<number>();
    for (const k of row > 0 ? traded : []) {
      const { held, price } = assets[k];
      if (!held) continue;
      const { side } = held;
      const fixedStop = rules.stopLoss > 0 ? held.entry * (1 - side * rules.stopLoss) : -side * Infinity;
      const trailing = rules.trailing > 0 ? held.best * (1 - side * rules.trailing) : -side * Infinity;
      const stop = side > 0 ? Math.max(fixedStop, trailing) : Math.min(fixedStop, trailing);
      const goal = rules.takeProfit > 0 ? held.entry * (1 + side * rules.takeProfit) : side * Infinity;
      if (side * price <= side * stop || side * price >= side * goal) {
        close(k, side * price <= side * stop ? price : goal);
        wait(k, side, row);
        stopped.add(k);
      } else held.best = side > 0 ? Math.max(held.best, price) : Math.min(held.best, price);
    }
    if (row > 0 && !rules.onClose)
      orders(
        row,
        traded.filter((k) => !stopped.has(k)),
      );
    for (const k of traded) {
      const asset = assets[k];
      const score = scores[k][row];
      asset.side = plainSide(score, asset.side, rules);
      asset.score = Number.isNaN(score) ? 0 : Math.abs(score);
      if (asset.side !== asset.waiting || (rules.reentry > 0 && row >= asset.since + rules.reentry)) asset.waiting = 0;
      asset.wanted = asset.side === asset.waiting ? 0 : asset.side * rules.size * weights[k][row];
    }
    if (rules.onClose) orders(row, traded);
    worth.push(equity());
  }
  const profits = places.map((k) => {
    const { held, profit, price } = assets[k];
    return profit + (held ? held.gross + held.side * held.units * price - held.costs : 0);
  });
  return { equity: worth, profits };
}
