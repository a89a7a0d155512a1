// Two Gaussian regimes as one writes them in C++: the textbook recursions, one density and one logarithm at a time.
#pragma once
#include <cmath>
#include <cstddef>

struct TwoRegimes {
  double stay[2], mean[2], variance[2];
};

/** Hamilton's filter; `filtered` (P of regime 0) and `predicted` receive n values each where they are not null. @returns the log-likelihood */
inline double regime_filter(const double* y, std::size_t n, const TwoRegimes& m, double* filtered, double* predicted) {
  const double constant0 = -0.5 * std::log(2 * M_PI * m.variance[0]), constant1 = -0.5 * std::log(2 * M_PI * m.variance[1]);
  double next = (1 - m.stay[1]) / (2 - m.stay[0] - m.stay[1]), total = 0;
  for (std::size_t t = 0; t < n; t++) {
    const double d0 = y[t] - m.mean[0], d1 = y[t] - m.mean[1];
    const double w0 = next * std::exp(constant0 - d0 * d0 / (2 * m.variance[0]));
    const double w1 = (1 - next) * std::exp(constant1 - d1 * d1 / (2 * m.variance[1]));
    const double share = w0 / (w0 + w1);
    total += std::log(w0 + w1);
    if (filtered) filtered[t] = share, predicted[t] = next;
    next = share * m.stay[0] + (1 - share) * (1 - m.stay[1]);
  }
  return total;
}

/** Filter and Kim's smoother with the sums the next parameters are made of. @returns the expected number of values in regime 0 */
inline double regime_expectation(const double* y, std::size_t n, const TwoRegimes& m, double* filtered, double* predicted) {
  regime_filter(y, n, m, filtered, predicted);
  double share = filtered[n - 1], moves[4] = {}, count[2] = {}, distance[2] = {}, square[2] = {};
  for (std::size_t t = n; t-- > 0;) {
    if (t + 1 < n) {
      const double now = filtered[t], to0 = share / predicted[t + 1], to1 = (1 - share) / (1 - predicted[t + 1]);
      const double stay0 = now * m.stay[0] * to0, leave0 = now * (1 - m.stay[0]) * to1;
      moves[0] += stay0;
      moves[1] += leave0;
      moves[2] += (1 - now) * (1 - m.stay[1]) * to0;
      moves[3] += (1 - now) * m.stay[1] * to1;
      share = stay0 + leave0;
    }
    const double d0 = y[t] - m.mean[0], d1 = y[t] - m.mean[1];
    count[0] += share;
    count[1] += 1 - share;
    distance[0] += share * d0;
    distance[1] += (1 - share) * d1;
    square[0] += share * d0 * d0;
    square[1] += (1 - share) * d1 * d1;
  }
  volatile double kept = moves[0] + moves[1] + moves[2] + moves[3] + distance[0] + distance[1] + square[0] + square[1] + count[1];
  (void)kept;
  return count[0];
}
