/** Scoring and trading of strategies in Python, shared by the scripts of backtest, search and validation. */
export const PYTHON_ENGINE = `
from numpy.lib.stride_tricks import sliding_window_view


def behind(values, window, figure):
    """Statistic of the last values at each row, NaN until available."""
    out = np.full(len(values), np.nan)
    if len(values) >= window:
        out[window - 1:] = figure(sliding_window_view(values, window))
    return out


def mean_of(rows):
    return rows.mean(axis=1)


def deviation_of(rows):
    return rows.std(axis=1, ddof=1)


def spread(close, lookback):
    return behind(np.diff(np.log(close), prepend=np.nan), max(lookback, 20), deviation_of)


def momentum(close, lookback):
    change = np.full(len(close), np.nan)
    change[lookback:] = np.log(close[lookback:] / close[:-lookback])
    return change / (spread(close, lookback) * np.sqrt(lookback))


def reversion(close, lookback):
    return -(close - behind(close, lookback, mean_of)) / behind(close, lookback, deviation_of)


def kept(close, side):
    """Share of a position a loss-averse holder keeps, by its distance from the best close of 22 rows."""
    before = np.concatenate([np.full(21, -side * np.inf), close])
    best = (sliding_window_view(before, 22) * side).max(axis=1) * side
    return 1 - 0.5 * np.minimum(1, 2.25 * side * (1 - close / best))


def decisions(close, kind, lookback, target, weights, adjust):
    """Score, and the weights of long and short positions, at each close."""
    longs, shorts = np.ones(len(close)), np.ones(len(close))
    score = np.ones(len(close))
    with np.errstate(invalid="ignore", divide="ignore"):
        if kind == "momentum":
            score = momentum(close, lookback)
        elif kind == "mean-reversion":
            score = reversion(close, lookback)
        elif kind == "behavioral":
            trend, back, news = weights
            scale = (trend + back + news) / (trend + back)
            score = sum(scale * share * part(close, lookback) for share, part in ((trend, momentum), (back, reversion)) if share > 0)
        else:
            longs = np.minimum(1, target / np.sqrt(settings["perYear"]) / spread(close, lookback))
    if adjust:
        longs, shorts = longs * kept(close, 1), shorts * kept(close, -1)
    return score, longs, shorts


class Account:
    """Cash and at most one position, traded bar by bar."""

    def __init__(self, rules):
        self.rules = rules
        self.cash = rules["capital"]
        self.side, self.units, self.entry, self.best, self.weight = 0, 0.0, 0.0, 0.0, 0.0
        self.waiting, self.since, self.row = 0, 0, 0
        self.gross = self.spent = self.costs = 0.0
        self.profits, self.rows_held, self.orders = [], 0, 0

    def fee(self, amount, price):
        rules = self.rules
        return max(amount * price * rules["fee"] + amount * rules["unit"], rules["least"]) + rules["fixed"]

    def borrow(self, reference):
        if self.side < 0:
            fee = self.units * reference * self.rules["borrow"]
            self.cash -= fee
            self.spent += fee
            self.costs += fee

    def order(self, amount, reference):
        price = reference * (1 + np.sign(amount) * self.rules["slippage"])
        fee = self.fee(abs(amount), price)
        cost = fee + abs(amount) * reference * self.rules["slippage"]
        self.cash -= amount * price + fee
        self.gross -= amount * reference
        self.spent += cost
        self.costs += cost
        self.orders += 1
        return price

    def leave(self, reference, stopped=False):
        if stopped:
            self.waiting, self.since = self.side, self.row
        self.order(-self.side * self.units, reference)
        self.profits.append(self.gross - self.spent)
        self.side, self.units = 0, 0.0

    def most(self, side, reference):
        slip, fee = self.rules["slippage"], self.rules["fee"]
        free = self.cash - self.rules["fixed"] - (0 if side > 0 else 2 * self.units * reference)
        paid = reference * (1 + slip)
        whole = paid * (1 + fee) if side > 0 else reference * (1 + slip + fee * (1 - slip))
        return min(free / (whole + self.rules["unit"]), (free - self.rules["least"]) / paid)

    def buy(self, side, amount, reference):
        price = self.order(side * amount, reference)
        self.entry = (self.entry * self.units + price * amount) / (self.units + amount)
        self.units += amount

    def carry_out(self, weight, reference):
        side = int(np.sign(weight))
        if self.side != 0 and side != self.side:
            self.leave(reference)
        if self.side != 0:
            if abs(weight - self.weight) <= self.rules["band"]:
                return
            worth = self.cash + side * self.units * reference
            amount = abs(weight) * worth / reference - self.units
            if amount > 0:
                amount = max(0.0, min(amount, self.most(side, reference)))
            if self.rules["whole"]:
                amount = np.trunc(amount)
            got = reference * (1 - self.rules["slippage"])
            if amount < 0 and side > 0 and self.cash - amount * got < self.fee(-amount, got):
                return
            if amount > 0:
                self.buy(side, amount, reference)
            elif amount < 0:
                self.order(side * amount, reference)
                self.units += amount
            self.weight = weight
        elif side != 0:
            amount = min(abs(weight) * self.cash / reference, self.most(side, reference))
            if self.rules["whole"]:
                amount = np.floor(amount)
            if not amount > 0:
                self.waiting, self.since = side, self.row
                return
            self.gross = self.spent = self.entry = 0.0
            self.units, self.weight = 0.0, weight
            self.buy(side, amount, reference)
            self.side, self.best = side, self.entry

    def levels(self):
        side, rules = self.side, self.rules
        fixed = self.entry * (1 - side * rules["stop"]) if rules["stop"] > 0 else -side * np.inf
        trailing = self.best * (1 - side * rules["trailing"]) if rules["trailing"] > 0 else -side * np.inf
        goal = self.entry * (1 + side * rules["goal"]) if rules["goal"] > 0 else side * np.inf
        return side * max(side * fixed, side * trailing), goal

    def gap(self, price):
        stop, goal = self.levels()
        if self.side * price >= self.side * goal or self.side * price <= self.side * stop:
            self.leave(price, True)

    def within(self, price, high, low, close, ranged):
        side = self.side
        stop, goal = self.levels()
        worst, best = ((low, high) if side > 0 else (high, low)) if ranged else (close, close)
        if side * worst <= side * stop:
            self.leave(side * min(side * price, side * stop) if ranged else close, True)
        elif side * best >= side * goal:
            self.leave(goal, True)
        else:
            self.best = side * max(side * self.best, side * best)


def trade(bars, score, longs, shorts, rules, first):
    """Equity at each close from the first traded row, and the account."""
    close, opens, highs, lows = bars
    account, equity = Account(rules), []
    side, wanted = 0, 0.0
    at_open = opens is not None and not rules["onClose"]
    ranged = highs is not None
    for t in range(first, len(close)):
        account.row = t
        if t > first:
            account.borrow(close[t - 1])
            free = True
            leaving = at_open and account.side != 0 and np.sign(wanted) != account.side
            if account.side != 0 and opens is not None and not leaving:
                account.gap(opens[t])
                free = account.side != 0
            if free and at_open:
                account.carry_out(wanted, opens[t])
            if account.side != 0:
                account.within(opens[t] if ranged else close[t], highs[t] if ranged else 0, lows[t] if ranged else 0, close[t], ranged)
                free = account.side != 0 and free
            if free and not at_open and not rules["onClose"]:
                account.carry_out(wanted, close[t])
        if score[t] > rules["enter"]:
            side = 1
        elif score[t] < -rules["enter"]:
            side = -1 if rules["shorts"] else 0
        elif not (side > 0 and score[t] >= rules["exit"]) and not (side < 0 and score[t] <= -rules["exit"]):
            side = 0
        if side != account.waiting or (rules["reentry"] > 0 and t >= account.since + rules["reentry"]):
            account.waiting = 0
        share = (longs if side > 0 else shorts)[t]
        wanted = 0.0 if side == account.waiting or np.isnan(share) else side * rules["size"] * share
        if rules["onClose"]:
            account.carry_out(wanted, close[t])
        account.rows_held += account.side != 0
        equity.append(account.cash + account.side * account.units * close[t])
    if rules["closeAtEnd"] and account.side != 0:
        account.leave(close[-1])
        equity[-1] = account.cash
    return np.array(equity), account


close = data["close"]
opens = data.get("open")
highs, lows = data.get("high"), data.get("low")
if opens is not None:
    opens = np.where(np.isnan(opens), close, opens)
if highs is not None:
    highs = np.fmax(np.fmax(highs, opens), close)
    lows = np.fmin(np.fmin(lows, opens), close)
bars = (close, opens, highs, lows)
account_rules = {name: settings[name] for name in ("capital", "fee", "unit", "least", "fixed", "borrow", "slippage", "size", "band", "shorts", "onClose", "whole", "closeAtEnd")}


def rules_of(kind, lookback, enter, leave, stop, goal, trailing):
    always = kind == "smart-beta"
    return {
        **account_rules, "enter": 0.0 if always else enter, "exit": 0.0 if always else leave, "stop": stop, "goal": goal,
        "trailing": trailing, "reentry": lookback if always else 0, "shorts": account_rules["shorts"] and not always,
    }
`;
