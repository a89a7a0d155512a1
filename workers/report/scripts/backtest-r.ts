/** Scoring and trading of strategies in R, shared by the scripts of backtest, search and validation. */
export const R_ENGINE = `
behind <- function(values, window, figure) {
  out <- rep(NaN, length(values))
  if (length(values) >= window) for (t in window:length(values)) out[t] <- figure(values[(t - window + 1):t])
  out
}
spread <- function(close, lookback) behind(c(NaN, diff(log(close))), max(lookback, 20), sd)
momentum <- function(close, lookback) {
  n <- length(close)
  change <- c(rep(NaN, min(n, lookback)), if (n > lookback) log(close[(lookback + 1):n] / close[seq_len(n - lookback)]))
  change / (spread(close, lookback) * sqrt(lookback))
}
reversion <- function(close, lookback) -(close - behind(close, lookback, mean)) / behind(close, lookback, sd)
# Share of a position a loss-averse holder keeps, by its distance from the best close of 22 rows.
kept <- function(close, side) {
  best <- sapply(seq_along(close), function(t) side * max(side * close[max(1, t - 21):t]))
  1 - 0.5 * pmin(1, 2.25 * side * (1 - close / best))
}
decisions <- function(close, kind, lookback, target, weights, adjust) {
  longs <- shorts <- score <- rep(1, length(close))
  if (kind == "momentum") score <- momentum(close, lookback)
  else if (kind == "mean-reversion") score <- reversion(close, lookback)
  else if (kind == "behavioral") {
    scale <- sum(weights) / sum(weights[1:2])
    score <- 0
    if (weights[1] > 0) score <- score + scale * weights[1] * momentum(close, lookback)
    if (weights[2] > 0) score <- score + scale * weights[2] * reversion(close, lookback)
  } else longs <- pmin(1, target / sqrt(settings[["perYear"]]) / spread(close, lookback))
  if (adjust) {
    longs <- longs * kept(close, 1)
    shorts <- shorts * kept(close, -1)
  }
  list(score = score, longs = longs, shorts = shorts)
}

# Cash and at most one position, traded bar by bar: equity at each close from the first traded row, and the account.
trade <- function(bars, signals, rules, first) {
  a <- list(cash = rules$capital, side = 0, units = 0, entry = 0, best = 0, weight = 0, waiting = 0, since = 0, gross = 0, spent = 0,
            costs = 0, profits = numeric(0), held = 0, orders = 0)
  fee_of <- function(amount, price) max(amount * price * rules$fee + amount * rules$unit, rules$least) + rules$fixed
  borrow <- function(reference) {
    if (a$side >= 0) return(invisible())
    fee <- a$units * reference * rules$borrow
    a$cash <<- a$cash - fee
    a$spent <<- a$spent + fee
    a$costs <<- a$costs + fee
  }
  order <- function(amount, reference) {
    price <- reference * (1 + sign(amount) * rules$slippage)
    fee <- fee_of(abs(amount), price)
    cost <- fee + abs(amount) * reference * rules$slippage
    a$cash <<- a$cash - amount * price - fee
    a$gross <<- a$gross - amount * reference
    a$spent <<- a$spent + cost
    a$costs <<- a$costs + cost
    a$orders <<- a$orders + 1
    price
  }
  leave <- function(row, reference, stopped = FALSE) {
    if (stopped) {
      a$waiting <<- a$side
      a$since <<- row
    }
    order(-a$side * a$units, reference)
    a$profits <<- c(a$profits, a$gross - a$spent)
    a$side <<- 0
    a$units <<- 0
  }
  most <- function(side, reference) {
    free <- a$cash - rules$fixed - (if (side > 0) 0 else 2 * a$units * reference)
    paid <- reference * (1 + rules$slippage)
    whole <- if (side > 0) paid * (1 + rules$fee) else reference * (1 + rules$slippage + rules$fee * (1 - rules$slippage))
    min(free / (whole + rules$unit), (free - rules$least) / paid)
  }
  buy <- function(side, amount, reference) {
    price <- order(side * amount, reference)
    a$entry <<- (a$entry * a$units + price * amount) / (a$units + amount)
    a$units <<- a$units + amount
  }
  carry_out <- function(row, weight, reference) {
    side <- sign(weight)
    if (a$side != 0 && side != a$side) leave(row, reference)
    if (a$side != 0) {
      if (abs(weight - a$weight) <= rules$band) return(invisible())
      amount <- abs(weight) * (a$cash + side * a$units * reference) / reference - a$units
      if (amount > 0) amount <- max(0, min(amount, most(side, reference)))
      if (rules$whole) amount <- trunc(amount)
      got <- reference * (1 - rules$slippage)
      if (amount < 0 && side > 0 && a$cash - amount * got < fee_of(-amount, got)) return(invisible())
      if (amount > 0) buy(side, amount, reference)
      if (amount < 0) {
        order(side * amount, reference)
        a$units <<- a$units + amount
      }
      a$weight <<- weight
    } else if (side != 0) {
      amount <- min(abs(weight) * a$cash / reference, most(side, reference))
      if (rules$whole) amount <- floor(amount)
      if (!(amount > 0)) {
        a$waiting <<- side
        a$since <<- row
        return(invisible())
      }
      a$gross <<- a$spent <<- a$entry <<- a$units <<- 0
      a$weight <<- weight
      buy(side, amount, reference)
      a$side <<- side
      a$best <<- a$entry
    }
  }
  levels_now <- function() {
    fixed <- if (rules$stop > 0) a$entry * (1 - a$side * rules$stop) else -a$side * Inf
    trailing <- if (rules$trailing > 0) a$best * (1 - a$side * rules$trailing) else -a$side * Inf
    list(stop = a$side * max(a$side * fixed, a$side * trailing),
         goal = if (rules$goal > 0) a$entry * (1 + a$side * rules$goal) else a$side * Inf)
  }
  gap <- function(row, price) {
    level <- levels_now()
    if (a$side * price >= a$side * level$goal || a$side * price <= a$side * level$stop) leave(row, price, TRUE)
  }
  ranged <- !is.null(bars$high)
  within_bar <- function(row) {
    side <- a$side
    level <- levels_now()
    worst <- if (!ranged) bars$close[row] else if (side > 0) bars$low[row] else bars$high[row]
    best <- if (!ranged) bars$close[row] else if (side > 0) bars$high[row] else bars$low[row]
    if (side * worst <= side * level$stop) {
      leave(row, if (ranged) side * min(side * bars$open[row], side * level$stop) else bars$close[row], TRUE)
    } else if (side * best >= side * level$goal) leave(row, level$goal, TRUE)
    else a$best <<- side * max(side * a$best, side * best)
  }
  has_open <- !is.null(bars$open)
  at_open <- has_open && !rules$onClose
  n <- length(bars$close)
  equity <- numeric(n - first + 1)
  side <- wanted <- 0
  for (t in first:n) {
    if (t > first) {
      borrow(bars$close[t - 1])
      free <- TRUE
      leaving <- at_open && a$side != 0 && sign(wanted) != a$side
      if (a$side != 0 && has_open && !leaving) {
        gap(t, bars$open[t])
        free <- a$side != 0
      }
      if (free && at_open) carry_out(t, wanted, bars$open[t])
      if (a$side != 0) {
        within_bar(t)
        free <- a$side != 0 && free
      }
      if (free && !at_open && !rules$onClose) carry_out(t, wanted, bars$close[t])
    }
    score <- signals$score[t]
    if (isTRUE(score > rules$enter)) side <- 1
    else if (isTRUE(score < -rules$enter)) side <- if (rules$shorts) -1 else 0
    else if (!(side > 0 && isTRUE(score >= rules$exit)) && !(side < 0 && isTRUE(score <= -rules$exit))) side <- 0
    if (side != a$waiting || (rules$reentry > 0 && t >= a$since + rules$reentry)) a$waiting <- 0
    share <- if (side > 0) signals$longs[t] else signals$shorts[t]
    wanted <- if (side == a$waiting || is.na(share)) 0 else side * rules$size * share
    if (rules$onClose) carry_out(t, wanted, bars$close[t])
    a$held <- a$held + (a$side != 0)
    equity[t - first + 1] <- a$cash + a$side * a$units * bars$close[t]
  }
  if (rules$closeAtEnd && a$side != 0) {
    leave(n, bars$close[n])
    equity[length(equity)] <- a$cash
  }
  list(equity = equity, account = a)
}

bars <- list(close = data[["close"]], open = data[["open"]], high = data[["high"]], low = data[["low"]])
if (!is.null(bars$open)) bars$open <- ifelse(is.na(bars$open), bars$close, bars$open)
if (!is.null(bars$high)) {
  bars$high <- pmax(bars$high, bars$open, bars$close, na.rm = TRUE)
  bars$low <- pmin(bars$low, bars$open, bars$close, na.rm = TRUE)
}
rules_of <- function(kind, lookback, enter, leave, stop, goal, trailing) {
  always <- kind == "smart-beta"
  rules <- settings[c("capital", "fee", "unit", "least", "fixed", "borrow", "slippage", "size", "band", "shorts", "onClose", "whole", "closeAtEnd")]
  if (always) rules$shorts <- FALSE
  c(rules, enter = if (always) 0 else enter, exit = if (always) 0 else leave, stop = stop, goal = goal, trailing = trailing,
    reentry = if (always) lookback else 0)
}
`;
