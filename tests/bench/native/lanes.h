// The kernels' own algorithms in 128-bit vectors: what the same method costs outside WebAssembly.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

typedef double v2 __attribute__((vector_size(16)));
typedef std::int64_t i2 __attribute__((vector_size(16)));

inline v2 load2(const double* from) {
  v2 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store2(double* to, v2 value) { std::memcpy(to, &value, sizeof value); }
inline v2 splat(double value) { return v2{value, value}; }
inline v2 magnitude(v2 value) { return (v2)((i2)value & 0x7fffffffffffffff); }
/** The last of one pair and the first of the next. */
inline v2 between(v2 a, v2 b) { return __builtin_shuffle(a, b, i2{1, 2}); }

/** Vector divisions and nothing else: y[t] = x[t] / x[t-1], the floor of every method with one division a value. */
inline void divisions(const double* x, double* y, std::size_t n) {
  for (std::size_t t = 2; t + 4 <= n; t += 4) {
    store2(y + t, load2(x + t) / load2(x + t - 1));
    store2(y + t + 2, load2(x + t + 2) / load2(x + t + 1));
  }
}

/** RSI = 50 + 50 E / D with two time lanes: E[t] = (d[t] + b d[t-1]) + b^2 E[t-2], D the same of |d|. */
inline void rsi_lanes(const double* x, double* y, std::size_t n, std::size_t period) {
  const double b = (period - 1.0) / period;
  double changes0 = 0, movement0 = 0;
  for (std::size_t t = 1; t <= period; t++) {
    changes0 += x[t] - x[t - 1];
    movement0 += std::fabs(x[t] - x[t - 1]);
  }
  const double d = x[period + 1] - x[period];
  v2 changes = {changes0, d + b * changes0}, movement = {movement0, std::fabs(d) + b * movement0};
  const v2 fifty = splat(50), least = splat(2.2250738585072014e-308), b1 = splat(b), b2 = splat(b * b);
  store2(y + period, fifty + fifty * (changes / movement));
  v2 before = load2(x + period) - load2(x + period - 1);
  auto step = [&](const double* at, double* to) {
    const v2 now = load2(at) - load2(at - 1), earlier = between(before, now);
    before = now;
    changes = (now + b1 * earlier) + b2 * changes;
    movement = (magnitude(now) + b1 * magnitude(earlier)) + b2 * movement;
    store2(to, fifty + fifty * (changes / (movement > least ? movement : least)));
  };
  for (std::size_t t = period + 2; t + 4 <= n; t += 4) {
    step(x + t, y + t);
    step(x + t + 2, y + t + 2);
  }
}

/** The same as `garch`: four variances in flight, logarithms as one product whose power of two is stripped every 16 observations. */
inline double garch_lanes(const double* y, std::size_t n, double mu, double omega, double alpha, double beta) {
  double first[4], h = omega + alpha + beta;
  for (int t = 0; t < 4; t++) {
    first[t] = h;
    const double e = y[t] - mu;
    h = omega + alpha * e * e + beta * h;
  }
  v2 h0 = {first[0], first[1]}, h1 = {first[2], first[3]};
  const v2 centre = splat(mu), a = splat(alpha), b = splat(beta), b2 = splat(beta * beta), b4 = splat(beta * beta * beta * beta);
  const v2 constant = splat(omega * (1 + beta) * (1 + beta * beta));
  v2 product = {1, 1}, quotients = {0, 0};
  i2 powers = {0, 0};
  const v2 e0 = load2(y) - centre, e1 = load2(y + 2) - centre;
  v2 q0 = e0 * e0, q1 = e1 * e1;
  for (std::size_t t = 0; t + 16 <= n; t += 16) {
    for (int group = 0; group < 4; group++) {
      const double* next = y + t + 4 * group + 4;
      const v2 both = h0 * h1;
      product *= both;
      quotients += (q0 * h1 + q1 * h0) / both;
      const v2 s0 = load2(next) - centre, s1 = load2(next + 2) - centre;
      const v2 n0 = s0 * s0, n1 = s1 * s1;
      const v2 f2 = between(q0, q1) + b * q0, f4 = between(q1, n0) + b * q1, f6 = between(n0, n1) + b * n0;
      h0 = (constant + a * (f4 + b2 * f2)) + b4 * h0;
      h1 = (constant + a * (f6 + b2 * f4)) + b4 * h1;
      q0 = n0;
      q1 = n1;
    }
    const i2 bits = (i2)product;
    powers += (bits >> 52) - 1023;
    product = (v2)((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  }
  return std::log(product[0] * product[1]) + (powers[0] + powers[1]) * 0.6931471805599453 + quotients[0] + quotients[1];
}
