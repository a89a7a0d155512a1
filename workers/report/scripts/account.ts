import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "The data are the events of the statement as read: trades, cash (deposits and withdrawals), entry (costs of opening) and income (dividends and interest less taxes), each net of its costs, with the balance after it if the statement reports one. Purchases and sales listed without profits are matched first in, first out.",
  "The return is that of the account's value, which deposits and withdrawals do not change; terminals divide the net profit by the initial deposit. Entry costs and income are part of the net profit, but of neither gross profit nor gross loss. A trade of zero is neither won nor lost.",
  "The starting balance is the deposits before the first trade, otherwise the reported balance less that trade, otherwise the one in the settings. Daily rows, counted from 0, are all weekdays from the one before the first trade, and other days with an event.",
];

/** The account of a statement: totals, return, and some of the daily rows. */
export const accountScript: ScriptTemplate = {
  python: {
    notes: ["Written for numpy 1.24.", ...CONVENTIONS],
    code: `
kind = np.array(settings["kinds"])[data["kind"].astype(int)]
day = np.floor(data["time"] / 86400000).astype(int)
net, stated = data["net"], data["balance"]
first = int(np.argmax(kind != "cash"))
start = net[:first].sum()
if not start > 0:
    start = stated[first] - net[first]
if not start > 0:
    start = settings["startBalance"]
kind, day, net, stated = kind[first:], day[first:], net[first:], stated[first:]
balances, values = [], []
balance = value = start
for what, change, after in zip(kind, net, stated):
    if what != "cash" and balance > 0:
        value = max(0.0, value * (1 + change / balance))
    balance = balance + change if np.isnan(after) else after
    balances.append(balance)
    values.append(value)
profit = net[kind == "trade"]
won, lost = profit[profit > 0].sum(), -profit[profit < 0].sum()
report("numpy", "startBalance", start)
report("numpy", "endBalance", balance)
report("numpy", "cash", net[kind == "cash"].sum())
report("numpy", "income", net[kind == "income"].sum())
report("numpy", "netProfit", net[kind != "cash"].sum())
report("numpy", "grossProfit", won)
report("numpy", "grossLoss", lost)
report("numpy", "profitFactor", won / lost if lost > 0 else np.nan)
report("numpy", "trades", len(profit))
report("numpy", "wins", np.sum(profit > 0))
report("numpy", "losses", np.sum(profit < 0))
report("numpy", "winRate", np.mean(profit > 0))
report("numpy", "totalReturn", value / start - 1)
before = day[0] - 1
while (before + 3) % 7 > 4:
    before -= 1
calendar = np.arange(before, day[-1] + 1)
calendar = calendar[((calendar + 3) % 7 < 5) | np.isin(calendar, day)]
# The newest event of each day; -1, the last place, before the first event.
newest = np.searchsorted(day, calendar, side="right") - 1
for at in settings["rows"]:
    report("numpy", f"value({at})", np.append(values, start)[newest[at]])
    report("numpy", f"balance({at})", np.append(balances, start)[newest[at]])
    report("numpy", f"profit({at})", net[(day == calendar[at]) & (kind != "cash")].sum())
`,
  },
  r: {
    notes: ["Written for R 4.2, without packages.", ...CONVENTIONS],
    code: `
kind <- settings[["kinds"]][data[["kind"]] + 1]
day <- floor(data[["time"]] / 86400000)
net <- data[["net"]]
stated <- data[["balance"]]
first <- which(kind != "cash")[1]
start <- sum(head(net, first - 1))
if (!isTRUE(start > 0)) start <- stated[first] - net[first]
if (!isTRUE(start > 0)) start <- settings[["startBalance"]]
kept <- first:length(net)
kind <- kind[kept]
day <- day[kept]
net <- net[kept]
stated <- stated[kept]
balances <- values <- numeric(length(net))
balance <- value <- start
for (i in seq_along(net)) {
  if (kind[i] != "cash" && balance > 0) value <- max(0, value * (1 + net[i] / balance))
  balance <- if (is.na(stated[i])) balance + net[i] else stated[i]
  balances[i] <- balance
  values[i] <- value
}
profit <- net[kind == "trade"]
won <- sum(profit[profit > 0])
lost <- -sum(profit[profit < 0])
report("R", "startBalance", start)
report("R", "endBalance", balance)
report("R", "cash", sum(net[kind == "cash"]))
report("R", "income", sum(net[kind == "income"]))
report("R", "netProfit", sum(net[kind != "cash"]))
report("R", "grossProfit", won)
report("R", "grossLoss", lost)
report("R", "profitFactor", won / lost)
report("R", "trades", length(profit))
report("R", "wins", sum(profit > 0))
report("R", "losses", sum(profit < 0))
report("R", "winRate", mean(profit > 0))
report("R", "totalReturn", value / start - 1)
before <- day[1] - 1
while ((before + 3) %% 7 > 4) before <- before - 1
calendar <- seq(before, tail(day, 1))
calendar <- calendar[(calendar + 3) %% 7 < 5 | calendar %in% day]
# The newest event of each day; 1, the start, before the first event.
newest <- findInterval(calendar, day) + 1
for (at in settings[["rows"]]) {
  report("R", paste0("value(", at, ")"), c(start, values)[newest[at + 1]])
  report("R", paste0("balance(", at, ")"), c(start, balances)[newest[at + 1]])
  report("R", paste0("profit(", at, ")"), sum(net[day == calendar[at + 1] & kind != "cash"]))
}
`,
  },
};
