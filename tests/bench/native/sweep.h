// A sweep as one writes it in C++: for each pair of windows both averages, the trades of their crossings and the figures of the account.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

struct Average {
  double weight, value = 0;
  std::size_t period, seen = 0;
  explicit Average(std::size_t n) : weight(2.0 / (n + 1)), period(n) {}
  /** Begins with the mean of the first `period` values. */
  bool add(double x) {
    if (++seen < period) value += x;
    else if (seen == period) value = (value + x) / period;
    else value += (x - value) * weight;
    return seen >= period;
  }
};

/** Long from the close after the fast average has risen above the slow one, until that after it has fallen below. @returns the final accounts, summed up */
inline double ema_pairs(const double* x, std::size_t n, double fee) {
  double sum = 0;
  for (std::size_t fast = 5; fast < 25; fast++) {
    for (std::size_t slow = 30; slow < 130; slow += 5) {
      Average one(fast), other(slow);
      double cash = 1e6, units = 0, before = 1e6, top = 1e6, fall = 0, returns = 0, squares = 0;
      bool wanted = false;
      for (std::size_t t = 0; t < n; t++) {
        const double price = x[t];
        if (wanted && units == 0) {
          units = cash / ((1 + fee) * price);
          cash = 0;
        } else if (!wanted && units > 0) {
          cash += units * price * (1 - fee);
          units = 0;
        }
        const bool known = one.add(price) & other.add(price);
        if (known) wanted = wanted ? one.value >= other.value : one.value > other.value;
        const double worth = cash + units * price, change = worth / before - 1;
        before = worth;
        returns += change;
        squares += change * change;
        top = std::max(top, worth);
        fall = std::max(fall, 1 - worth / top);
      }
      sum += before + 1e-30 * (returns + squares + fall);
    }
  }
  return sum;
}
