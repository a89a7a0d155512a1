// The methods as one writes them in C++: one loop each, nothing clever, whatever the compiler makes of it.
#pragma once
#include <charconv>
#include <cmath>
#include <cstddef>

inline void ema(const double* x, double* y, std::size_t n, int period) {
  const double weight = 2.0 / (period + 1);
  double value = x[0];
  for (std::size_t t = 0; t < n; t++) y[t] = value += (x[t] - value) * weight;
}

inline void sma(const double* x, double* y, std::size_t n, std::size_t period) {
  double sum = 0;
  for (std::size_t t = 0; t < n; t++) {
    sum += x[t];
    if (t >= period) sum -= x[t - period];
    y[t] = sum / period;
  }
}

inline void rsi(const double* x, double* y, std::size_t n, int period) {
  const double keep = period - 1;
  double gain = 0, loss = 0;
  for (std::size_t t = 1; t < n; t++) {
    const double change = x[t] - x[t - 1];
    gain = (gain * keep + (change > 0 ? change : 0)) / period;
    loss = (loss * keep + (change < 0 ? -change : 0)) / period;
    y[t] = 100 * gain / (gain + loss);
  }
}

inline void log_returns(const double* x, double* y, std::size_t n) {
  for (std::size_t t = 1; t < n; t++) y[t] = std::log(x[t] / x[t - 1]);
}

/** Log returns and their annualised rolling deviation in one loop. */
inline void rolling_volatility(const double* x, double* y, double* returns, std::size_t n, std::size_t period) {
  const double scale = std::sqrt(252.0);
  double sum = 0, squares = 0;
  for (std::size_t t = 1; t < n; t++) {
    const double r = returns[t] = std::log(x[t] / x[t - 1]);
    sum += r;
    squares += r * r;
    if (t > period) {
      const double old = returns[t - period];
      sum -= old;
      squares -= old * old;
    }
    const double spread = (squares - sum * sum / period) / (period - 1);
    y[t] = std::sqrt(spread > 0 ? spread : 0) * scale;
  }
}

/** Twice the negative normal log-likelihood of a GARCH(1,1), without its constant. */
inline double garch(const double* y, std::size_t n, double mu, double omega, double alpha, double beta) {
  double h = 1, shock = 1, total = 0;
  for (std::size_t t = 0; t < n; t++) {
    h = omega + alpha * shock + beta * h;
    const double e = y[t] - mu;
    shock = e * e;
    total += std::log(h) + shock / h;
  }
  return total;
}

/** Days since 1970 of a date in the Gregorian calendar. */
inline double day_number(int year, int month, int day) {
  year -= month <= 2;
  const int era = year / 400, of_era = year - era * 400;
  const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097.0 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/** One number a line, with C++17's own reader. @returns how many */
inline std::size_t parse_list(const char* at, const char* end, double* values) {
  double* next = values;
  while (at < end) at = std::from_chars(at, end, *next++).ptr + 1;
  return next - values;
}

/** Lines of "2020-01-31,number" behind a header. @returns how many */
inline std::size_t parse_table(const char* at, const char* end, double* times, double* values) {
  while (at < end && *at++ != '\n') {
  }
  std::size_t row = 0;
  for (; at < end; row++) {
    int year = 0, month = 0, day = 0;
    at = std::from_chars(at, end, year).ptr + 1;
    at = std::from_chars(at, end, month).ptr + 1;
    at = std::from_chars(at, end, day).ptr + 1;
    times[row] = day_number(year, month, day) * 86400000.0;
    at = std::from_chars(at, end, values[row]).ptr + 1;
  }
  return row;
}
